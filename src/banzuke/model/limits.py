"""What no table or setting may hold: endless texts, spans, impossible days, numbers out of reach.

Whoever reads results keeps to these limits, so that nothing behind need fear a name that fills
the memory or a date that Python does not have.
"""

from __future__ import annotations

from datetime import date

import numpy as np
import polars as pl
from numpy.typing import NDArray

from banzuke.model.columns import KINDS
from banzuke.model.days import MICROSECONDS_A_DAY, number_of_day

#: The longest text of a cell, in characters: nobody's name is longer, and no event's.
LONGEST_TEXT = 1000

#: The largest number of a cell, either way: the scores of some games have a dozen digits.
LARGEST_NUMBER = 1e15
#: The largest setting and the largest rating to begin with, either way.
LARGEST_SETTING = 1e9
#: The smallest setting above zero: with less, quotients would be out of reach.
SMALLEST_SETTING = 1e-15

# Before this year nobody kept results; an earlier one is a year of two digits misread.
FIRST_YEAR = 1000
# Python's calendar ends with it.
LAST_YEAR = 9999

#: Types of columns whose cells are not one text, number or date each.
NOT_CELLS = (pl.List, pl.Array, pl.Struct, pl.Binary, pl.Duration)

_DAYS = (number_of_day(date(FIRST_YEAR, 1, 1)), number_of_day(date(LAST_YEAR, 12, 31)))
#: The first and the last moment of a possible day, microseconds since 1970.
FIRST_MOMENT = _DAYS[0] * MICROSECONDS_A_DAY
LAST_MOMENT = (_DAYS[1] + 1) * MICROSECONDS_A_DAY - 1

_UNITS_A_DAY = {"ms": 86_400_000, "us": 86_400_000_000, "ns": 86_400_000_000_000}


def too_long_texts(frame: pl.DataFrame) -> dict[str, NDArray[np.bool_]]:
    """Of each column of ours that holds texts, and some that are too long: where they are."""
    names = [name for name, kind in frame.schema.items() if kind == pl.String and name in KINDS]
    # The bytes are known without looking at the texts; most columns are settled by them.
    longest = frame.select(pl.col(names).str.len_bytes().max()).to_dict(as_series=False)
    suspects = [name for name, (most,) in longest.items() if most and most > LONGEST_TEXT]
    found = {name: frame[name].str.len_chars() > LONGEST_TEXT for name in suspects}
    return {name: lines.fill_null(False).to_numpy() for name, lines in found.items() if lines.any()}


def outside_calendar(micros: NDArray[np.int64]) -> NDArray[np.bool_]:
    """Which moments, microseconds since 1970, are of no year that results can have."""
    if not len(micros) or (micros.min() >= FIRST_MOMENT and micros.max() <= LAST_MOMENT):
        return np.zeros(len(micros), dtype=np.bool_)
    outside: NDArray[np.bool_] = (micros < FIRST_MOMENT) | (micros > LAST_MOMENT)
    return outside


def without_impossible_days(column: pl.Series) -> tuple[pl.Series, NDArray[np.bool_]]:
    """A column of dates or stamps, 1970 where one is of no possible year; and where that is.

    A day more is left at both ends, because a zone may still move a stamp by hours.
    """
    day = 1 if column.dtype == pl.Date else _UNITS_A_DAY[getattr(column.dtype, "time_unit", "us")]
    ticks = column.to_physical()
    # In nanoseconds the type itself ends before the calendar does.
    size = np.iinfo(np.int64)
    first, last = max((_DAYS[0] - 1) * day, size.min), min((_DAYS[1] + 2) * day, size.max)
    outside = ((ticks < first) | (ticks >= last)).fill_null(value=False)
    if not outside.any():
        return column, outside.to_numpy()
    kept = pl.select(pl.when(~outside).then(ticks).otherwise(0)).to_series()
    kept = pl.select(pl.when(ticks.is_not_null()).then(kept)).to_series()
    return kept.cast(ticks.dtype).cast(column.dtype).alias(column.name), outside.to_numpy()
