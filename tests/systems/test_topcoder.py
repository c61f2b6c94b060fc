"""Topcoder against a second plain reckoning, published formulas worked by hand, and its edges."""

from __future__ import annotations

import math
from dataclasses import dataclass
from statistics import NormalDist
from typing import Any

import numpy as np
import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st

import banzuke as bz
from banzuke.engine.rulebook import load_rulebook
from banzuke.systems.topcoder import State
from banzuke.systems.topcoder.challenge import challenge_factor

Player = tuple[float, float, int]
RULES = "topcoder-draft"


@dataclass(frozen=True)
class Reading:
    """The settings, as the reference takes them."""

    newcomers: str = "after"
    first_volatility: float = 385.0
    cap_whole: bool = True
    lowest_rating: float = 1.0
    rounding: str = "none"


def reckoned(players: list[Player], places: list[int], reading: Reading) -> list[Player]:
    """Rating, volatility and contests of everybody after a challenge, by the page's formulas."""
    after = []
    for me, (rating, volatility, times) in enumerate(players):
        group = range(len(players))
        if reading.newcomers == "after" and times > 0:
            group = [one for one in group if players[one][2] > 0]
        count = len(group)
        factor = 0.0
        if count > 1:
            mean = math.fsum(players[one][0] for one in group) / count
            squares = math.fsum(players[one][1] ** 2 for one in group) / count
            spread = math.fsum((players[one][0] - mean) ** 2 for one in group) / (count - 1)
            factor = math.sqrt(squares + spread)
        expected = 0.0
        for one in group:
            other, vol, _ = players[one]
            curve = NormalDist(0.0, math.hypot(volatility, vol))
            expected += curve.cdf(other - rating)
        better = sum(places[one] < places[me] for one in group)
        sharing = sum(places[one] == places[me] for one in group)
        normal = NormalDist()
        difference = normal.inv_cdf(expected / count)
        difference -= normal.inv_cdf((better + sharing / 2) / count)
        performed = rating + factor * difference
        f = 0.18 + 0.42 / (times + 1)
        weight = f / (1 - f) * (0.8 if rating >= 2500 else 0.9 if rating >= 2000 else 1.0)
        cap = 150 + (1500 // (times + 2) if reading.cap_whole else 1500 / (times + 2))
        new = (rating + weight * performed) / (1 + weight)
        new = max(min(max(new, rating - cap), rating + cap), reading.lowest_rating)
        if reading.rounding == "whole":
            new = math.floor(new + 0.5)
        vol = math.sqrt((new - rating) ** 2 / weight + volatility**2 / (weight + 1))
        if reading.rounding == "whole":
            vol = max(math.floor(vol + 0.5), 1)
        if times == 0 and reading.first_volatility > 0:
            vol = reading.first_volatility
        after.append((new, vol, times + 1))
    return after


def rows_of(places: list[int], **more: Any) -> list[dict[str, Any]]:
    """A challenge as standings."""
    return [
        {"event": "E", "player": f"P{number:02d}", "place": place, "date": "2024-05-01", **more}
        for number, place in enumerate(places)
    ]


def frame_of(players: list[Player]) -> pl.DataFrame:
    """A players file."""
    return pl.DataFrame(
        {
            "player": [f"P{number:02d}" for number in range(len(players))],
            "rating": [float(rating) for rating, _, _ in players],
            "volatility": [float(volatility) for _, volatility, _ in players],
            "games": [float(times) for _, _, times in players],
        }
    )


def rated(players: list[Player], places: list[int], **settings: Any) -> bz.Ratings:
    """A challenge, rated."""
    return bz.rate(rows_of(places), RULES, frame_of(players), parameters=settings)


def state_after(ratings: bz.Ratings) -> list[Player]:
    """Rating, volatility and contests of everybody, in the order of the players."""
    history = ratings.history_frame().sort("player")
    return list(history.select("after", "volatility_after", "games_after").iter_rows())


@st.composite
def challenges(draw: st.DrawFn) -> tuple[list[Player], list[int]]:
    """Players, new and old, near and far, and places with ties."""
    rating = st.sampled_from([1200.0, 1999.0, 2000.0, 2500.0]) | st.floats(0, 3500)
    volatility = st.sampled_from([150.0, 385.0]) | st.floats(60, 900)
    member = st.tuples(rating, volatility, st.integers(0, 3) | st.integers(0, 200))
    players = draw(st.lists(member | st.just((1200.0, 515.0, 0)), min_size=1, max_size=12))
    places = [1]
    for number in range(2, len(players) + 1):
        places.append(draw(st.sampled_from([number, number, places[-1]])))
    return players, draw(st.permutations(places))


@given(
    challenge=challenges(),
    reading=st.builds(
        Reading,
        newcomers=st.sampled_from(["after", "together"]),
        first_volatility=st.sampled_from([0.0, 385.0]),
        cap_whole=st.booleans(),
        lowest_rating=st.sampled_from([0.0, 1.0, 300.0]),
    )
    | st.just(Reading()),
)
def test_challenges_against_a_plain_reckoning(
    challenge: tuple[list[Player], list[int]], reading: Reading
):
    """Challenges of any players, places and settings give what the formulas give, one by one."""
    players, places = challenge
    found = state_after(rated(players, places, **vars(reading)))
    for mine, wanted in zip(found, reckoned(players, places, reading), strict=True):
        # Where volatilities are small and ratings far apart, the tail of the curve has few digits.
        assert mine == pytest.approx(wanted, rel=1e-6, abs=1e-6)


@given(challenge=challenges())
def test_whole_points(challenge: tuple[list[Player], list[int]]):
    """With rounding, ratings and volatilities are whole and at most half a point from exact."""
    players, places = challenge
    players = [(float(round(rating)), vol, times) for rating, vol, times in players]
    exact = state_after(rated(players, places))
    whole = state_after(rated(players, places, rounding="whole"))
    for (rating, _, _), (found, volatility, _) in zip(exact, whole, strict=True):
        assert found == math.floor(found)
        assert volatility == math.floor(volatility) >= 1
        assert abs(found - rating) <= 0.5 + 1e-6


def test_three_members():
    """The challenge factor, the performances, ratings and volatilities of a worked challenge."""
    found = rated([(1500, 300, 10), (1200, 300, 10), (900, 300, 10)], [2, 1, 3])
    wanted = [
        ("P00", 1243.589, 1444.056, 285.620),
        ("P01", 1610.442, 1289.551, 314.801),
        ("P02", 745.969, 866.393, 272.783),
    ]
    for player, performed, rating, volatility in wanted:
        told = found.explain(player)
        inputs = {term.name: term.value for term in told.inputs}
        assert inputs["challenge factor"] == pytest.approx(424.264, abs=0.0005)
        assert inputs["performed as"] == pytest.approx(performed, abs=0.0005)
        assert told.after == pytest.approx(rating, abs=0.0005)
        assert inputs["volatility after"] == pytest.approx(volatility, abs=0.0005)


@given(challenge=challenges())
def test_members_do_not_notice_newcomers(challenge: tuple[list[Player], list[int]]):
    """Members with a rating come out the same, to the bit, with and without new ones."""
    players, places = challenge
    known = [one for one, player in enumerate(players) if player[2] > 0]
    if not known:
        return
    whole = state_after(rated(players, places))
    order = sorted(places[one] for one in known)
    without = rated(
        [players[one] for one in known], [1 + order.index(places[one]) for one in known]
    )
    assert [whole[one] for one in known] == state_after(without)


def test_the_order_of_contestants_moves_no_bit():
    """The challenge factor of ratings with many digits is the same in whatever order they come."""
    rng = np.random.default_rng(5)
    rating, volatility = rng.uniform(0, 3000, 200), rng.uniform(100, 500, 200)
    state = State(rating, volatility, np.ones(200))
    found = {
        challenge_factor(state, rng.permutation(200), 0, 200, known)
        for known in (0, 1)
        for _ in range(20)
    }
    assert len(found) == 1


@given(challenge=challenges())
def test_standings_and_games_are_alike(challenge: tuple[list[Player], list[int]]):
    """A challenge written as a game of many sides has the changes of its standings."""
    players, places = challenge
    if len(players) < 2:
        return
    wanted = state_after(rated(players, places))
    for kind in ("event", "game"):
        book = load_rulebook(RULES, {"period.kind": kind})
        found = bz.rate(rows_of(places, game="1"), book, frame_of(players))
        assert found.rated.results.shape == "entries"
        assert state_after(found) == wanted


@given(challenge=challenges())
def test_explanations_add_up(challenge: tuple[list[Player], list[int]], adds_up):
    """Each change is explained by the rating performed, and by what cut it."""
    players, places = challenge
    found = rated(players, places)
    after = state_after(found)
    for me in range(len(players)):
        told = found.explain(f"P{me:02d}")
        adds_up(found, told)
        inputs = {term.name: term.value for term in told.inputs}
        assert inputs["volatility after"] == after[me][1]
        assert abs(told.change) <= inputs["largest change"] or told.after == 1.0
        if abs(told.change) == inputs["largest change"]:
            assert "is cut to" in told.terms[0].source


@given(challenge=challenges())
def test_expectations_are_of_everybody(challenge: tuple[list[Player], list[int]]):
    """What all are expected to score is what there is to score, with and without new ones."""
    players, places = challenge
    history = rated(players, places).history_frame()
    pairs = len(players) * (len(players) - 1) / 2
    assert history["expected"].sum() == pytest.approx(pairs, abs=1e-9)
    assert history["score"].sum() == pytest.approx(pairs, abs=1e-9)


def test_volatility_that_vanishes():
    """A volatility so small that its square is zero leaves a certain winner, and no error."""
    players = [(1500.0, 1e-200, 9), (1200.0, 1e-200, 9), (1200.0, 1e-200, 9)]
    found = rated(players, [1, 2, 2])
    assert np.isfinite(found.history_frame()["after"].to_numpy()).all()
    assert found.predict([["P00"], ["P01"]])[0] == pytest.approx(1.0)


@pytest.mark.parametrize(
    ("values", "message"),
    [
        ({"rating": -1.0}, "too far off"),
        ({"rating": 1e6}, "0 to 100000"),
        ({"volatility": 1e6}, "is no volatility"),
        ({"volatility": 0.0}, "not above 0"),
    ],
)
def test_values_that_cannot_be(values: dict[str, float], message: str):
    """Ratings and volatilities beyond all sense are refused with the player's name."""
    with pytest.raises(bz.PlayersRefused, match=message):
        bz.rate(rows_of([1, 2]), RULES, [{"player": "P00", **values}])


def test_who_has_no_place_is_not_guessed():
    """A player without a place is refused."""
    with pytest.raises(bz.ResultsRefused, match="missing"):
        bz.rate(rows_of([1, None]), RULES)


def test_several_challenges():
    """Members go from challenge to challenge with what the one before left them."""
    rows = [
        {"event": f"C{day}", "player": name, "place": place, "date": f"2024-05-{day:02d}"}
        for day in (1, 8, 15)
        for name, place in (("P00", 1), ("P01", 2), ("P02", 3))
    ]
    state: list[Player] = [(1200.0, 515.0, 0)] * 3
    for _ in range(3):
        state = reckoned(state, [1, 2, 3], Reading())
    history = bz.rate(rows, RULES).history_frame().tail(3).sort("player")
    found = list(history.select("after", "volatility_after", "games_after").iter_rows())
    for mine, wanted in zip(found, state, strict=True):
        assert mine == pytest.approx(wanted, abs=1e-6)
