"""Contests as duels of each pair: points, and their share."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

import banzuke as bz
from banzuke.parts.contests import points_share, tied_until


@given(groups=st.lists(st.integers(1, 4), min_size=1, max_size=5))
def test_points_of_a_contest(groups: list[int]):
    """Each pair shares out one point: the history's scores are what pairs give, one by one."""
    places = [1 + sum(groups[:number]) for number, size in enumerate(groups) for _ in range(size)]
    rows = [
        {"event": "E", "player": f"P{number:02d}", "place": place, "date": "2024-05-01"}
        for number, place in enumerate(places)
    ]
    found = bz.rate(rows, "codeforces").history_frame().sort("player")["score"].to_list()
    wanted = [
        sum(1.0 if other > place else 0.5 if other == place else 0.0 for other in places) - 0.5
        for place in places
    ]
    assert found == wanted


def test_who_shares_a_place():
    """The entry after the last of those who share a place; the end bounds it."""
    places = [1, 1, 3, 4, 4, 4]
    assert [tied_until(places, first, 6) for first in (0, 2, 3)] == [2, 3, 6]
    assert tied_until(places, 3, 5) == 5


def test_share_of_the_points():
    """All of a contest's points make 1; who is alone has it."""
    assert points_share(1.0, 2) == 1.0
    assert points_share(2.0, 4) == pytest.approx(1 / 3)
    assert points_share(0.0, 1) == 1.0
