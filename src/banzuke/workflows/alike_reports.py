"""Reports of a server, alike but for who played and when: each pattern of them is checked once.

The pattern of a report is what it says, with its players called by their order, and its games on
one day. Usual names and usual dates change nothing of what is checked, so that the results of
the pattern, with names and dates put in, are those of the report. All that is unusual, or is
refused, is left to ``reading``.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import UTC, date, datetime, timedelta
from functools import lru_cache
from typing import Any, NamedTuple

import numpy as np
import polars as pl
from numpy.typing import NDArray

from banzuke.model.coded_names import CONTROL, clean_name, is_encodable
from banzuke.model.errors import DataRefused
from banzuke.model.limits import FIRST_YEAR, LARGEST_NUMBER, LAST_YEAR, LONGEST_TEXT
from banzuke.model.results import Results
from banzuke.model.zone_clock import shown
from banzuke.workflows.reading import read_as_it_came

#: So many games make a report of few.
FEW_GAMES = 8

#: So many patterns are kept.
MOST_KEPT = 1024

PLAYERS = ("player_1", "player_2")

#: Columns that name players, too, or that are compared with the dates.
ASIDE = ("winner", "loser", "event_end")

#: What other cells may be: how such a value is written says all of it.
PLAIN = (str, int, float, bool, type(None))

_STAMP = r"\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d(\.\d{3}(\d{3})?)?"
#: The forms of usual dates in texts, each with the day of the pattern.
FORMS = (
    (re.compile(r"\d{4}-\d\d-\d\d", re.ASCII), "2001-01-01"),
    (re.compile(_STAMP, re.ASCII), "2001-01-01T00:00:00"),
    (re.compile(rf"{_STAMP}(Z|[+-]\d\d:\d\d)", re.ASCII), "2001-01-01T00:00:00Z"),
)

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_DAY = datetime(2001, 1, 1, tzinfo=UTC)
_MICROSECOND = timedelta(microseconds=1)

# Each cell: its column, its type, what it says, and how that is written, since 0.0 equals -0.0.
Row = tuple[tuple[str, type, Any, str], ...]


class Moment(NamedTuple):
    """A usual date.

    usual : what the pattern has in its place
    micros : microseconds since 1970, as it is written, or in UTC where it is an ``instant``
    """

    usual: Any
    micros: int
    instant: bool


def read_alike(report: Any, zone: str) -> Results | None:
    """The results of a report, as ``read`` gives them for a zone; None if it has to be read."""
    if type(report) is not list or not 0 < len(report) <= FEW_GAMES:
        return None
    if not all(type(row) is dict and set(PLAYERS) <= row.keys() for row in report):
        return None
    called = [row[name] for row in report for name in PLAYERS]
    if not all(map(_is_usual, called)):
        return None
    names = sorted(set(called))
    moments = [_moment(row["date"]) for row in report if row.get("date") is not None]
    dates = [moment for moment in moments if moment is not None]
    if len(dates) not in (0, len(report)) or len(dates) < len(moments):
        return None
    if len({(type(moment.usual), moment.usual) for moment in dates}) > 1:
        return None
    stand_ins: dict[str, Any] = {name: f"player {at:02}" for at, name in enumerate(names)}
    rows = [_row(row, stand_ins, dates[0].usual if dates else None) for row in report]
    pattern = tuple(row for row in rows if row is not None)
    found = _read_once(pattern, zone) if len(pattern) == len(report) else None
    if found is None or not dates:
        return None if found is None else replace(found, players=names)
    time, reached = _on_clock(dates, zone)
    return replace(found, players=names, games=replace(found.games, time=time, reached=reached))


@lru_cache(maxsize=MOST_KEPT)
def _read_once(pattern: tuple[Row, ...], zone: str) -> Results | None:
    """The results of a pattern, None where it is refused."""
    rows = [{column: value for column, _, value, _ in row} for row in pattern]
    try:
        return read_as_it_came(rows, {}, zone=zone).results
    except DataRefused:
        return None


def _row(row: Mapping[Any, Any], names: Mapping[str, str], day: Any) -> Row | None:
    """A row of the pattern; None where a cell is unusual."""
    cells = []
    for column, said in row.items():
        value = said
        if column in PLAYERS:
            value = names[said]
        elif column == "date" and said is not None:
            value = day
        elif not _is_plain(said) or (column in ASIDE and said is not None):
            return None
        if type(column) is not str:
            return None
        cells.append((column, type(value), value, repr(value)))
    return tuple(cells)


def _is_plain(said: Any) -> bool:
    """Whether how a value is written says all of it, and is no longer than it may be."""
    if type(said) is str:
        return len(said) <= LONGEST_TEXT
    return type(said) in PLAIN and (type(said) is not int or abs(said) <= LARGEST_NUMBER)


def _is_usual(name: Any) -> bool:
    """Whether a name is kept as it is written, and nothing is told of it."""
    return (
        type(name) is str
        and 0 < len(name) <= LONGEST_TEXT
        and is_encodable(name)
        and clean_name(name) == name
        and not CONTROL.search(name)
    )


def _moment(said: Any) -> Moment | None:
    """A date that is usual; None if it is not."""
    usual: Any
    if type(said) is str:
        usual = next((day for form, day in FORMS if form.fullmatch(said)), None)
        try:
            stamp = datetime.fromisoformat(said) if usual is not None else None
        except ValueError:
            return None
    elif type(said) is datetime:
        stamp = said
        usual = _DAY if said.tzinfo is not None else _DAY.replace(tzinfo=None)
    elif type(said) is date:
        stamp = datetime(said.year, said.month, said.day)  # noqa: DTZ001  # a day has no zone
        usual = _DAY.date()
    else:
        return None
    # At the ends of the calendar a zone may lead out of it.
    if stamp is None or not FIRST_YEAR < stamp.year < LAST_YEAR:
        return None
    instant = stamp.tzinfo is not None
    since = (stamp if instant else stamp.replace(tzinfo=UTC)) - _EPOCH
    return Moment(usual, since // _MICROSECOND, instant)


def _on_clock(
    dates: Sequence[Moment], zone: str
) -> tuple[NDArray[np.int64], NDArray[np.int64] | None]:
    """Usual dates, all of one kind, on the clock of a zone: time and reached."""
    micros = np.array([moment.micros for moment in dates], dtype=np.int64)
    if zone == "UTC" or not dates[0].instant:
        return micros, None
    time, reached = shown(pl.Series(micros).cast(pl.Datetime("us", "UTC")), zone)
    return time.to_physical().to_numpy(), reached
