"""The formulas of the Wertungsordnung: expected score, development coefficient, rounding."""

from __future__ import annotations

import math
from typing import Any


def expectation(lead: float, logistic: int) -> float:
    """P(D): the expected score in a game, from the lead in points.

    The normal curve of the difference of two performances, each with a standard deviation of 200.
    """
    if logistic == 1:
        leader = 1.0 / (1.0 + math.exp(-abs(lead) * math.log(10.0) / 400.0))
        if lead < 0.0:
            return 1.0 - leader
        return leader
    return 0.5 * (1.0 + math.erf(lead / 400.0))


def nearest(value: float) -> float:
    """The nearest whole number, halves upward; what is off a half by 1e-9 is that half."""
    return math.floor(value + 0.5 + 1e-9)


def age_constant(age: int) -> float:
    """J of the source."""
    if age <= 20:
        return 5.0
    if age <= 25:
        return 10.0
    return 15.0


def coefficient(rating: float, age: int, surplus: float, games: float, rules: Any) -> float:
    """E, the development coefficient.

    surplus : W - We, points; games : evaluations so far, the index
    """
    square = (rating / 1000.0) * (rating / 1000.0)
    base = square * square + age_constant(age)
    factor = 1.0
    if age <= 20 and surplus >= 0.0:
        factor = min(max(rating / 2000.0, 0.5), 1.0)
    brake = 0.0
    if rating < 1300.0 and surplus < 0.0 and (age <= 20 or rules.brake_for_all == 1):
        brake = math.exp((1300.0 - rating) / 150.0) - 1.0
    value = base * factor + brake
    if rules.whole_coefficient == 1:
        value = nearest(value)
    value = max(value, 5.0)
    if brake > 0.0:
        return min(value, 150.0)
    return min(value, 30.0, 5.0 * max(games, 1.0))
