"""Named tuples of arrays go from part to part of a kernel by where they lie."""

from __future__ import annotations

import gc
from typing import Any, NamedTuple

import numpy as np
import pytest

from banzuke.numeric.compiling import compiled


class Chain(NamedTuple):
    """Arrays of two types, and a number."""

    first: Any
    weight: Any
    scale: float


class Scratch(NamedTuple):
    """A named tuple inside another one."""

    total: Any
    chain: Chain


class Columns(NamedTuple):
    """Fields of one type, which a kernel may also read by number."""

    rating: Any
    deviation: Any


class Span(NamedTuple):
    """Numbers alone."""

    low: float
    high: float


def scratch() -> Scratch:
    """Some numbers."""
    return Scratch(np.zeros(2), Chain(np.array([1, 0]), np.array([0.5, 0.25]), 3.0))


def fill(work: Scratch) -> float:
    """Write through a part, which hands on what it was handed."""
    total = 0.0
    for at in range(len(work.total)):
        weigh(work.total, work.chain, at)
        total += work.total[at]
    return total


def weigh(total: Any, chain: Chain, at: int) -> None:
    """Write one number; the chain came out of another named tuple."""
    total[at] = scaled(chain, chain.first[at])


def scaled(chain: Chain, at: int) -> float:
    """A number of a part that was handed a part."""
    return chain.weight[at] * chain.scale


def swap(state: Columns) -> float:
    """Read columns by number in a part."""
    for column in range(2):
        double(state, column)
    return state.rating[0] + state.deviation[0]


def double(state: Columns, column: int) -> None:
    """Write a column by its number."""
    state[column][0] *= 2.0


def last_width(columns: Columns) -> float:
    """The width of a span that parts made and changed, in turn."""
    span = Span(0.0, 1.0)
    for at in range(len(columns.rating)):
        before = span
        span = widened(span, columns, at)
        if width(before) > width(span):
            return -1.0
    return width(span)


def widened(span: Span, columns: Columns, at: int) -> Span:
    """A wider span, made by a part."""
    return Span(span.low - columns.rating[at], span.high + columns.deviation[at])


def width(span: Span) -> float:
    """How wide a span is; it is unpacked."""
    low, high = span
    return high - low


def first_total(work: Scratch) -> float:
    """A kernel with a part that returns what it was given."""
    return same(work).total[0]


def same(work: Scratch) -> Scratch:
    """What a part must not do."""
    return work


def test_parts_read_and_write_what_they_are_handed():
    """Fields of named tuples in named tuples are those of Python, and arrays are written to."""
    plain, fast = scratch(), scratch()
    assert compiled(fill)(fast) == fill(plain) == 2.25
    assert fast.total.tolist() == plain.total.tolist() == [0.75, 1.5]


def test_fields_by_number():
    """Where all fields are of one type a part may take them by number."""
    plain, fast = (Columns(np.array([1.5]), np.array([0.25])) for _ in range(2))
    assert compiled(swap)(fast) == swap(plain) == 3.5


def test_numbers_alone_are_handed_as_they_are():
    """Named tuples without arrays are made, returned and unpacked by parts."""
    columns = Columns(np.array([1.0, 2.0]), np.array([0.5, 0.25]))
    assert compiled(last_width)(columns) == last_width(columns) == 4.75


def test_no_part_returns_what_it_was_handed():
    """Where it lies may be gone by then: the compiler refuses such a part."""
    with pytest.raises(Exception, match="returns no named tuple that it was given"):
        compiled(first_total)(scratch())


def test_compiling_leaves_the_collector_as_it_was(tmp_path, monkeypatch):
    """Garbage is looked for again after a kernel was compiled, and after one was refused."""
    monkeypatch.setenv("BANZUKE_CACHE", str(tmp_path))
    compiled.__wrapped__(fill)(scratch())
    assert gc.isenabled()
    with pytest.raises(Exception, match="named tuple"):
        compiled.__wrapped__(first_total)(scratch())
    assert gc.isenabled()
