"""Numbers on a grid, so that adding them is exact and no order of adding matters.

Who is added first often depends on names or rows, which must not move a rating by a single bit.
What is to be added is therefore first rounded to a whole number of 1 / 2^52 of a span.
"""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

#: Ratings and their changes: steps of 2^-34, about 6e-11 points; sums up to 500 000 are exact.
POINTS = 2.0**18
#: Chances and scores: steps of 2^-40, about 1e-12; sums of up to 8000 of them are exact.
CHANCES = 2.0**12
#: Squares of points: steps of 2^-24, about 6e-8; sums up to 5 * 10^8 are exact.
SQUARES = 2.0**28


def on_grid(value: float, span: float) -> float:
    """The nearest whole number of steps of ``span`` / 2^52, halves to the even one.

    Values so rounded add up exactly while the sum stays below twice the span, either way; what
    is itself beyond the span is rounded to twice, four times, … the step.
    """
    shift = math.copysign(span, value)
    return (value + shift) - shift


def span_of(most: float) -> float:
    """The span, a power of two, for values whose sum is at most ``most`` in size; above 0."""
    span = 1.0
    while span < most:
        span *= 2.0
    while span > 2.0 * most and span > 1e-280:
        span *= 0.5
    return span


def all_on_grid(values: NDArray[np.float64], span: float) -> NDArray[np.float64]:
    """``on_grid`` of many values; NaN stays NaN."""
    shift = np.copysign(span, values)
    return (values + shift) - shift
