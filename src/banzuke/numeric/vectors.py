"""Sums over columns whose order moves no bit: what is added up is put on a grid first."""

from __future__ import annotations

from typing import Any

from banzuke.numeric.exact_sums import on_grid, span_of


def product_of(left: Any, right: Any, begin: int, end: int) -> float:
    """The sum of the products of two columns, from ``begin`` to ``end - 1``."""
    largest = 0.0
    for at in range(begin, end):
        largest = max(largest, abs(left[at] * right[at]))
    grid = span_of(largest * (end - begin))
    total = 0.0
    for at in range(begin, end):
        total += on_grid(left[at] * right[at], grid)
    return total


def take_mean(column: Any, begin: int, end: int) -> None:
    """Take the mean off each value from ``begin`` to ``end - 1``."""
    largest = 0.0
    for at in range(begin, end):
        largest = max(largest, abs(column[at]))
    grid = span_of(largest * (end - begin))
    total = 0.0
    for at in range(begin, end):
        total += on_grid(column[at], grid)
    mean = total / (end - begin)
    for at in range(begin, end):
        column[at] -= mean
