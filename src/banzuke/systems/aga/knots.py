"""First deviations: the points of the spline, its curvature, and what is wrong with a list."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from banzuke.model.parameters import Declared, Fault, parameter
from banzuke.model.ranks import RIGHT, rank_number


class Knot(Declared):
    """The first deviation of one rating."""

    rating: float = parameter(..., "such as -20.5, the middle of 20 kyu", ge=-100, le=100)
    deviation: float = parameter(..., "of who enters there", unit="stones", ge=0.001, le=100)


#: What the source tells: 50k about 5.7, 20k about 2.9, 5d and 7d about 1.
KNOTS = tuple(
    Knot(rating=rating, deviation=deviation)
    for rating, deviation in ((-50.5, 5.7), (-20.5, 2.9), (5.5, 1.0), (7.5, 1.0))
)


def knot_faults(knots: Sequence[Knot]) -> list[Fault]:
    """Too few points, ratings that do not exist or do not rise; places among the rows."""
    if len(knots) < 2:
        return [Fault((), "a spline needs two points", "two rows or more")]
    faults = [
        Fault((number, "rating"), f"{knot.rating:g} is no rating", "none lies between -1 and 1")
        for number, knot in enumerate(knots)
        if abs(knot.rating) < 1.0
    ]
    return faults + [
        Fault((number, "rating"), f"{two.rating:g} is not above {one.rating:g}", "rising ratings")
        for number, (one, two) in enumerate(pairwise(knots), start=1)
        if two.rating <= one.rating
    ]


def rank_faults(rank: str) -> list[Fault]:
    """What is wrong with a rank; it may be empty."""
    known = not rank or rank_number(rank) is not None
    return [] if known else [Fault((), f"{rank!r} is no rank", RIGHT)]


def bends_of(knots: NDArray[np.float64], heights: NDArray[np.float64]) -> NDArray[np.float64]:
    """The second derivatives, float64[k], of the natural cubic spline through k points.

    The tridiagonal system is solved downward and back up, as W. H. Press and others have it.
    """
    count = len(knots)
    bends, rest = np.zeros(count), np.zeros(count)
    for i in range(1, count - 1):
        left, both = knots[i] - knots[i - 1], knots[i + 1] - knots[i - 1]
        slopes = (heights[i + 1] - heights[i]) / (knots[i + 1] - knots[i])
        slopes -= (heights[i] - heights[i - 1]) / left
        pivot = left / both * bends[i - 1] + 2.0
        bends[i] = (left / both - 1.0) / pivot
        rest[i] = (6.0 * slopes / both - left / both * rest[i - 1]) / pivot
    for i in range(count - 2, -1, -1):
        bends[i] = bends[i] * bends[i + 1] + rest[i]
    bends[0] = 0.0
    return bends
