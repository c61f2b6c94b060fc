"""A period rated once more: kept while its entries are asked about, and never mixed up."""

from __future__ import annotations

from typing import Any

import numpy as np

from banzuke.engine.rated import Rated
from banzuke.parts.one_period import Memory, state_and_record
from builders import rate, rules

GAMES = """
    date       player_1 player_2 result
    2024-01-01 A        B        1-0
    2024-01-02 B        C        1-0
    2024-02-01 A        C        1-0
"""


class _Counted:
    """A kernel that counts how often it runs, and leaves a mark in its scratch."""

    def __init__(self) -> None:
        self.runs = 0

    def __call__(self, *arguments: Any) -> None:
        state, work, first = arguments[0], arguments[4], arguments[5]
        self.runs += 1
        work[0] = first + 1.0
        state[0][0] += 1.0


def _asked(kernel: _Counted, rated: Rated, state: Any, game: int) -> tuple[Any, float]:
    work = np.zeros(1)
    after, _ = state_and_record(kernel, state, rated.runs[0].pool.log, (), work, game)
    return after, float(work[0])


def test_a_period_is_rated_once():
    """While a memory is used, games of one period cost one replay, and leave the same scratch."""
    rated, kernel, memory = rate(GAMES, rules(base="glicko2")), _Counted(), Memory()
    state = rated.runs[0].start
    with memory.used():
        first = _asked(kernel, rated, state, 0)
        second = _asked(kernel, rated, state, 1)
    assert kernel.runs == 1
    assert first[0] is second[0]
    assert first[1] == second[1] == 1.0


def test_other_periods_and_states_are_rated_anew():
    """Another period, another state or another kernel is never answered from memory."""
    rated, kernel, memory = rate(GAMES, rules(base="glicko2")), _Counted(), Memory()
    start, other = rated.runs[0].start, rated.runs[0].state
    with memory.used():
        assert _asked(kernel, rated, start, 0)[1] == 1.0
        assert _asked(kernel, rated, start, 2)[1] == 2.0
        _asked(kernel, rated, other, 2)
        another = _Counted()
        _asked(another, rated, other, 2)
    assert (kernel.runs, another.runs) == (3, 1)


def test_nothing_is_kept_without_a_memory():
    """Outside of one, every question is a replay of its own."""
    rated, kernel = rate(GAMES, rules(base="glicko2")), _Counted()
    for _ in range(2):
        _asked(kernel, rated, rated.runs[0].start, 0)
    assert kernel.runs == 2
