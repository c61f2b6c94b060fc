"""The share of points won against exact counting; its forecasts, settings and explanations."""

from __future__ import annotations

import math
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st

import banzuke as bz
from banzuke.model.errors import PlayersRefused

RULES = "win-share"
NAMES = list("ABCDEFGH")
Settings = dict[str, Any]


@dataclass(frozen=True)
class Game:
    """One game: its sides, their places, its weight."""

    sides: list[tuple[str, ...]]
    places: list[int]
    weight: float


def points_of(game: Game, first: bool) -> list[Fraction]:
    """The points of each side, counted one other side after the other."""
    if first:
        return [Fraction(place == 1, game.places.count(1)) for place in game.places]
    found = []
    for number, place in enumerate(game.places):
        others = game.places[:number] + game.places[number + 1 :]
        made = sum((Fraction(2 * (o > place) + (o == place), 2) for o in others), Fraction(0))
        found.append(made / len(others))
    return found


def reckoned(games: list[Game], prior: int, share: Fraction, first: bool) -> dict[str, Fraction]:
    """Everybody's share in the end."""
    points = dict.fromkeys(NAMES, prior * share)
    played = {name: Fraction(prior) for name in NAMES}
    for game in games:
        for side, made in zip(game.sides, points_of(game, first), strict=True):
            for name in side:
                points[name] += made * Fraction(game.weight)
                played[name] += Fraction(game.weight)
    return {name: points[name] / played[name] if played[name] else share for name in NAMES}


def frame(games: list[Game], one_day: bool) -> pl.DataFrame:
    """Games as rows of entries, one a day or all on one."""
    return pl.DataFrame(
        [
            {
                "game": f"{number:03d}",
                "date": f"2024-01-{1 if one_day else number + 1:02d}",
                "player": name,
                "side": str(at),
                "place": place,
                "weight": game.weight,
            }
            for number, game in enumerate(games)
            for at, (side, place) in enumerate(zip(game.sides, game.places, strict=True))
            for name in side
        ]
    )


@st.composite
def games(draw: st.DrawFn) -> Game:
    """Duels, teams and games of many sides, with ties and weights."""
    names = draw(st.permutations(NAMES))
    size = draw(st.sampled_from([1, 1, 2]))
    count = draw(st.integers(2, 8 // size))
    places = [1]
    for number in range(2, count + 1):
        places.append(draw(st.sampled_from([number, number, places[-1]])))
    sides = [tuple(names[size * n : size * (n + 1)]) for n in range(count)]
    weight = draw(st.sampled_from([1.0, 1.0, 0.0, 0.25, 3.0]))
    return Game(sides, draw(st.permutations(places)), weight)


@given(
    found=st.lists(games(), min_size=1, max_size=8),
    prior=st.sampled_from([0, 2, 7]),
    share=st.sampled_from([Fraction(0), Fraction(1, 2), Fraction(3, 4)]),
    first=st.booleans(),
    one_day=st.booleans(),
)
def test_shares_against_exact_counting(
    found: list[Game], prior: int, share: Fraction, first: bool, one_day: bool
):
    """Shares of random games are the points won by the games played, day by day or at once."""
    settings = {
        "prior_games": float(prior),
        "prior_share": float(share),
        "points": "first" if first else "beaten",
        "period.kind": "day" if one_day else "game",
    }
    rated = bz.rate(frame(found, one_day), RULES, parameters=settings).rated
    wanted = reckoned(found, prior, share, first)
    state = rated.runs[0].state
    for code, name in enumerate(rated.names):
        assert state.rating[code] == pytest.approx(float(wanted[name]), abs=1e-9)


@given(found=st.lists(games(), min_size=1, max_size=6), one_day=st.booleans())
def test_what_is_told_adds_up(found: list[Game], one_day: bool, adds_up: Any):
    """Each game's term is what it added, also where a day holds several."""
    settings = {"period.kind": "day"} if one_day else {}
    ratings = bz.rate(frame(found, one_day), RULES, parameters=settings)
    for number, game in enumerate(found):
        for side in game.sides:
            for player in side:
                adds_up(ratings, ratings.explain(player, game=f"{number:03d}"))


def duel_after(one: float, two: float, **settings: Any) -> list[float]:
    """The chances of a duel of players with two shares, each of ten games."""
    known = pl.DataFrame({"player": ["A", "B"], "rating": [one, two], "games": [10.0, 10.0]})
    rows = [{"player_1": "C", "player_2": "D", "result": "1-0"}]
    return bz.rate(rows, RULES, known, parameters=settings).predict([["A"], ["B"]])


def test_forecasts():
    """By the mean (a + 1 - b) / 2, by shares a / (a + b); teams by the mean of their members."""
    assert duel_after(0.75, 0.5) == pytest.approx([0.625, 0.375])
    assert duel_after(0.75, 0.5, forecast="shares") == pytest.approx([0.6, 0.4])
    assert duel_after(1.0, 0.0) == [1.0, 0.0]
    assert duel_after(0.0, 0.0, forecast="shares") == [0.5, 0.5]
    known = pl.DataFrame({"player": ["A", "B", "C"], "rating": [1.0, 0.5, 0.25]})
    rows = [{"player_1": "D", "player_2": "E", "result": "1/2-1/2"}]
    for forecast, three, pairs in (
        ("mean", [(2 + 2 - 0.75) / 6, (1 + 2 - 1.25) / 6, (0.5 + 2 - 1.5) / 6], [0.625, 0.375]),
        ("shares", [4 / 7, 2 / 7, 1 / 7], [0.6, 0.4]),
    ):
        ratings = bz.rate(rows, RULES, known, parameters={"forecast": forecast})
        assert ratings.predict([["A"], ["B"], ["C"]]) == pytest.approx(three)
        assert ratings.predict([["A", "B"], ["D", "E"]]) == pytest.approx(pairs)


def test_a_crowd_is_counted():
    """Of 5,000 the first has beaten all, the last nobody; 300 who share a place half of each."""
    crowd = [(f"P{number:04d}",) for number in range(5000)]
    places = [1 if number < 300 else number + 1 for number in range(5000)]
    ratings = bz.rate(frame([Game(crowd, places, 1.0)], one_day=False), RULES)
    state = dict(zip(ratings.rated.names, ratings.rated.runs[0].state.points, strict=True))
    assert state["P0000"] == state["P0299"] == pytest.approx(1 + (4700 + 149.5) / 4999, abs=1e-9)
    assert state["P4999"] == 1
    assert math.fsum(state.values()) == pytest.approx(5000 + 2500, abs=1e-5)


def share_after(game: Game, settings: Settings) -> float:
    """The share of A after a game."""
    rated = bz.rate(frame([game], one_day=False), RULES, parameters=settings).rated
    return float(rated.runs[0].state.rating[rated.names.index("A")])


WIN = Game([("A",), ("B",)], [1, 2], 1.0)
SECOND = Game([("A",), ("B",), ("C",)], [2, 1, 3], 1.0)
#: a game, a setting, another value, the share of A by the rulebook and by the other value
ALIVE: list[tuple[Game, str, Any, float, float]] = [
    (WIN, "prior_games", 0.0, 2 / 3, 1.0),
    (WIN, "prior_share", 0.25, 2 / 3, 0.5),
    (SECOND, "points", "first", 0.5, 1 / 3),
]


@pytest.mark.parametrize(("game", "setting", "other", "before", "after"), ALIVE)
def test_a_setting_moves_its_number(
    game: Game, setting: str, other: Any, before: float, after: float
):
    """With the rulebook's value the share is the one, with another value it is the other."""
    assert before != after
    assert share_after(game, {}) == pytest.approx(before)
    assert share_after(game, {setting: other}) == pytest.approx(after)


def test_every_setting_is_alive():
    """No parameter is accepted and then ignored; the forecast has a test of its own."""
    known = {setting for _, setting, *_ in ALIVE} | {"forecast"}
    assert known == set(type(bz.load_rulebook(RULES).parameters).model_fields)


@pytest.mark.parametrize("rating", [-0.1, 1.1, 1200.0])
def test_ratings_that_are_no_shares_are_refused(rating: float):
    """A share lies between 0 and 1."""
    with pytest.raises(PlayersRefused, match="is no share of points"):
        bz.rate(frame([WIN], one_day=False), RULES, {"A": rating})
