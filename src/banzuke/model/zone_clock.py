"""The clock of a time zone: what it shows at an instant, and what it had shown before that.

In autumn a clock goes back and shows an hour twice. ``reached``, the latest that it has shown by
then, tells the two apart: moments sorted by (reached, shown) lie as they came to pass, and never
does a day come back that had ended.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import polars as pl
from numpy.typing import NDArray

from banzuke.model.days import MICROSECONDS_A_DAY, NO_TIME

Ints = NDArray[np.int64]


class Shown(NamedTuple):
    """What a clock shows, microseconds since 1970.

    time : Datetime without zone, null where nothing is given
    reached : int64, the latest that the clock has shown by then, at most the end of the day;
        None if that is ``time`` everywhere
    """

    time: pl.Series
    reached: Ints | None


def shown(instants: pl.Series, zone: str) -> Shown:
    """What the clock of a zone shows at instants, a Datetime column that has any zone."""
    local = instants.dt.convert_time_zone(zone).dt.cast_time_unit("us")
    time = local.dt.replace_time_zone(None)
    if zone == "UTC":
        return Shown(time, None)
    first = time.dt.replace_time_zone(zone, ambiguous="earliest", non_existent="null")
    again = (first.to_physical() != local.to_physical()).fill_null(value=False).to_numpy()
    if not again.any():
        return Shown(time, None)
    at = np.flatnonzero(again)
    moments = time.to_physical().to_numpy()
    went_back = _went_back(first.to_physical().gather(at), local.to_physical().gather(at), zone)
    ends = (moments[at] // MICROSECONDS_A_DAY + 1) * MICROSECONDS_A_DAY
    reached = time.to_physical().fill_null(0).to_numpy().copy()
    reached[at] = np.minimum(went_back, ends)
    return Shown(time, reached)


def _went_back(first: pl.Series, second: pl.Series, zone: str) -> Ints:
    """What the clock showed when it went back, between two instants at which it shows the same."""
    early, late = first.to_numpy().astype(np.int64), second.to_numpy().astype(np.int64)
    before = _ahead(early, zone)
    while (late - early > 1).any():
        middle = (early + late) // 2
        still = _ahead(middle, zone) == before
        early, late = np.where(still, middle, early), np.where(still, late, middle)
    found: Ints = late + before
    return found


def _ahead(instants: Ints, zone: str) -> Ints:
    """By how much the clock of a zone is ahead of UTC, microseconds."""
    local = pl.Series(instants).cast(pl.Datetime("us", "UTC")).dt.convert_time_zone(zone)
    ahead: Ints = local.dt.replace_time_zone(None).to_physical().to_numpy() - instants
    return ahead


def instants_of(time: Ints, reached: Ints | None, zone: str) -> pl.Series:
    """The instants, a column of Datetime in the zone, at which its clock showed times.

    What it never showed, since it was put forward, is taken by how it went before that. Where
    there is ``NO_TIME`` there is no instant.
    """
    moments = pl.Series(time).cast(pl.Datetime("us"))
    if (time == NO_TIME).any():
        moments = pl.select(pl.when(pl.Series(time != NO_TIME)).then(moments)).to_series()
    which = pl.Series(
        np.where(time == (time if reached is None else reached), "earliest", "latest")
    )
    found = moments.dt.replace_time_zone(zone, ambiguous=which, non_existent="null")
    if found.null_count() == 0:
        return found
    an_hour = pl.duration(hours=1)
    later = (
        pl.select(moments + an_hour)
        .to_series()
        .dt.replace_time_zone(zone, ambiguous="earliest", non_existent="null")
    )
    return pl.select(pl.coalesce(found, later)).to_series()
