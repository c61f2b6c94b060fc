"""The logistic function as kernels need it: not a bit depends on which of two is asked first."""

from __future__ import annotations

import math


def chance_of(lead: float) -> float:
    """The chance to win with a lead at which the odds are e^lead; the two of +-lead make 1."""
    part = math.exp(-abs(lead))
    if lead >= 0.0:
        return 1.0 / (1.0 + part)
    return part / (1.0 + part)


def bend_of(lead: float) -> float:
    """How steep the chance is there: chance × (1 - chance), alike for both sides."""
    return chance_of(lead) * chance_of(-lead)


def trigamma(value: float) -> float:
    """The variance of the logarithm of a gamma variable of a shape above 0.

    The logarithm of the odds, of a chance with the density of chance^(a - 1) (1 - chance)^(b - 1),
    has the variance trigamma(a) + trigamma(b).
    """
    total = 0.0
    while value < 20.0:
        total += 1.0 / (value * value)
        value += 1.0
    less = 1.0 / (value * value)
    series = 1.0 + 1.0 / (2.0 * value) + less * (1 / 6 - less * (1 / 30 - less / 42))
    return total + series / value
