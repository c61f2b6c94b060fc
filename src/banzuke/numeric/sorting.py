"""Sorting inside a kernel, in place: a heap sort of two columns together."""

from __future__ import annotations

from typing import Any

# Columns are arrays where kernels are compiled, memoryviews where they are not.
Column = Any


def sort_pairs(first: Column, second: Column, begin: int, end: int) -> None:
    """Sort ``begin`` to ``end - 1`` of two columns together, by the first, then the second."""
    count = end - begin
    for root in range(count // 2 - 1, -1, -1):
        sink(first, second, begin, root, count)
    for last in range(count - 1, 0, -1):
        swap(first, second, begin, begin + last)
        sink(first, second, begin, 0, last)


def sink(first: Column, second: Column, begin: int, root: int, count: int) -> None:
    """Let a pair sink to its level in the heap of the first ``count`` pairs."""
    while 2 * root + 1 < count:
        child = 2 * root + 1
        if child + 1 < count and precedes(first, second, begin + child, begin + child + 1):
            child += 1
        if not precedes(first, second, begin + root, begin + child):
            return
        swap(first, second, begin + root, begin + child)
        root = child


def precedes(first: Column, second: Column, one: int, two: int) -> bool:
    """Whether pair ``one`` is the smaller."""
    if first[one] != first[two]:
        return first[one] < first[two]
    return second[one] < second[two]


def swap(first: Column, second: Column, one: int, two: int) -> None:
    """Exchange two pairs."""
    kept_first, kept_second = first[one], second[one]
    first[one], second[one] = first[two], second[two]
    first[two], second[two] = kept_first, kept_second
