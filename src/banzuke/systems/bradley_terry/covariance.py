"""Deviations: of a group's ratings from the covariance of all of them together."""

from __future__ import annotations

import math
from typing import Any

from banzuke.systems.bradley_terry.fit import bend_of


def find_variances(rules: Any, work: Any, begin: int, end: int) -> bool:
    """Write the variance of each member's rating into ``work.image``, units²; False if it fails.

    The covariance is the inverse of the curvature; where no prior says where the middle is, of
    what is left when the mean is fixed. A Cholesky factor is inverted in its place.
    """
    if end - begin > rules.joint_up_to:
        for at in range(begin, end):
            work.image[work.member[at]] = 1.0 / work.curve[work.member[at]]
        return True
    count = end - begin
    even = fill_matrix(rules, work, begin, end)
    if not factor(work.matrix, count):
        return False
    invert(work.matrix, count)
    for at in range(count):
        total = 0.0
        for row in range(at, count):
            part = work.matrix[row * count + at]
            total += part * part
        if even > 0.0:
            total -= 1.0 / (even * count * count)
        if not total > 0.0:
            return False
        work.image[work.member[begin + at]] = total
    return True


def fill_matrix(rules: Any, work: Any, begin: int, end: int) -> float:
    """Write the curvature of a group, and add to every cell what fixes the mean; return that."""
    count = end - begin
    matrix = work.matrix
    even = 0.0
    for at in range(begin, end):
        work.place[work.member[at]] = at - begin
        even += work.curve[work.member[at]] / count / count
    if rules.prior_middle > 0.0:
        even = 0.0
    for cell in range(count * count):
        matrix[cell] = even
    for at in range(count):
        one = work.member[begin + at]
        matrix[at * count + at] += 2.0 * rules.prior_middle * bend_of(work.found[one])
        for row in range(work.head[one], work.head[one + 1]):
            if work.bend[row] > 0.0:
                matrix[at * count + at] += work.bend[row]
                matrix[at * count + work.place[work.other[row]]] -= work.bend[row]
    return even


def factor(matrix: Any, count: int) -> bool:
    """The lower Cholesky factor, in the place of the matrix's lower half; False if there is none.

    The upper half is the transposed factor: so that the innermost loops run along rows.
    """
    for at in range(count):
        head = at * count
        if not matrix[head + at] > 0.0:
            return False
        root = math.sqrt(matrix[head + at])
        for column in range(at, count):
            matrix[head + column] /= root
        for row in range(at + 1, count):
            part = matrix[head + row]
            if part != 0.0:
                line = row * count
                for column in range(row, count):
                    matrix[line + column] -= part * matrix[head + column]
    return True


def invert(matrix: Any, count: int) -> None:
    """The inverse of the lower factor, in the lower half; its transpose stands in the upper one."""
    for row in range(count):
        line = row * count
        root = matrix[line + row]
        for column in range(row):
            matrix[line + column] = 0.0
        for above in range(row):
            part = matrix[above * count + row]
            if part != 0.0:
                head = above * count
                for column in range(above + 1):
                    matrix[line + column] -= part * matrix[head + column]
        for column in range(row):
            matrix[line + column] /= root
        matrix[line + row] = 1.0 / root
