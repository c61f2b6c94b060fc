"""Days and moments on the rulebook's clock, as microseconds since 1970."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta
from zoneinfo import ZoneInfo

import polars as pl

from banzuke.model.days import MICROSECONDS_A_DAY, day_of, start_of_day
from banzuke.model.errors import WrongUse
from banzuke.model.zone_clock import shown

EPOCH = datetime(1970, 1, 1, tzinfo=UTC)


def on_clock(moment: date | datetime, zone: str) -> date | datetime:
    """A day as it is; a moment on the clock of the zone, without offset.

    A moment without offset is taken to be on that clock already; where this shows an hour twice,
    ``fold`` is 1 in the second. Raises WrongUse for a moment that the clock's calendar does not
    have.
    """
    if not isinstance(moment, datetime):
        return moment
    if moment.tzinfo is not None:
        try:
            moment = moment.astimezone(ZoneInfo(zone))
        except OverflowError as error:
            what = f"{moment.isoformat()} lies outside the calendar of the zone {zone}"
            raise WrongUse(what) from error
    return moment.replace(tzinfo=None)


def last_moment(moment: date | datetime, zone: str) -> tuple[int, int]:
    """The last microsecond that belongs to a day, or to a moment on the clock of a zone.

    As (reached, time): games that belong to it are not above that, see ``ordering.Dated``.
    """
    if not isinstance(moment, datetime):
        end = start_of_day(moment) + MICROSECONDS_A_DAY
        return end, end - 1
    time = _micros(moment.replace(tzinfo=UTC))
    if not moment.fold:
        return time, time
    instant = pl.Series([_micros(moment.replace(tzinfo=ZoneInfo(zone)))])
    reached = shown(instant.cast(pl.Datetime("us", "UTC")), zone).reached
    return time if reached is None else int(reached[0]), time


def _micros(instant: datetime) -> int:
    return (instant - EPOCH) // timedelta(microseconds=1)


def as_text(micros: int, stamped: bool) -> str:
    """A moment in ISO form; its day only, where times of day are not known."""
    if not stamped:
        return day_of(micros).isoformat()
    return (EPOCH + timedelta(microseconds=int(micros))).replace(tzinfo=None).isoformat()


def moment_of_text(as_of: str) -> date | datetime:
    """A day, or a moment, from its text in ISO form; raises ValueError for any other text."""
    return date.fromisoformat(as_of) if len(as_of) <= 10 else datetime.fromisoformat(as_of)


def day_of_text(as_of: str) -> date | None:
    """The day of a date in ISO form, None if it is empty."""
    return date.fromisoformat(as_of[:10]) if as_of else None
