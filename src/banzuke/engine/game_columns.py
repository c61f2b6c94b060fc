"""The columns of a log that only some systems ask for, made of results."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from banzuke.model.days import MICROSECONDS_A_DAY
from banzuke.model.log import EMPTY, OF_ENTRIES
from banzuke.model.results import Results
from banzuke.model.system import Period

Ints = NDArray[np.int64]


def optional_column(
    results: Results,
    name: str,
    times: Ints | None,
    games: Ints | slice,
    entries: Ints | slice,
) -> NDArray[np.generic]:
    """A column that the system asks for, with what stands for an empty cell."""
    count = len(results.games.status[games])
    if name in ("year", "month", "day", "begin"):
        return np.zeros(count, np.int32) if times is None else calendar(times[games], name)
    if name in ("category", "event"):
        codes = getattr(results.games, name)
        return np.full(count, -1, np.int32) if codes is None else codes[games]
    default = EMPTY.get(name, 0.0)
    of_entries = name in OF_ENTRIES
    values = getattr(results.entries if of_entries else results.games, name)
    if values is None:
        return np.full(len(results.entries.player[entries]) if of_entries else count, default)
    taken = values[entries if of_entries else games]
    found: NDArray[np.generic] = np.where(np.isnan(taken), default, taken)
    return found


def in_periods(kind: Period, micros: Ints | None, count: int) -> NDArray[np.float64]:
    """When each of ``count`` periods is, float64[count], in the unit of ``Log.time``.

    micros : int64[count], microseconds since 1970; None if undated. Of games, rounds and events
        the latest that the clock had shown by then, so that time never goes back
    """
    if micros is None:
        return np.zeros(count)
    days = micros // MICROSECONDS_A_DAY
    if kind is Period.DAY:
        return days.astype(np.float64)
    if kind is Period.WEEK:
        # The first of January 1970 was a Thursday, and weeks begin on Mondays.
        return ((days + 3) // 7).astype(np.float64)
    if kind in (Period.MONTH, Period.YEAR):
        unit = "M" if kind is Period.MONTH else "Y"
        return micros.astype("datetime64[us]").astype(f"datetime64[{unit}]").astype(np.float64)
    return micros / MICROSECONDS_A_DAY


def calendar(micros: Ints, name: str) -> NDArray[np.int32]:
    """The years, months or days of moments, as ``model.log`` counts them."""
    unit, begin = {"year": ("Y", 1970), "month": ("M", 12 * 1970), "day": ("D", 0)}[
        "month" if name == "begin" else name
    ]
    since_1970 = micros.astype("datetime64[us]").astype(f"datetime64[{unit}]").astype(np.int32)
    found: NDArray[np.int32] = since_1970 + np.int32(begin)
    return found
