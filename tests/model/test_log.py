"""The game log: which period holds a game, which game holds an entry."""

from __future__ import annotations

import numpy as np
import pytest

from banzuke.model.log import holder, holders

#: Three games: of two entries, of none, of three.
BOUNDS = np.array([0, 2, 2, 5], dtype=np.uint32)


@pytest.mark.parametrize("bounds", [BOUNDS, memoryview(BOUNDS)], ids=["array", "memoryview"])
def test_who_holds_what(bounds):
    """The first and the last of a game are its own; a game of nothing holds nothing."""
    assert [holder(bounds, entry) for entry in range(5)] == [0, 0, 2, 2, 2]
    assert holders(bounds, np.arange(5)).tolist() == [0, 0, 2, 2, 2]
    assert holders(bounds, np.zeros(0, dtype=np.int64)).tolist() == []
