"""Dense matrices that are positive definite: their Cholesky factor, its inverse, in their place.

Matrices are flat, row by row, of ``count`` rows, and only what stands on and above the diagonal is
read and written; below it there are zeros. Work goes block by block, so that rows are used while
they are near.
"""

from __future__ import annotations

import math
from typing import Any

#: So many rows are a block; so many columns of them a strip.
BLOCK = 32
STRIP = 256


def factor(matrix: Any, count: int) -> bool:
    """Write the upper factor U over the matrix, U transposed × U; False if there is none."""
    for begin in range(0, count, BLOCK):
        end = min(begin + BLOCK, count)
        if not factor_rows(matrix, count, begin, end):
            return False
        for strip in range(end, count, STRIP):
            after = min(strip + STRIP, count)
            for row in range(end, after):
                take_rows(matrix, (row, row, count), matrix, (begin, end), (strip, after))
    return True


def factor_rows(matrix: Any, count: int, begin: int, end: int) -> bool:
    """Write the rows of a block, from which those of all blocks above are taken off already."""
    for at in range(begin, end):
        head = at * count
        if not matrix[head + at] > 0.0:
            return False
        root = math.sqrt(matrix[head + at])
        for column in range(at, count):
            matrix[head + column] /= root
        for row in range(at + 1, end):
            part = matrix[head + row]
            line = row * count
            for column in range(row, count):
                matrix[line + column] -= part * matrix[head + column]
    return True


def take_rows(
    matrix: Any,
    place: tuple[int, int, int],
    shares: Any,
    span: tuple[int, int],
    strip: tuple[int, int],
) -> None:
    """Take rows of the factor, ``span``, off a row, each times a share, in a strip of columns.

    place : the row, the column from which it has anything, and count; the share of row a is
    ``shares[a * count + row]``
    """
    row, begin, count = place
    line, first, after = row * count, max(begin, strip[0]), strip[1]
    at = span[0]
    while at + 4 <= span[1]:
        one = at * count
        two, three, four = one + count, one + 2 * count, one + 3 * count
        a, b = shares[one + row], shares[two + row]
        c, d = shares[three + row], shares[four + row]
        for column in range(first, after):
            matrix[line + column] = (
                matrix[line + column]
                - a * matrix[one + column]
                - b * matrix[two + column]
                - c * matrix[three + column]
                - d * matrix[four + column]
            )
        at += 4
    while at < span[1]:
        one = at * count
        a = shares[one + row]
        for column in range(first, after):
            matrix[line + column] -= a * matrix[one + column]
        at += 1


def invert(matrix: Any, panel: Any, count: int) -> None:
    """Write the inverse of the upper factor over it; it, too, is upper.

    panel : float64[BLOCK × count], scratch
    """
    blocks = (count + BLOCK - 1) // BLOCK
    for number in range(blocks):
        begin = (blocks - 1 - number) * BLOCK
        end = min(begin + BLOCK, count)
        for row in range(begin, end):
            for column in range(row, count):
                panel[(row - begin) * count + column] = matrix[row * count + column]
                matrix[row * count + column] = 0.0
        for strip in range(end, count, STRIP):
            after = min(strip + STRIP, count)
            for row in range(begin, end):
                take_below(matrix, panel, (row, row - begin, count), end, (strip, after))
        for back in range(end - begin):
            finish_row(matrix, panel, (end - 1 - back, begin, end), count)


def take_below(
    matrix: Any, panel: Any, place: tuple[int, int, int], begin: int, strip: tuple[int, int]
) -> None:
    """Take the rows below a block, inverted already, off a row of it, in a strip of columns.

    place : the row, the row of the panel, and count; begin : the first row below
    """
    row, of_panel, count = place
    line, own, after = row * count, of_panel * count, strip[1]
    at = begin
    while at + 4 <= after:
        one = at * count
        two, three, four = one + count, one + 2 * count, one + 3 * count
        a, b, c, d = panel[own + at], panel[own + at + 1], panel[own + at + 2], panel[own + at + 3]
        for column in range(max(at, strip[0]), after):
            matrix[line + column] = (
                matrix[line + column]
                - a * matrix[one + column]
                - b * matrix[two + column]
                - c * matrix[three + column]
                - d * matrix[four + column]
            )
        at += 4
    while at < after:
        a = panel[own + at]
        for column in range(max(at, strip[0]), after):
            matrix[line + column] -= a * matrix[at * count + column]
        at += 1


def finish_row(matrix: Any, panel: Any, place: tuple[int, int, int], count: int) -> None:
    """Take off the rows below within the block, and divide; place : row, begin and end of it."""
    row, begin, end = place
    line, own = row * count, (row - begin) * count
    matrix[line + row] = 1.0
    for at in range(row + 1, end):
        part = panel[own + at]
        for column in range(at, count):
            matrix[line + column] -= part * matrix[at * count + column]
    root = panel[own + row]
    for column in range(row, count):
        matrix[line + column] /= root


def square_of(matrix: Any, row: int, count: int) -> float:
    """The diagonal element of the inverse of the whole: a row of the inverted factor, squared."""
    total = 0.0
    for column in range(row, count):
        part = matrix[row * count + column]
        total += part * part
    return total


def product_of_rows(matrix: Any, row: int, other: int, count: int) -> float:
    """An element of the inverse of the whole, from two rows of the inverted factor."""
    total = 0.0
    for column in range(max(row, other), count):
        total += matrix[row * count + column] * matrix[other * count + column]
    return total
