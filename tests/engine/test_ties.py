"""Games of which only the rows say which comes first, where that can move a number."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import banzuke as bz
from banzuke.engine.ties import decided_by_rows, mark_followers
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
    assert found.tolist() == wanted


@pytest.mark.parametrize("kernel", [mark_followers, compiled(mark_followers)])
def test_compiled_or_not(kernel):
    """Both mark the same games."""
    player = np.array([0, 1, 2, 3, 1, 4, 0, 1], dtype=np.uint32)
    first = np.array([0, 2, 4, 6, 8], dtype=np.uint32)
    follows = np.zeros(4, dtype=np.bool_)
    none = np.zeros(0, dtype=np.int64)
    seen = np.full(6, -1, dtype=np.int64)
    kernel(np.arange(4), np.array([0, 0, 0, 1]), none, first, player, seen, follows)
    assert follows.tolist() == [False, False, True, False]
