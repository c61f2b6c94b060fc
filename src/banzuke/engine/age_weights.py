"""What a game weighs by its age: windows of months, counted back from the list's date."""

from __future__ import annotations

from calendar import monthrange
from collections.abc import Sequence
from datetime import date

import numpy as np
from numpy.typing import NDArray

from banzuke.model.days import MICROSECONDS_A_DAY, number_of_day
from banzuke.model.parameters import Declared, Fault, parameter


class AgeWeight(Declared):
    """A window: games up to so many months old, and what they weigh."""

    months: int = parameter(
        0,
        "games of the last so many months before the list's date; 0: all older ones",
        ge=0,
        le=12_000,
    )
    weight: float = parameter(1.0, "what multiplies the weight of such a game", ge=0, le=1000)


def wrong_ages(ages: Sequence[AgeWeight]) -> list[Fault]:
    """Windows that hold no game, since an earlier one holds all of them."""
    return [
        Fault(("ages", at), "no game is left for this window", "longer windows last, 0 at the end")
        for at in range(1, len(ages))
        if ages[at - 1].months == 0 or 0 < ages[at].months <= ages[at - 1].months
    ]


def age_weights(
    ages: Sequence[AgeWeight], times: NDArray[np.int64], list_day: date
) -> NDArray[np.float64]:
    """What each game weighs, float64[g]: by the first window that it is in, 0 in none.

    ages : the windows, the newest games' first; times : int64[g], microseconds since 1970
    """
    days = times // MICROSECONDS_A_DAY
    weights = np.zeros(len(times))
    left = np.ones(len(times), dtype=np.bool_)
    for age in ages:
        here = left.copy()
        if age.months:
            here &= days > number_of_day(months_before(list_day, age.months))
        weights[here] = age.weight
        left &= ~here
    return weights


def months_before(day: date, months: int) -> date:
    """The same day so many months before, or the last of that month; the first day there is."""
    number = 12 * day.year + day.month - 1 - months
    if number < 12:
        return date.min
    year, month = divmod(number, 12)
    return date(year, month + 1, min(day.day, monthrange(year, month + 1)[1]))
