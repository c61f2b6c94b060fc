"""Numbers in steps: whole ratings, and parts of points whose sums are exact."""

from __future__ import annotations

import math


def nearest(value: float) -> float:
    """The nearest whole number, halves away from zero; what is off a half by 1e-6 is that half.

    The numbers rounded here are sums of hundredths times a K, or means of whole numbers.
    """
    if value < 0.0:
        return -float(math.floor(0.5 + 1e-6 - value))
    return float(math.floor(value + 0.5 + 1e-6))


def in_steps(points: float) -> float:
    """Points in steps of 2^-34: sums of such numbers and of ratings are exact, in any order."""
    return math.floor(points * 17179869184.0 + 0.5) / 17179869184.0
