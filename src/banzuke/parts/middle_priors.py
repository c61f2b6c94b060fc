"""Priors that say where the middle of a group is: what they add to what is known of its mean.

A weak prior is lost beside many results, were all digits of a curvature to hold both. So the
inverse is reckoned as if the mean were fixed, and what the prior leaves open of it is added. The
settings have prior_middle; the scratch has ``found``, the ratings in units, ``matrix`` and
float64[n] way and rest.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from banzuke.numeric.logistic import bend_of

Floats = NDArray[np.float64]


def find_mean(rules: Any, work: Any, begin: int, end: int) -> float:
    """Write into ``work.way`` how ratings move with the mean of a group; the mean's variance.

    0 where no prior says where the mean is. The prior adds d to the diagonal of the curvature; A
    is the latter with the mean fixed, whose inverse is U times U transposed (M. S. Bartlett, 1951).
    """
    count = end - begin
    for at in range(begin, end):
        work.way[at] = 0.0
    if rules.prior_middle <= 0.0:
        return 0.0
    matrix, left = work.matrix, 0.0
    for column in range(count):
        total = 0.0
        for at in range(column + 1):
            total += matrix[at * count + column] * of_prior(rules, work, begin + at)
        work.rest[begin + column] = total
    for at in range(count):
        total = 0.0
        for column in range(at, count):
            total += matrix[at * count + column] * work.rest[begin + column]
        work.way[begin + at] = 1.0 - total
        left += of_prior(rules, work, begin + at) * work.way[begin + at]
    return 1.0 / left


def of_prior(rules: Any, work: Any, at: int) -> float:
    """What the prior adds to the curvature of a rating."""
    return 2.0 * rules.prior_middle * bend_of(work.found[at])


def inverse_of(curvature: Floats, even: float, of_prior: Floats) -> Floats:
    """The covariance of a group, the inverse of its curvature; what a prior adds may be nothing.

    curvature : float64[n, n], with ``even``, which fixes the mean, added to every cell
    of_prior : float64[n], what the prior adds to the diagonal
    """
    inverse = np.linalg.inv(curvature)
    if not of_prior.any():
        return np.asarray(inverse - 1.0 / (even * len(curvature) ** 2))
    way = 1.0 - inverse @ of_prior
    return np.asarray(inverse + np.outer(way, way) / (of_prior @ way))
