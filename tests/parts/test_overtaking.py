"""The search for how few results decide."""

from __future__ import annotations

import numpy as np
import pytest

from banzuke.parts.overtaking import fewest, leader_of, rivals_of


@pytest.mark.parametrize("most", [1, 2, 7, 100])
def test_the_fewest_are_found(most: int):
    """Wherever the first place changes hands, that number is found; beyond all there is none."""
    for change in range(1, most + 1):
        assert fewest(most, lambda many, change=change: many < change) == change
    assert fewest(most, lambda many: True) is None
    assert fewest(0, lambda many: False) is None


def test_who_is_first_and_who_follows():
    """Of two alike the one who was first still is; rivals are of the group, the next ones first."""
    rating = np.array([5.0, 7.0, 9.0, 7.0])
    group = np.array([0, 0, 1, 0])
    assert rivals_of(rating, group, 1) == [3, 0]
    members = np.array([0, 1, 3])
    assert leader_of(np.array([1.0, 2.0, 2.0]), members, 3) == 3
    assert leader_of(np.array([3.0, np.nan, 2.0]), members, 3) == 0
    # Of a first one without a number nobody is known to be ahead.
    assert leader_of(np.array([3.0, 2.0, np.nan]), members, 3) == 3
