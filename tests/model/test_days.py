"""Days and moments: what is counted from 1970 comes back as it was."""

from __future__ import annotations

from datetime import date

from hypothesis import given
from hypothesis import strategies as st

from banzuke.model.days import (
    FIRST_DAY,
    MICROSECONDS_A_DAY,
    day_numbered,
    day_of,
    number_of_day,
    start_of_day,
)


def test_the_first_day_has_the_number_0():
    """The day before it has -1, and a moment before it is of the day before."""
    assert number_of_day(FIRST_DAY) == start_of_day(FIRST_DAY) == 0
    assert day_of(-1) == day_numbered(-1) == date(1969, 12, 31)


@given(st.dates(), st.integers(0, MICROSECONDS_A_DAY - 1))
def test_every_moment_of_a_day_is_of_the_day(day: date, moment: int):
    """A day begins where the one before it ends."""
    assert day_numbered(number_of_day(day)) == day
    assert day_of(start_of_day(day) + moment) == day
