"""The few points at which a deviation is found as from the hundred points of the source.

The source sums over a hundred points, a tenth of the seed's deviation apart, what the seed makes
of each, exp(-x^2 / 2), times what the results make of it, F. Of n points Gauss's rule is exact
for polynomials below degree 2n; what it is to sum must be near to one. Hence half of what F may
take away goes to the weights first: with M the seed's variance by the game's, summed over the
games, these are exp(-(1 + M / 2) x^2 / 2), and what is left is G = F exp(M x^2 / 4).
How good that is: a logarithm of the normal chance curves by at most 1, downwards, and at x + iy
the chance is at most exp(y^2 / 2) times as large as at x. With F flat at 0, as it is made, G is
therefore at most exp(M |z|^2 / 4) everywhere, so that the coefficient of x^k in it is at most
(e M / 2k)^(k/2); and the rule misses of x^k what it misses. ``MOST`` says up to which M all that
adds up to less than 1e-12 of the deviation.
"""

from __future__ import annotations

import math
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from banzuke.numeric.exact_sums import all_on_grid

#: How many points there are in a rule; last the source's own.
SIZES = (8, 10, 12, 14, 16, 18, 20, 24, 28, 32, 40, 48, 100)

#: Up to which M a rule is good; the source's own always is.
MOST = (0.051, 0.137, 0.272, 0.448, 0.664, 0.906, 1.18, 1.79, 2.44, 3.2, 4.74, 6.47, math.inf)


@lru_cache(maxsize=1)
def deviation_rules() -> tuple[
    NDArray[np.float64], NDArray[np.int64], NDArray[np.float64], NDArray[np.float64]
]:
    """All rules, one after the other, the points in deviations of the seed.

    most : float64[13], ``MOST``; first : int64[14], index of a rule's first point, last the end;
    node, weight : float64, the points and their weights, of F itself
    """
    points = np.array([(number - 50.5) / 10.0 for number in range(100)])
    nodes, weights = [], []
    for size, most in zip(SIZES[:-1], MOST[:-1], strict=True):
        found, weight = gauss(points, normal_weights(points, 1.0 + most / 2.0), size)
        nodes.append(found)
        weights.append(weight / normal_weights(found, most / 2.0))
    nodes.append(points)
    weights.append(normal_weights(points, 1.0))
    first = np.array([0, *np.cumsum(SIZES).tolist()])
    return np.array(MOST), first, np.concatenate(nodes), np.concatenate(weights)


def normal_weights(points: NDArray[np.float64], power: float) -> NDArray[np.float64]:
    """exp(-``power`` x^2 / 2) at each point."""
    return np.array([math.exp(-0.5 * power * point * point) for point in points.tolist()])


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
