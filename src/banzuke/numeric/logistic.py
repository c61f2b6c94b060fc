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
