"""Deviations of all days of a group together: the diagonal of the inverse of the curvature.

Rows are taken by day, so that each reaches back no farther than to its player's day before.
Only cells from a row's first one to its diagonal are kept; the inverse is needed there only
(K. Takahashi, J. Fagan, M. Chen, 1973).
"""

from __future__ import annotations

from typing import Any

from banzuke.parts.meetings import opponent_of


def find_joint_variances(work: Any, begin: int, end: int) -> bool:
    """Write ``work.joint`` and ``work.tied`` of a group's nodes, units².

    False if the equations are too far gone.
    """
    fill_rows(work, begin, end)
    if not factor_rows(work, begin, end):
        return False
    invert_rows(work, begin, end)
    for row in range(begin, end):
        variance = work.matrix[work.cell[row] + row]
        if not variance > 0.0:
            return False
        node = work.order[row]
        work.joint[node] = variance
        if work.chains.link[node] > 0.0:
            work.tied[node] = work.matrix[work.cell[row] + work.rank[node - 1]]
    return True


def fill_rows(work: Any, begin: int, end: int) -> None:
    """Write the curvature into the rows."""
    for row in range(begin, end):
        node, cell = work.order[row], work.cell[row]
        for column in range(work.low[row], row):
            work.matrix[cell + column] = 0.0
        work.matrix[cell + row] = work.chains.curve[node]
        if work.chains.link[node] > 0.0:
            work.matrix[cell + work.rank[node - 1]] -= work.chains.link[node]
        for slot in range(work.days.slots[node], work.days.slots[node + 1]):
            column = work.rank[work.days.node[opponent_of(work.days.entry[slot])]]
            if column < row:
                work.matrix[cell + column] -= work.chains.bend[work.days.game[slot]]


def factor_rows(work: Any, begin: int, end: int) -> bool:
    """L D L' in the place of the rows, D on the diagonal; False if it cannot be."""
    for row in range(begin, end):
        cell, low = work.cell[row], work.low[row]
        for column in range(low, row):
            other = work.cell[column]
            total = work.matrix[cell + column]
            for at in range(max(low, work.low[column]), column):
                total -= work.matrix[cell + at] * work.matrix[other + at]
            work.matrix[cell + column] = total
        pivot = work.matrix[cell + row]
        for column in range(low, row):
            part = work.matrix[cell + column]
            if part != 0.0:
                scaled = part / work.matrix[work.cell[column] + column]
                pivot -= part * scaled
                work.matrix[cell + column] = scaled
        if not pivot > 0.0:
            return False
        work.matrix[cell + row] = pivot
    return True


def invert_rows(work: Any, begin: int, end: int) -> None:
    """The inverse, where the rows have cells, in the place of the factor; from the last row up."""
    for step in range(end - begin):
        at = end - 1 - step
        last = work.reach[at] + 1
        for row in range(at + 1, last):
            work.column[row - begin] = 0.0
            if work.low[row] <= at:
                work.column[row - begin] = work.matrix[work.cell[row] + at]
        variance = 1.0 / work.matrix[work.cell[at] + at]
        for row in range(at + 1, last):
            if work.low[row] <= at:
                total = inverse_part(work, row, at, begin)
                work.matrix[work.cell[row] + at] = total
                variance -= work.column[row - begin] * total
        work.matrix[work.cell[at] + at] = variance


def inverse_part(work: Any, row: int, at: int, begin: int) -> float:
    """A cell of the inverse, by those of the later columns."""
    cell = work.cell[row]
    total = 0.0
    for other in range(max(at + 1, work.low[row]), row + 1):
        total -= work.column[other - begin] * work.matrix[cell + other]
    for other in range(row + 1, work.reach[at] + 1):
        part = work.column[other - begin]
        if part != 0.0:
            total -= part * work.matrix[work.cell[other] + row]
    return total
