"""Explanations: which games are meant, from what ratings, and why something is not rated."""

from __future__ import annotations

import pytest

from banzuke.engine.explaining import explain
from banzuke.engine.rulebook import load_rulebook
from banzuke.model.errors import UnknownName, WrongUse
from builders import day, rate, rules

TEXT = """
    date       event round game player_1 player_2 result  status
    2024-01-01 One   1     1    A        B        1-0     played
    2024-01-01 One   2     2    A        C        1-0     played
    2024-01-02 One   3     3    A        D        1-0     friendly
    2024-02-01 Two   1     1    C        A        1/2-1/2 played
    2024-03-01 .     .     9    D        B        1-0     played
    2024-04-01 Late  .     8    A        B        1-0     void
"""


def test_an_event():
    """All games of the event, term by term, from the rating before the first of them."""
    told = explain(rate(TEXT), "A", "One")
    assert (told.kind, told.which, told.player) == ("event", "One", "A")
    assert [term.name for term in told.terms] == ["won against B", "won against C"]
    assert told.before == 1200.0
    assert told.terms[0].value == 16.0
    assert told.change == told.terms[0].value + told.terms[1].value
    assert told.after == told.before + told.change
    assert told.rated
    assert told.why == "1 game is not rated: friendly"


def test_a_game():
    """One game, by the name that the results give it."""
    told = explain(rate(TEXT), "A", game="2")
    assert (told.kind, told.which) == ("game", "2")
    assert told.before == 1216.0
    assert [term.name for term in told.terms] == ["won against C"]


def test_a_game_of_several_events():
    """A name that occurs in several events needs the event as well."""
    rated = rate(TEXT)
    with pytest.raises(WrongUse, match="game 1 in several events: say which, One or Two"):
        explain(rated, "A", game="1")
    assert explain(rated, "A", "Two", "1").terms[0].name == "drew with C"
    assert explain(rated, "B", game="1").terms[0].name == "lost to A"


def test_the_newest_is_the_default():
    """By default the newest event that is rated, or the newest game where there is no event."""
    rated = rate(TEXT)
    assert (explain(rated, "A").kind, explain(rated, "A").which) == ("event", "Two")
    assert (explain(rated, "D").kind, explain(rated, "D").which) == ("game", "9")


def test_newest_of_all_pools():
    """The newest of a player's ratings is that of the newest game."""
    rated = rate("""
        date       pool event player_1 player_2 result
        2024-01-02 a    X     A        B        1-0
        2024-01-01 b    Y     A        B        1-0
        2024-01-03 c    Z     C        B        1-0
    """)
    assert explain(rated, "A").pool == "a"
    assert explain(rated, "B").pool == "c"


def test_an_event_of_several_pools():
    """Where an event moved several ratings, the pool must be said."""
    rated = rate("""
        date       pool event player_1 player_2 result
        2024-01-02 a    X     A        B        1-0
        2024-01-01 b    X     B        A        1-0
    """)
    with pytest.raises(WrongUse, match="several pools there: say which, a or b"):
        explain(rated, "A", "X")
    assert explain(rated, "A", "X", pool="b").change == -16.0
    with pytest.raises(UnknownName, match="no pool is called 'c'"):
        explain(rated, "A", "X", pool="c")


@pytest.mark.parametrize(
    ("arguments", "error", "message"),
    [
        (("Z",), UnknownName, "no player is called 'Z'"),
        (("A", "Ona"), UnknownName, "did you mean One"),
        (("A", None, "77"), UnknownName, "no game is called '77'"),
        (("D", "Two"), WrongUse, "D did not take part in Two"),
        (("D", None, "1"), WrongUse, "D did not play in game 1"),
        (("A", "Two", "2"), WrongUse, "A did not play in game 2"),
    ],
)
def test_what_is_not_there(arguments, error, message):
    """Players, events and games that are not there, or without the player."""
    with pytest.raises(error, match=message):
        explain(rate(TEXT), *arguments)


def test_a_player_without_a_game():
    """Who is only in the players file has nothing to explain."""
    with pytest.raises(WrongUse, match="E has no game in these results"):
        explain(rate(TEXT, rules(), {"E": 1000.0}), "E")


@pytest.mark.parametrize(("game", "why"), [("3", "friendly: not rated"), ("8", "void: not rated")])
def test_unrated_games_say_why(game, why):
    """A game that is not rated has no terms, no change and a reason."""
    told = explain(rate(TEXT), "A", game=game)
    assert not told.rated
    assert (told.terms, told.change, told.why) == ((), 0.0, why)
    assert told.before == told.after


def test_games_after_the_date_of_the_list():
    """A game after the list's date is not rated, and says so."""
    told = explain(rate(TEXT, as_of=day("2024-01-31")), "A", "Two")
    assert not told.rated
    assert told.why == "after 2024-01-31, the date of the list"


def test_from_the_ratings_after_an_adjustment():
    """What is adjusted right before a game is in the ratings that it is explained from."""
    book = rules(adjustment=[{"on": day("2024-02-01"), "toward": 0.0, "share": 1.0}])
    told = explain(rate(TEXT, book), "A", "Two")
    assert told.before == 0.0
    assert told.inputs[0].value == 0.5
    assert told.change == 0.0


def test_by_the_rules_of_the_day():
    """A change is explained by the parameters by which it was made."""
    book = rules({"k": 10.0}, amendment=[{"from": day("2024-02-01"), "parameters": {"k": 40.0}}])
    rated = rate(TEXT, book)
    assert explain(rated, "A", "One").terms[0].value == 5.0
    assert explain(rated, "A", "Two").terms[0].source.startswith("40 ×")


def test_games_in_between_are_told():
    """Where other games were rated between those of an event, before and after say more."""
    rated = rate("""
        date       event game player_1 player_2 result
        2024-01-01 One   1    A        B        1-0
        2024-01-02 Two   2    A        B        1-0
        2024-01-03 One   3    A        B        1-0
    """)
    told = explain(rated, "A", "One")
    assert told.why == "1 other game in between moved the rating as well"
    assert len(told.terms) == 2
    assert told.after > told.before + told.change


def test_batches_are_explained_from_before_the_period():
    """In a period of many games every expectation comes from the ratings before it."""
    rated = rate(TEXT, rules(period={"kind": "event"}))
    told = explain(rated, "A", "One")
    assert [term.value for term in told.terms] == [16.0, 16.0]
    second = explain(rated, "A", game="2")
    assert (second.before, second.change, second.after) == (1216.0, 16.0, 1232.0)


def test_teams_are_named():
    """Opponents are named, all members of their side."""
    rated = rate("""
        game player side place
        1    A      1    1
        1    B      1    1
        1    C{1}   2    2
        1    D      2    2
    """)
    assert explain(rated, "A").terms[0].name == "won against C{1}+D"


def test_which_game_a_system_leaves_unrated():
    """Of an event of which the system rates a part, the game that it leaves out is named."""
    rated = rate(
        """
        date       event player_1 player_2 result
        2026-05-01 Open  A        B        1-0
        2026-05-01 Open  A        Newcomer 1-0
        """,
        load_rulebook("fide-standard"),
        {"A": 1650.0, "B": 1700.0},
    )
    assert explain(rated, "A").why == (
        "the game against Newcomer is not rated: the opponent has no rating"
    )


def test_what_holds_of_all_games_is_told_once():
    """What each game has of its own stands first, what is the same in all of them once behind."""
    rated = rate(
        """
        date       event player_1 player_2 result
        2026-05-01 Open  A        B        1-0
        2026-05-01 Open  C        A        1-0
        """,
        load_rulebook("fide-standard"),
        {"A": 1650.0, "B": 1700.0, "C": 1600.0},
    )
    names = [term.name for term in explain(rated, "A").inputs]
    assert names.count("K") == names.count("rated games in the period") == 1
    assert names.index("K") > names.index("rating of C") > names.index("rating of B")


def test_as_json():
    """The dictionary has the event or game, and everything as JSON takes it."""
    told = explain(rate(TEXT), "A", "Two").to_dict()
    assert list(told) == [
        *["player", "name", "pool", "event", "before", "terms", "inputs"],
        *["change", "after", "shown_before", "shown_after", "shown_parts", "rated", "why"],
        "games",
    ]
    assert set(told["terms"][0]) == {"name", "value", "unit", "source", "cell"}
