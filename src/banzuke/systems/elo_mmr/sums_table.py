"""Sums over all opponents of a contest, added up one by one or looked up in a table.

The sums are smooth: within 1.5 of the least spread, a polynomial through 24 Chebyshev points
has them to 15 digits. So thousands of performances are found without thousands of sums.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np
from numpy.typing import NDArray

from banzuke.model.log import Column
from banzuke.parts.deviations import chances

#: Points, and so coefficients, of a table.
NODES = 24
#: How many of the least spread a table is wide. The curves have their nearest poles √3 spreads
#: away from the axis: 24 points leave an error of about (√3 / 0.75 + √(3 / 0.75² + 1))^-24.
WIDTH = 1.5


def chebyshev_wave() -> NDArray[np.float64]:
    """cos(k (i + 1/2) π / NODES) at k NODES + i: points by i, coefficients by k."""
    return np.array(
        [math.cos(k * (i + 0.5) * math.pi / NODES) for k in range(NODES) for i in range(NODES)]
    )


def above_below(work: Any, begin: int, end: int, x: float) -> tuple[float, float, float]:
    """(weights of those expected above x, and below it, and how fast the first falls).

    Of opponents ``begin`` to ``end - 1``.
    """
    above, below, fall = 0.0, 0.0, 0.0
    for one in range(begin, end):
        lower, higher = chances(work.slope[one] * (x - work.centre[one]))
        part = work.share[one] * lower
        below += part
        above += work.share[one] * higher
        fall += work.slope[one] * part * higher
    return above, below, fall


def fill_table(work: Any, size: int, middle: float, half: float) -> None:
    """Make the table of the performances from ``middle - half`` to ``middle + half``."""
    for node in range(NODES):
        x = middle + half * work.wave[NODES + node]
        above, below, _ = above_below(work, 0, size, x)
        work.value_above[node] = above
        work.value_below[node] = below
    for k in range(NODES):
        above, below = 0.0, 0.0
        for node in range(NODES):
            above += work.wave[k * NODES + node] * work.value_above[node]
            below += work.wave[k * NODES + node] * work.value_below[node]
        work.above[k] = 2.0 * above / NODES
        work.below[k] = 2.0 * below / NODES
    # The coefficients of the slope, by the recurrence of the polynomials' derivatives.
    work.fall[NODES - 1] = 0.0
    work.fall[NODES - 2] = 2.0 * (NODES - 1) * work.below[NODES - 1] / half
    for k in range(NODES - 3, -1, -1):
        work.fall[k] = work.fall[k + 2] + 2.0 * (k + 1) * work.below[k + 1] / half


def looked_up(coefficients: Column, at: float) -> float:
    """The value of a table at a place from -1 to 1 (Clenshaw's recurrence)."""
    newer, older = 0.0, 0.0
    for k in range(NODES - 1, 0, -1):
        newer, older = coefficients[k] + 2.0 * at * newer - older, newer
    return 0.5 * coefficients[0] + at * newer - older
