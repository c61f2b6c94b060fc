"""Glicko against the source's formulas; idle time; every setting."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st

import banzuke as bz
from banzuke.engine.predicting import predict_game
from banzuke.model.errors import ParameterRefused, PlayersRefused, ResultsRefused

Q = math.log(10) / 400
RESULTS = {1.0: "1-0", 0.5: "1/2-1/2", 0.0: "0-1"}
NAMES = "ABCDE"
Player = tuple[float, float]


def reckoned(player: Player, met: list[tuple[Player, float]]) -> Player:
    """R' and RD' of the source, by its d²."""
    rating, deviation = player
    total = inverse = 0.0
    for (other, other_deviation), score in met:
        g = 1 / math.sqrt(1 + 3 * Q**2 * other_deviation**2 / math.pi**2)
        expected = 1 / (1 + 10 ** (-g * (rating - other) / 400))
        total += g * (score - expected)
        inverse += Q**2 * g**2 * expected * (1 - expected)
    new = 1 / (1 / deviation**2 + inverse)
    return rating + Q * new * total, min(max(math.sqrt(new), 30), 350)


@given(
    players=st.tuples(*[st.tuples(st.floats(800, 2400), st.floats(30, 350))] * len(NAMES)),
    games=st.lists(
        st.tuples(st.permutations(NAMES).map(lambda p: p[:2]), st.sampled_from(list(RESULTS))),
        min_size=1,
        max_size=25,
    ),
)
def test_a_period_against_the_source(players, games):
    """A month of random games gives what the source's formulas give."""
    known = dict(zip(NAMES, players, strict=True))
    rows = [
        {"date": "2024-01-01", "game": str(n), "player_1": one, "player_2": two}
        | {"result": RESULTS[score]}
        for n, ((one, two), score) in enumerate(games)
    ]
    starts = [{"player": name, "rating": r, "deviation": d} for name, (r, d) in known.items()]
    for row in bz.rate(rows, "glicko", pl.DataFrame(starts)).listing.listed.to_dicts():
        met = [(known[two], s) for (one, two), s in games if one == row["player"]]
        met += [(known[one], 1 - s) for (one, two), s in games if two == row["player"]]
        wanted = reckoned(known[row["player"]], met)
        assert (row["rating"], row["deviation"]) == pytest.approx(wanted, rel=1e-9)


def test_forecasts_use_both_deviations():
    """1400 (80) against 1500 (150) has 0.376; 2500 against 1500, both 350, 0.95653."""
    row = [{"date": "2024-01-01", "player_1": "X", "player_2": "Y", "result": "1-0"}]
    starts = [
        {"player": "A", "rating": 1400, "deviation": 80},
        {"player": "B", "rating": 1500, "deviation": 150},
        {"player": "C", "rating": 2500, "deviation": 350},
        {"player": "D", "rating": 1500, "deviation": 350},
    ]
    rated = bz.rate(row, "glicko", starts).rated
    assert predict_game(rated, [["A"], ["B"]])[0] == pytest.approx(0.375987655714, abs=1e-11)
    assert predict_game(rated, [["C"], ["D"]])[0] == pytest.approx(0.95653, abs=5e-6)


def test_the_expectation_of_the_rating_step():
    """It uses the opponent's deviation only: 2500 against 1500, both 350, has 0.97919."""
    row = [{"date": "2024-01-01", "player_1": "C", "player_2": "D", "result": "0-1"}]
    starts = [
        {"player": "C", "rating": 2500, "deviation": 350},
        {"player": "D", "rating": 1500, "deviation": 350},
    ]
    inputs = {term.name: term.value for term in bz.rate(row, "glicko", starts).explain("C").inputs}
    assert inputs["expected score"] == pytest.approx(0.97919, abs=5e-6)


def test_games_without_chances():
    """A gap of millions has finite values, whoever wins."""
    for sides in ([[0.0], [5e6]], [[5e6], [0.0]]):
        after = np.array(bz.rate_game("glicko", sides=sides, places=[1, 2]))
        assert np.isfinite(after).all()
        assert (after[..., 1] >= 30).all()


IDLE = [
    {"date": "2024-01-15", "player_1": "A", "player_2": "B", "result": "1/2-1/2"},
    {"date": "2024-05-15", "player_1": "C", "player_2": "D", "result": "1/2-1/2"},
]


def test_idle_months_are_counted_once():
    """Four idle months add 4 c², read as often as one likes, and once when going on."""
    ratings = bz.rate(IDLE, "glicko")
    deviation = bz.rate(IDLE[:1], "glicko").listing.listed.sort("player")["deviation"][0]
    grown = math.sqrt(deviation**2 + 4 * 1200)
    for _ in range(2):
        assert ratings.listing.listed.sort("player")["deviation"][0] == pytest.approx(grown)
    again = {"date": "2024-06-15", "player_1": "A", "player_2": "B", "result": "1-0"}
    at_once = bz.rate([*IDLE, again], "glicko")
    before = at_once.history_frame("A").to_dicts()[-1]["deviation_before"]
    assert before == pytest.approx(math.sqrt(deviation**2 + 5 * 1200))
    assert ratings.update([again]).listing.listed.equals(at_once.listing.listed)


def test_terms_add_up(adds_up: Any):
    """What explanations tell of a game adds up to the history."""
    rows = [
        {"date": "2024-01-01", "game": str(n), "player_1": "A", "player_2": o, "result": r}
        for n, (o, r) in enumerate((("B", "1-0"), ("C", "0-1"), ("B", "1-0")))
    ]
    ratings = bz.rate(rows, "glicko")
    for name, game in (("A", "0"), ("A", "2"), ("B", "0"), ("C", "1")):
        adds_up(ratings, ratings.explain(name, game=game))


def test_terms_of_the_stephenson_system(adds_up: Any):
    """The result, the bonus and the way to the opponent are told apart, and add up."""
    rows = [
        {"date": "2024-01-01", "game": str(n), "player_1": "A", "player_2": o, "result": r}
        for n, (o, r) in enumerate((("B", "1-0"), ("C", "0-1"), ("B", "1/2-1/2")))
    ]
    starts = [{"player": n, "rating": r} for n, r in (("A", 1500), ("B", 1900), ("C", 1200))]
    ratings = bz.rate(rows, "stephenson", starts, parameters={"bonus": 0.01})
    for name, game in (("A", "0"), ("A", "1"), ("A", "2"), ("B", "0"), ("C", "1")):
        told = ratings.explain(name, game=game)
        adds_up(ratings, told)
        assert [term.name.split()[0] for term in told.terms][1:] == ["bonus", "towards"]
    drawn = [ratings.explain("A", game=game).terms[2].value for game in "012"]
    assert sum(drawn) == pytest.approx(0.02 * ((1900 + 1200 + 1900) / 3 - 1500), abs=1e-9)
    assert all(ratings.explain(n, game=g).terms[1].value > 0 for n, g in (("A", "1"), ("C", "1")))


def test_forecasts_of_the_stephenson_system():
    """1400 (40) against 1500 (150) has 0.373700406, as another program prints it."""
    row = [{"date": "2024-01-01", "player_1": "X", "player_2": "Y", "result": "1-0"}]
    starts = [
        {"player": "A", "rating": 1400, "deviation": 40},
        {"player": "B", "rating": 1500, "deviation": 150},
    ]
    rated = bz.rate(row, "stephenson", starts).rated
    assert predict_game(rated, [["A"], ["B"]])[0] == pytest.approx(0.373700405951935, abs=1e-12)


def test_what_is_refused():
    """Results without dates, deviations beyond the bounds, and bounds out of order."""
    rows = [{"player_1": "A", "player_2": "B", "result": "1-0", "game": str(n)} for n in range(3)]
    with pytest.raises(ResultsRefused, match="there are no dates"):
        bz.rate(rows, "glicko", parameters={"period.kind": "game"})
    with pytest.raises(PlayersRefused, match="beyond the bounds"):
        bz.rate(IDLE, "glicko", [{"player": "A", "rating": 1500.0, "deviation": 351.0}])
    with pytest.raises(ParameterRefused, match="bounds in order"):
        bz.load_rulebook("glicko", {"least_deviation": 200.0, "most_deviation": 100.0})


GAME = [{"date": "2024-01-15", "player_1": "A", "player_2": "B", "result": "1-0", "advantage": 1}]
TWICE = [*GAME, {**GAME[0], "date": "2024-03-15"}]
STARTS = [{"player": name, "rating": 1500.0, "deviation": 100.0} for name in "AB"]
ALIVE = [
    ("start_rating", GAME, None, "rating", 1400.0),
    ("start_deviation", GAME, None, "deviation", 200.0),
    ("growth", TWICE, STARTS, "deviation", 10.0),
    ("scale", GAME, STARTS, "rating", 200.0),
    ("ageing", TWICE, STARTS, "deviation", "when rated"),
    ("ageing", TWICE, STARTS, "deviation", "none"),
    ("period_length", TWICE, STARTS, "deviation", 2.0),
    ("game_growth", GAME, STARTS, "deviation", 10.0),
    ("bonus", GAME, STARTS, "rating", 0.05),
    ("neighbourhood", GAME, [STARTS[0], {**STARTS[1], "rating": 1400.0}], "rating", 0.02),
    ("first_move", GAME, STARTS, "rating", 12.0),
    ("least_deviation", GAME, STARTS, "deviation", 99.0),
    ("most_deviation", TWICE, STARTS, "deviation", 100.0),
]


@pytest.mark.parametrize(("name", "rows", "starts", "column", "other"), ALIVE)
def test_every_setting_is_alive(name, rows, starts, column, other):
    """Another value of each setting moves a number of A."""
    found = [
        bz.rate(rows, "glicko", starts, parameters=given).listing.listed.sort("player")[column][0]
        for given in ({}, {name: other})
    ]
    assert found[0] != found[1]


def test_alive_has_every_setting():
    """No parameter, and no word of one, is missing above."""
    fields = type(bz.load_rulebook("glicko").parameters).model_fields
    assert {row[0] for row in ALIVE} == set(fields)
    assert {"when rated", "none"} <= {str(row[4]) for row in ALIVE}


def test_a_tournament_belongs_to_the_day_of_its_end():
    """By Match Play's rules a game of the first evening is rated with those of the last day."""
    rows = [
        {"event": "T", "date": "2024-10-07T20:00+00:00", "player_1": "A", "player_2": "B"},
        {"event": "T", "date": "2024-10-08T22:00-07:00", "player_1": "B", "player_2": "A"},
        {"event": "U", "date": "2024-10-09T12:00+00:00", "player_1": "A", "player_2": "C"},
    ]
    rows = [row | {"result": "1-0", "game": str(n)} for n, row in enumerate(rows)]
    found = bz.rate(rows, "match-play-draft").to_frame()
    rating = dict(found.select("player", "rating").iter_rows())
    start = (1500.0, 350.0)
    met = [(start, 1.0), (start, 0.0), (start, 1.0)]
    assert rating["A"] == pytest.approx(reckoned(start, met)[0], rel=1e-12)
    # A day later than that, deviations have grown by c² for a day.
    older = bz.rate(rows, "match-play-draft", as_of="2024-10-19").to_frame()
    deviation = [
        frame.filter(pl.col("player") == "A")["deviation"].item() for frame in (found, older)
    ]
    days = 10
    grown = math.sqrt(deviation[0] ** 2 + days * 1200 / 30.436875)
    assert deviation[1] == pytest.approx(grown, rel=1e-9)
