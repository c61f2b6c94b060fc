"""A rating that does not exist is not shown, not adjusted and not forecast from."""

from __future__ import annotations

from datetime import date

import pytest

import banzuke as bz
from builders import rate, rules

GAME = {"player_1": "A", "player_2": "B", "result": "1-0", "game": "1", "date": "2024-01-01"}
FRIENDLY = {**GAME, "player_2": "C", "game": "2", "rated": "no"}
RANKS = [{"player": "A", "rank": "5K"}, {"player": "B", "rank": "6K"}]


def test_a_player_without_rank_and_rated_games_has_no_rating():
    """In lists it is empty, with the reason, and no forecast is made from it."""
    ratings = bz.rate([GAME, FRIENDLY], "dash-baduk", RANKS)
    rows = ratings.listing.unlisted.select("player", "rating", "shown").rows()
    assert ("C", None, "") in rows
    with pytest.raises(bz.CannotDo, match="C has no rating yet"):
        ratings.predict([["A"], ["C"]])
    assert sum(ratings.predict([["A"], ["B"]])) == 1


def test_players_without_a_dwz_are_not_on_the_list():
    """Too few games for a first DWZ give none: neither 0 nor what an adjustment makes of it."""
    adjustment = {"on": date(2024, 6, 1), "add": 100.0}
    book = rules(base="dwz-draft", adjustment=[adjustment])
    text = """
        event date       round player_1 player_2 result
        One   2024-01-01 1     A        B        1-0
        Two   2024-07-01 1     A        C        1-0
    """
    rated = rate(text, book, {"B": 1500.0})
    assert rated.has_rating(rated.runs[0]).tolist() == [False, True, False]
    assert [made.change.tolist() for made in rated.runs[0].adjusted] == [[100.0]]


def test_an_adjustment_ends_at_the_lowest_rating():
    """What is taken off by decree takes nobody below the floor, and the explanation says so."""
    book = rules(base="dash-baduk", adjustment=[{"on": date(2024, 1, 2), "add": -3000.0}])
    text = """
        date       player_1 player_2 result game
        2024-01-01 A        B        1-0    1
        2024-01-03 A        B        1-0    2
    """
    rated = rate(text, book, {"A": 4000.0, "B": 1000.0})
    made = rated.runs[0].adjusted[0]
    assert made.after.tolist() == [made.before[0] - 3000.0, 0.0]


def test_a_rating_given_again_is_told():
    """Going on, a rating given for a player who has one is not taken, and that is told."""
    ratings = bz.rate([GAME], "warlight")
    more = {**GAME, "player_2": "C", "game": "2", "date": "2024-02-01"}
    ratings.update([more], [{"player": "A", "rating": 1900}, {"player": "C", "rating": 1300}])
    told = [str(problem) for problem in ratings.warnings if "already" in str(problem)]
    assert len(told) == 1
    assert "'A' has a rating already" in told[0]


@pytest.mark.parametrize(
    ("sections", "said"),
    [
        ({"amendment": [{"from": date(2020, 1, 1), "parameters": {"k": 10}}]}, "from 2020-01-01"),
        ({"adjustment": [{"on": date(2020, 1, 1), "add": 1.0}]}, "no adjustment is made"),
        ({"counts": {"from": date(2020, 1, 1)}}, "whatever counts.from 2020-01-01"),
        ({"list": {"active_days": 365}}, "nobody is left out as inactive"),
    ],
)
def test_rules_of_days_are_told_where_results_have_none(sections, said):
    """What a rulebook says of days cannot hold for results without dates, and that is told."""
    text = "player_1 player_2 result\nA B 1-0"
    warnings = rate(text, rules(**sections)).selection.warnings
    assert [said in problem.what for problem in warnings] == [True]
    dated = rate("date " + text.replace("A B", "2024-01-01 A B"), rules(**sections))
    assert dated.selection.warnings == ()


def test_two_without_a_rating_are_told_in_the_plural():
    """Of two who have no rating yet the refusal names both."""
    ratings = bz.rate(
        [GAME, FRIENDLY, {**FRIENDLY, "player_1": "D", "game": "3"}], "dash-baduk", RANKS
    )
    with pytest.raises(bz.CannotDo, match="C, D have no rating yet"):
        ratings.predict([["C"], ["D"]])
