"""Games of which only the rows say which comes first, where that can move a number."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import banzuke as bz
from banzuke.engine.ties import count_followers, decided_by_rows
from banzuke.model.ordering import total_order
from banzuke.numeric.compiling import compiled

a_game = st.tuples(
    st.sampled_from("ABCDE"), st.sampled_from("FGHIJ"), st.sampled_from(["", "x", "y"])
)


@given(days=st.lists(st.lists(a_game, max_size=6), min_size=1, max_size=4), apart=st.booleans())
def test_against_a_walk(days, apart):
    """A game follows by its row if one of its players has an earlier game of the day (and pool)."""
    rows, wanted = [], []
    for number, games in enumerate(days):
        seen: set[tuple[str, str]] = set()
        for one, two, pool in games:
            here = {(name, pool if apart else "") for name in (one, two)}
            if here & seen:
                wanted.append(len(rows))
            seen |= here
            day = f"2024-01-{number + 1:02d}"
            rows.append({"date": day, "player_1": one, "player_2": two, "result": "1-0"})
            rows[-1]["pool"] = pool or None
    if not rows:
        return
    results = bz.read(rows)
    found = decided_by_rows(results, total_order(results), None, pools_apart=apart)
    assert found == (len(wanted), wanted[0] if wanted else -1)


@pytest.mark.parametrize("kernel", [count_followers, compiled(count_followers)])
def test_compiled_or_not(kernel):
    """Both count the same games: in their order, those that count, and in each pool."""
    player = np.array([0, 1, 2, 3, 1, 4, 0, 1], dtype=np.uint32)
    first = np.array([0, 2, 4, 6, 8], dtype=np.uint32)
    tied = np.array([False, True, True, True])
    order = np.zeros(0, dtype=np.int64)
    every, no_pool = np.zeros(0, dtype=np.bool_), np.zeros(0, dtype=np.int32)

    def found(tied, order, counted, pool):
        seen = np.zeros((3, 5), dtype=np.int32)
        return kernel(tied, order, counted, pool, first, player, seen)

    assert found(tied, order, every, no_pool) == (2, 2)
    assert found(np.array([False, True, True, False]), order, every, no_pool) == (1, 2)
    assert found(tied, np.array([3, 1, 2, 0]), every, no_pool) == (2, 2)
    assert found(tied, order, np.array([False, True, True, True]), no_pool) == (1, 3)
    assert found(tied, order, every, np.array([0, 0, -1, 1], dtype=np.int32)) == (0, -1)
