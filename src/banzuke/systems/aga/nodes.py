"""The few points at which a deviation is found as from the hundred points of the source.

The source sums over a hundred points, a tenth of the seed's deviation apart, what the seed makes
of each (a weight that is always the same) times what the results make of it, F. Gauss's rule for
these weights takes n points and is exact for polynomials below degree 2n. F is at most 1, for its
logarithm is concave and flat in the middle, and at x + iy it is at most exp(M y^2 / 2) times as
large, where M sums, over the games, the seed's variance by the game's. The error, as for any
function bounded on an ellipse, is then below exp(n - n ln(n / (3.125 M))), but for a factor.
"""

from __future__ import annotations

import math
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from banzuke.numeric.exact_sums import all_on_grid

#: How many points there are in a rule; last the source's own.
SIZES = (12, 16, 24, 32, 48, 100)

#: How small the error must be, as a logarithm: exp(-31) is 3e-14, which leaves the factor room.
SMALL = -31.0


@lru_cache(maxsize=1)
def deviation_rules() -> tuple[
    NDArray[np.float64], NDArray[np.int64], NDArray[np.float64], NDArray[np.float64]
]:
    """All rules, one after the other, the points in deviations of the seed.

    most : float64[6], up to which M a rule is good; first : int64[7], index of a rule's first
    point, last the end; node, weight : float64, the points and their weights
    """
    points = np.array([(number - 50.5) / 10.0 for number in range(100)])
    weights = np.array([math.exp(-0.5 * point * point) for point in points.tolist()])
    rules = [gauss(points, weights, size) for size in SIZES[:-1]] + [(points, weights)]
    most = [size / 3.125 * math.exp(SMALL / size - 1.0) for size in SIZES[:-1]] + [math.inf]
    return (
        np.array(most),
        np.array([0, *np.cumsum(SIZES).tolist()]),
        np.concatenate([nodes for nodes, _ in rules]),
        np.concatenate([weights for _, weights in rules]),
    )


def gauss(
    points: NDArray[np.float64], weights: NDArray[np.float64], size: int
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Nodes and weights, float64[size], of Gauss's rule for sums over weighted points.

    Sums are correctly rounded and nodes cut to 2^-42, so that every machine finds the same ones.
    """
    centres, ratios = recurrence(points, weights, size)
    off = np.sqrt(ratios[1:])
    matrix = np.diag(centres) + np.diag(off, 1) + np.diag(off, -1)
    nodes = all_on_grid(np.linalg.eigvalsh(matrix), 2.0**10)
    # The weights by Christoffel: one over the sum of squares of the polynomials, each of norm 1.
    before, here = np.zeros(size), np.full(size, 1.0 / math.sqrt(ratios[0]))
    squares = here * here
    for degree in range(size - 1):
        back = math.sqrt(ratios[degree]) * before if degree else before
        before, here = here, ((nodes - centres[degree]) * here - back) / off[degree]
        squares = squares + here * here
    return nodes, 1.0 / squares


def recurrence(
    points: NDArray[np.float64], weights: NDArray[np.float64], size: int
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """The three-term recurrence of the polynomials that are orthogonal over weighted points.

    Stieltjes's procedure: centres and ratios, float64[size]; the first ratio is the sum of all
    weights.
    """
    centres, ratios = np.zeros(size), np.zeros(size)
    before, here = np.zeros(len(points)), np.ones(len(points))
    norm = 1.0
    for degree in range(size):
        mass = weights * here * here
        total = math.fsum(mass.tolist())
        centres[degree] = math.fsum((mass * points).tolist()) / total
        ratios[degree] = total / norm
        norm = total
        back = ratios[degree] if degree else 0.0
        before, here = here, (points - centres[degree]) * here - back * before
    return centres, ratios
