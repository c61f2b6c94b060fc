"""Days by their numbers, and moments in microseconds, both counted from 1970-01-01."""

from __future__ import annotations

from datetime import date, timedelta

import numpy as np
from numpy.typing import NDArray

MICROSECONDS_A_DAY = 86_400_000_000

#: What stands for no moment: it is before all others.
NO_TIME = np.iinfo(np.int64).min

#: The day with the number 0, which begins at the moment 0.
FIRST_DAY = date(1970, 1, 1)


def day_numbered(number: int) -> date:
    """The day of a number."""
    return FIRST_DAY + timedelta(days=number)


def number_of_day(day: date) -> int:
    """The number of a day."""
    return (day - FIRST_DAY).days


def day_of(micros: int) -> date:
    """The day of a moment."""
    return day_numbered(int(micros) // MICROSECONDS_A_DAY)


def known_day(times: NDArray[np.int64] | None, at: int) -> date | None:
    """The day of one of several moments; None where there are none, or NO_TIME stands for it."""
    if times is None or times[at] == NO_TIME:
        return None
    return day_of(int(times[at]))


def start_of_day(day: date) -> int:
    """The moment at which a day begins."""
    return number_of_day(day) * MICROSECONDS_A_DAY
