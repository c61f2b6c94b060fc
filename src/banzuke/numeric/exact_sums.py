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
    if not 1e-280 < most < 1e280:
        return 2.0**-930 if most < 1.0 else 2.0**1000
    # S. M. Rump: the large number has steps of the power of two that is next above ``most``.
    large = most * 2.0**53
    step = (large + most) - large
    return step if step > 0.0 else most


def all_on_grid(
    values: NDArray[np.float64], span: float | NDArray[np.float64]
) -> NDArray[np.float64]:
    """``on_grid`` of many values, each with a span of its own or all with one; NaN stays NaN."""
    shift = np.copysign(span, values)
    return (values + shift) - shift


def covariance_on_grid(table: NDArray[np.float64]) -> NDArray[np.float64]:
    """A covariance without the digits by which libraries of linear algebra differ.

    table : float64[n, n]; NaN where there is none. Each cell is rounded to 2^-36 of about the
    product of the two deviations: what is alike by the rules is so by the bit, on any machine.
    """
    scale = 2.0 ** np.ceil(0.5 * np.log2(np.diagonal(table)))
    return all_on_grid(table, 2.0**16 * np.outer(scale, scale))
