"""Faults that users of other Elo programs reported, and the right behaviour."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

import banzuke as bz


def expected(lead: float, **settings: object) -> list[float]:
    """The expected scores of two players, the first of whom leads."""
    rows = [{"player_1": "A", "player_2": "B", "result": "1-0"}]
    held = {**settings, "k": 0.0}
    ratings = bz.rate(rows, "elo", {"A": 1500.0 + lead, "B": 1500.0}, parameters=held)
    return ratings.predict([["A"], ["B"]])


@given(
    lead=st.floats(-1e5, 1e5, allow_nan=False),
    curve=st.sampled_from(["logistic", "normal"]),
)
def test_expected_scores_are_shares(lead: float, curve: str):
    """Every expectation is from 0 to 1 and the two sum to 1; equals have a half each."""
    one, two = expected(lead, expectation=curve)
    assert 0 <= one <= 1
    assert one + two == 1
    assert expected(0, expectation=curve) == [0.5, 0.5]


@pytest.mark.parametrize("curve", ["logistic", "normal"])
def test_a_draw_counts_a_half_once(curve: str):
    """A draw of equals moves nobody."""
    found = bz.rate_game("elo", [[1500], [1500]], [1, 1], parameters={"expectation": curve})
    assert found == [[(1500.0,)], [(1500.0,)]]


def test_a_floor_is_held_and_told():
    """A loss at the floor ends there and the list goes on; a rating given below it is refused."""
    rows = [{"game": str(n), "player_1": "A", "player_2": "B", "result": "1-0"} for n in range(9)]
    settings = {"floor": 100.0, "k": 32.0}
    ratings = bz.rate(rows, "elo", {"A": 110.0, "B": 110.0}, parameters=settings)
    assert ratings.history("B")["after"].min() == 100.0
    told = ratings.explain("B", game="3")
    assert told.terms[-1].name == "up to the floor"
    assert told.after == 100.0
    with pytest.raises(bz.PlayersRefused, match="99 is below the floor, 100"):
        bz.rate(rows, "elo", {"A": 99.0}, parameters=settings)


def test_halves_stay():
    """1000 beats 1000 with K = 25: 1012.5 and 987.5, not 1012 and 987."""
    found = bz.rate_game("elo", [[1000], [1000]], [1, 2], parameters={"k": 25.0})
    assert found == [[(1012.5,)], [(987.5,)]]


def test_ten_thousand_games_lose_nothing():
    """After 10,000 games of two the ratings still sum to what they began with, exactly."""
    rows = [
        {"game": str(n), "player_1": "A", "player_2": "B", "result": "1-0" if n % 3 else "0-1"}
        for n in range(10_000)
    ]
    listed = bz.rate(rows, "elo", {"A": 1000.0, "B": 1000.0}).listing.listed
    assert listed["rating"].sum() == 2000.0


def test_one_game_of_sixty_four():
    """K = 32 shared among 63 duels: the winner gains 16, the last loses 16, and the sum is 0."""
    sides = [[1000.0]] * 64
    settings = {"k_share": "per opponent"}
    after = bz.rate_game("elo", sides, list(range(1, 65)), parameters=settings)
    changes = [side[0][0] - 1000.0 for side in after]
    assert changes[0] == pytest.approx(16.0)
    assert changes[-1] == pytest.approx(-16.0)
    assert sum(changes) == 0.0


def test_the_scale_is_alive():
    """Halving the scale squares the odds: 10 to 1 becomes 100 to 1."""
    assert expected(400)[0] == pytest.approx(10 / 11)
    assert expected(400, scale=200.0)[0] == pytest.approx(100 / 101)
    with pytest.raises(bz.UnknownName, match="scale"):
        bz.load_rulebook("elo", {"scales": 200.0})
