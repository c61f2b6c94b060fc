"""The days at whose ends ratings are made to forecast what comes next."""

from __future__ import annotations

from datetime import date

import pytest

import banzuke as bz
from banzuke.engine.foretold import days_of_lists


def played_on(*days: str) -> bz.Results:
    """A game on each of some days."""
    rows = [{"date": day, "player_1": "A", "player_2": "B", "result": "1-0"} for day in days]
    return bz.read(rows)


@pytest.mark.parametrize(
    ("every", "ends"),
    [
        ("day", [date(2024, 2, 28), date(2024, 3, 4), date(2024, 12, 30)]),
        ("week", [date(2024, 3, 3), date(2024, 3, 10)]),
        ("month", [date(2024, 2, 29), date(2024, 3, 31), date(2024, 12, 31)]),
        ("year", [date(2024, 12, 31)]),
    ],
)
def test_the_last_day_of_each_step_but_the_last(every: str, ends: list[date]):
    """Of each step of the calendar with games, but for the last, it is the last day."""
    results = played_on("2024-02-28", "2024-03-04", "2024-12-30", "2025-01-02")
    assert days_of_lists(results, every) == ends


def test_the_last_week_of_the_calendar():
    """The week of the last day that can be written ends with that day."""
    results = played_on("9999-12-20", "9999-12-31")
    assert days_of_lists(results, "week") == [date(9999, 12, 26)]
    assert days_of_lists(results, "month") == []
