"""Columns of millions of values, looked up and counted in the processor's cache."""

from __future__ import annotations

from typing import Any, TypeVar

import numpy as np
from numpy.typing import NDArray

Ints = NDArray[np.int64]

Scalar = TypeVar("Scalar", bound=np.generic)

# So many values of eight bytes lie in the processor's cache.
BLOCK = 1 << 16


def same_value(value: Scalar, count: int) -> NDArray[Scalar]:
    """One value ``count`` times, read-only, without the memory for it; see ``is_same_value``."""
    return np.broadcast_to(value, count)


def is_same_value(values: NDArray[Any]) -> bool:
    """Whether a column is one value, made by ``same_value``: what holds for one holds for all."""
    return values.strides == (0,) and len(values) > 0


def counts_of(codes: NDArray[np.unsignedinteger[Any]]) -> Ints:
    """How often each code occurs, int64[highest code + 1]."""
    counts = np.zeros(int(codes.max(initial=0)) + 1, dtype=np.int64)
    block = max(BLOCK, 4 * len(counts))
    for begin in range(0, len(codes), block):
        # In blocks, because the codes are made wider to be counted.
        counts += np.bincount(codes[begin : begin + block], minlength=len(counts))
    return counts


def look_up(
    table: NDArray[Scalar], index: NDArray[np.integer[Any]], into: NDArray[Scalar] | None = None
) -> NDArray[Scalar]:
    """``table[index]``, block by block: what lies between stays in the processor's cache."""
    found = np.empty(len(index), dtype=table.dtype) if into is None else into
    for begin in range(0, len(index), BLOCK):
        part = slice(begin, begin + BLOCK)
        found[part] = table.take(index[part])
    return found
