"""When lists are to be published: at the end of each period of their calendar."""

from __future__ import annotations

from calendar import monthrange
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, timedelta

from sqlalchemy import Connection

from banzuke.ledger import chunks
from banzuke.ledger.lists import ListRecord, all_lists, all_publications
from banzuke.model.days import day_of

#: A list that is published after every change of its results, not by days.
PERMANENT = "permanent"

_MONTHS = {"monthly": 1, "quarterly": 3, "yearly": 12}


@dataclass(frozen=True)
class Due:
    """When a list with a calendar is to be published.

    overdue : days as of which it should have been published by the newest result, the first first
    next : the day as of which it is to be published after those; None for a list that is
        published after every change, and where the ledger has no dates
    """

    list: str
    overdue: tuple[date, ...]
    next: date | None


def period_end(calendar: str, day: date) -> date:
    """The last day of the period of a calendar in which a day lies.

    calendar : weekly (to Sunday), monthly, quarterly or yearly

    >>> period_end("quarterly", date(2024, 2, 10))
    datetime.date(2024, 3, 31)
    """
    if calendar == "weekly":
        return _later(day, 6 - day.weekday())
    months = _MONTHS[calendar]
    last = -(-day.month // months) * months
    return date(day.year, last, monthrange(day.year, last)[1])


def _later(day: date, days: int) -> date:
    """So many days later, or the last day that there is."""
    return date.fromordinal(min(day.toordinal() + days, date.max.toordinal()))


def due(record: ListRecord, published: date | None, newest: date | None) -> Due | None:
    """When a list is to be published; None for a list without a calendar.

    published : as of which day it was published last; newest : the day of the newest result
    A period is over once there is a result of a later day.
    """
    if not record.calendar:
        return None
    if newest is None:
        return Due(record.key, (), None)
    if record.calendar == PERMANENT:
        fresh = published is None or published < newest
        return Due(record.key, (newest,) if fresh else (), None)
    found = []
    day = _first(record, published, newest)
    while day < newest:
        found.append(day)
        day = period_end(record.calendar, _later(day, 1))
    return Due(record.key, tuple(found), day)


def _first(record: ListRecord, published: date | None, newest: date) -> date:
    """The first day as of which a list is to be published after it was published last.

    One that never was begins with the period before that of the newest result, unless its
    season began later.
    """
    if published is not None:
        end = period_end(record.calendar, published)
        return end if published < end else period_end(record.calendar, _later(end, 1))
    before = _begin(record.calendar, newest) - timedelta(days=1)
    begin = date.fromisoformat(record.since) if record.since else before
    return period_end(record.calendar, max(before, begin))


def _begin(calendar: str, day: date) -> date:
    """The first day of the period of a calendar in which a day lies."""
    if calendar == "weekly":
        return day - timedelta(days=day.weekday())
    months = _MONTHS[calendar]
    return date(day.year, (day.month - 1) // months * months + 1, 1)


def all_due(connection: Connection) -> Mapping[str, Due]:
    """{list: when it is to be published}, of the lists that have a calendar."""
    records = [record for record in all_lists(connection) if record.calendar]
    if not records:
        return {}
    newest = newest_day(connection)
    last: dict[str, date] = {}
    for one in all_publications(connection):
        if one.as_of:
            day = date.fromisoformat(one.as_of[:10])
            last[one.list] = max(day, last.get(one.list, day))
    found = (due(record, last.get(record.key), newest) for record in records)
    return {one.list: one for one in found if one is not None}


def newest_day(connection: Connection) -> date | None:
    """The day of the newest result, on the ledger's clock; None where no result has a date."""
    games = chunks.read(connection, columns=[]).games
    time = games["time"].max() if "time" in games.columns else None
    if not isinstance(time, int):
        return None
    return day_of(time)
