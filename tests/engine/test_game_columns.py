"""Columns of the log that are made for who asks: years, months and events of games."""

from __future__ import annotations

from dataclasses import replace

import pytest

from banzuke.engine.selection import select
from banzuke.model.log import Log
from builders import results, rules

DATED = """
    date       event player_1 player_2 result
    1969-12-31 Old   A        B        1-0
    2023-12-31 Cup   A        B        1-0
    2024-01-01 Cup   A        B        1-0
    2024-02-29 .     A        B        1-0
"""


def log_of(text: str, *columns: str) -> Log:
    """The log of a table, for a system that reads these columns."""
    book = rules(period={"kind": "game"})
    book = replace(
        book, needed=frozenset(columns), system=replace(book.system, reads=columns, uses=None)
    )
    return select(results(text), book, None).logs[0].log


def test_year_month_and_event():
    """Months are counted through the years; games of one event have its code, others none."""
    log = log_of(DATED, "year", "month", "event")
    assert log.year.tolist() == [1969, 2023, 2024, 2024]
    assert log.month.tolist() == [12 * 1969 + 11, 12 * 2023 + 11, 12 * 2024, 12 * 2024 + 1]
    assert log.event[1] == log.event[2] != log.event[0]
    assert log.event[3] == -1


@pytest.mark.parametrize("column", ["year", "month"])
def test_undated(column: str):
    """Undated games have no year and no month."""
    assert getattr(log_of("player_1 player_2 result\nA B 1-0", column), column).tolist() == [0]


def test_no_events():
    """Where no file tells events, no game has one; who does not ask gets no column."""
    log = log_of("date player_1 player_2 result\n2024-01-01 A B 1-0", "event")
    assert log.event.tolist() == [-1]
    assert len(log.month) == 0
