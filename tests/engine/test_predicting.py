"""Forecasts: of line-ups by name, from the ratings and rules as they stand."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from banzuke.engine.outcomes import outcomes
from banzuke.engine.predicting import predict_game, predict_games
from banzuke.model.errors import CannotDo, UnknownName, WrongUse
from builders import day, rate, rules

GAME = "date player_1 player_2 result\n2024-01-01 A B 1/2-1/2"
KNOWN = {"A": 1600.0, "B": 1200.0, "C": 1400.0, "D": 1400.0}
STILL = rules({"k": 0.0})


def test_a_duel():
    """400 points are 10 to 1; the two chances sum to 1."""
    chances = predict_game(rate(GAME, STILL, KNOWN), [["A"], ["B"]])
    assert chances == [pytest.approx(10 / 11), pytest.approx(1 / 11)]
    assert sum(chances) == 1.0


def test_teams_and_many_sides():
    """Each side has a chance, whatever its size."""
    rated = rate(GAME, STILL, KNOWN)
    assert predict_game(rated, [["A", "B"], ["C", "D"]]) == [0.5, 0.5]
    three = predict_game(rated, [["A"], ["C"], ["B"]])
    assert three == sorted(three, reverse=True)
    assert sum(three) == pytest.approx(1.0)


@given(st.lists(st.permutations("ABCD").map(list), min_size=1, max_size=20))
def test_many_games_are_forecast_like_each(orders):
    """Many line-ups at once give what each gives alone."""
    rated = rate(GAME, STILL, KNOWN)
    games = [[[name] for name in order[:size]] for order, size in zip(orders, [2, 3, 4] * 7)]  # noqa: B905  # the shorter decides
    assert predict_games(rated, games) == [predict_game(rated, game) for game in games]


@pytest.mark.parametrize(
    ("sides", "error", "message"),
    [
        ([["A"]], WrongUse, "two sides or more"),
        ([["A"], []], WrongUse, "each of a player or more"),
        ([["A"], ["Z"]], UnknownName, "no player is called 'Z'"),
        ([["A"], ["A"]], WrongUse, "A is there twice"),
        ([["A", "B"], ["C", "A"]], WrongUse, "A is there twice"),
    ],
)
def test_impossible_line_ups(sides, error, message):
    """Line-ups that cannot be played are refused."""
    with pytest.raises(error, match=message):
        predict_game(rate(GAME, STILL, KNOWN), sides)


def test_pools():
    """A pool is forecast from its own ratings; one that is not there is refused."""
    text = "date pool player_1 player_2 result\n2024-01-01 x A B 1-0\n2024-01-01 y B A 1-0"
    rated = rate(text)
    assert (
        predict_game(rated, [["A"], ["B"]], "x")[0]
        > 0.5
        > predict_game(rated, [["A"], ["B"]], "y")[0]
    )
    with pytest.raises(UnknownName, match="no pool is called 'z'"):
        predict_game(rated, [["A"], ["B"]], "z")


def test_rules_of_the_date():
    """Forecasts go by the rules that hold on the list's date."""
    book = rules(
        {"k": 0.0}, amendment=[{"from": day("2024-06-01"), "parameters": {"scale": 200.0}}]
    )
    now = predict_game(rate(GAME, book, KNOWN), [["A"], ["C"]])[0]
    later = predict_game(rate(GAME, book, KNOWN, as_of=day("2024-06-01")), [["A"], ["C"]])[0]
    assert now == pytest.approx(1 / (1 + 10**-0.5))
    assert later == pytest.approx(10 / 11)


HANDICAP = rules(base="dash-baduk", list={"least_games": 0})


def test_handicaps():
    """What a player receives changes the chances, where the system reads it."""
    rated = rate(GAME, HANDICAP, {"A": 6000.0, "B": 4800.0})
    even = predict_game(rated, [["A"], ["B"]])
    helped = predict_game(rated, [["A"], ["B"]], handicaps=[[0], [4]])
    assert even[0] > helped[0] == 0.5
    with pytest.raises(WrongUse, match="shape of the sides"):
        predict_game(rated, [["A"], ["B"]], handicaps=[[0]])


def test_what_is_not_claimed():
    """Games that the system does not rate are not forecast."""
    rated = rate(GAME, HANDICAP, KNOWN)
    with pytest.raises(CannotDo, match="rates games of two sides"):
        predict_game(rated, [["A"], ["B"], ["C"]])
    with pytest.raises(CannotDo, match="single players, not teams"):
        predict_game(rated, [["A", "B"], ["C", "D"]])


@pytest.mark.parametrize("stones", [float("nan"), float("inf"), -3.0, 1.5])
def test_handicaps_that_cannot_be(stones):
    """What results may not say of a handicap, a forecast may not either."""
    rated = rate(GAME, rules(base="dash-baduk"), {"A": 6000.0, "B": 5500.0})
    with pytest.raises(WrongUse, match="handicap"):
        predict_game(rated, [["A"], ["B"]], handicaps=[[0.0], [stones]])


def test_handicaps_are_not_left_aside():
    """A system without handicaps refuses one instead of forecasting as if there were none."""
    rated = rate(GAME, STILL, KNOWN)
    with pytest.raises(CannotDo, match="does not use handicaps"):
        predict_game(rated, [["A"], ["B"]], handicaps=[[0.0], [2.0]])
    assert predict_game(rated, [["A"], ["B"]], handicaps=[[0.0], [0.0]])[0] > 0.5


def test_players_whom_nothing_compares():
    """Between groups of players there is no forecast of a game, nor of its outcomes."""
    text = """
        player_1 player_2 result
        A        B        1-0
        B        A        1-0
        C        D        1-0
        D        C        1-0
        A        D        1-0
    """
    apart = rate(text, rules(base="bradley-terry"))
    assert predict_game(apart, [["A"], ["B"]]) == [0.5, 0.5]
    for asked in (predict_game, outcomes):
        with pytest.raises(CannotDo, match="no chain of results links A and C, and by"):
            asked(apart, [["A"], ["C"]])
    linked = rate(text + "        D        A        1-0\n", rules(base="bradley-terry"))
    assert predict_game(linked, [["A"], ["C"]]) == [pytest.approx(0.5), pytest.approx(0.5)]
