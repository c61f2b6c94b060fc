"""The Python interface: rating, going on, single games and forecasts of frames."""

from __future__ import annotations

import inspect
from dataclasses import replace
from datetime import UTC, date, datetime
from typing import Any

import polars as pl
import pytest

import banzuke as bz
from banzuke.model.errors import (
    CannotDo,
    ParameterRefused,
    PlayersRefused,
    ResultsRefused,
    StateRefused,
    UnknownName,
    WrongUse,
)
from builders import table

GAMES = table("""
    date       event game player_1 player_2 result
    2024-01-01 One   1    A        B        1-0
    2024-01-02 One   2    A        C        1/2-1/2
    2024-02-01 Two   1    B        C        1-0
""")


def test_the_call_of_the_manual():
    """rate(results, rules, players, as_of, parameters, columns), as the manual has it."""
    names = list(inspect.signature(bz.rate).parameters)
    assert names[:6] == ["results", "rules", "players", "as_of", "parameters", "columns"]
    ratings = bz.rate(GAMES, "warlight", players=None, as_of=None, parameters={}, columns={})
    assert len(ratings) == 3
    assert ratings.as_of == "2024-02-01"
    assert "warlight" in repr(ratings)
    assert "table" in ratings._repr_html_()


@pytest.mark.parametrize(
    "as_of",
    ["2024-01-02", date(2024, 1, 2), "2024-01-02T23:00", datetime(2024, 1, 2, 23, tzinfo=UTC)],
)
def test_as_of(as_of):
    """A date, a moment, or either as a text."""
    ratings = bz.rate(GAMES, "warlight", as_of=as_of)
    assert len(ratings.history_frame()) == 4
    assert ratings.as_of.startswith("2024-01-02")


@pytest.mark.parametrize("as_of", ["yesterday", "2024-02-30", 20240102])
def test_no_dates(as_of):
    """What is no date is wrong use."""
    with pytest.raises(WrongUse, match="date"):
        bz.rate(GAMES, "warlight", as_of=as_of)


def test_players_in_every_form(tmp_path):
    """A file, a frame, rows, or just ratings by name."""
    path = tmp_path / "players.csv"
    path.write_text("player,rating\nA,1500\n", encoding="utf-8")
    forms = [
        path,
        str(path),
        pl.DataFrame({"player": ["A"], "rating": [1500]}),
        [{"player": "A", "rating": 1500}],
        {"player": ["A"], "rating": [1500]},
        {"A": 1500},
        {"A": "1500"},
    ]
    for players in forms:
        ratings = bz.rate(GAMES, "warlight", players, parameters={"k": 0})
        assert ratings.to_frame()["rating"].to_list() == [1500.0, 1200.0, 1200.0]


def test_players_by_number():
    """Players named by numbers, as the results name them."""
    frame = pl.DataFrame({"winner": [1], "loser": [2]})
    ratings = bz.rate(frame, "warlight", {1: 1500.0, 2: None}, parameters={"k": 0})
    assert ratings.to_frame()["rating"].to_list() == [1500.0, 1200.0]
    with pytest.raises(PlayersRefused):
        bz.rate(frame, "warlight", {1: "much"})


def test_several_files(tmp_path):
    """Several paths are one set of results; all that is wrong with all of them is told."""
    paths = [tmp_path / "one.csv", tmp_path / "two.csv"]
    GAMES[:2].write_csv(paths[0])
    GAMES[2:].write_csv(paths[1])
    whole = bz.rate(paths, "warlight")
    assert whole.to_frame().equals(bz.rate(GAMES, "warlight").to_frame())
    for path, name in zip(paths, "AB", strict=True):
        path.write_text(f"player_1,player_2,result\n{name},{name},1-0\n", encoding="utf-8")
    with pytest.raises(ResultsRefused) as caught:
        bz.rate(paths, "warlight")
    assert [problem.source for problem in caught.value.problems] == ["one.csv", "two.csv"]


def _without_rows(told):
    """An explanation without the rows of its games: frames that come later begin anew."""
    games = tuple(game._replace(where="", row=0) for game in told.games)
    return replace(told, games=games)


def test_going_on():
    """Update gives what one go gives, with the history of both and reasons of either."""
    whole = bz.rate(GAMES, "warlight")
    parts = bz.rate(GAMES[:2], "warlight").update(GAMES[2:])
    assert parts.to_frame().equals(whole.to_frame())
    assert parts.history_frame().drop("row").equals(whole.history_frame().drop("row"))
    assert parts.history_frame()["row"].to_list() == [0, 0, 1, 1, 0, 0]
    assert parts.as_of == whole.as_of
    for arguments in (("A",), ("B", "One"), ("B", "Two"), ("C", None, "2")):
        assert _without_rows(parts.explain(*arguments)) == _without_rows(whole.explain(*arguments))


def test_going_on_from_a_file(tmp_path):
    """save, load and update give the list of one go."""
    bz.rate(GAMES[:2], "warlight", parameters={"k": 20}).save(tmp_path / "state")
    loaded = bz.load(tmp_path / "state")
    assert loaded.as_of == "2024-01-02"
    assert loaded.to_frame().equals(bz.rate(GAMES[:2], "warlight", parameters={"k": 20}).to_frame())
    loaded.update(GAMES[2:])
    whole = bz.rate(GAMES, "warlight", parameters={"k": 20})
    assert loaded.to_frame().equals(whole.to_frame())
    assert loaded.predict([["A"], ["B"]]) == whole.predict([["A"], ["B"]])


def test_a_refused_update_changes_nothing():
    """Results that are refused leave the ratings as they are."""
    ratings = bz.rate(GAMES[2:], "warlight")
    before = ratings.to_frame()
    with pytest.raises(StateRefused):
        ratings.update(GAMES[:1])
    with pytest.raises(ResultsRefused):
        ratings.update(pl.DataFrame({"winner": ["A"], "loser": ["A"]}))
    assert ratings.to_frame().equals(before)
    assert len(ratings.history_frame()) == 2


def test_new_players_on_the_way():
    """A players file given with an update holds for who is new."""
    ratings = bz.rate(GAMES[:2], "warlight", {"A": 1500.0}, parameters={"k": 0})
    more = pl.DataFrame({"date": ["2024-03-01"], "winner": ["D"], "loser": ["A"]})
    ratings.update(more, {"D": 1000.0, "A": 1.0})
    found = dict(ratings.to_frame().select("player", "rating").iter_rows())
    assert found == {"A": 1500.0, "B": 1200.0, "C": 1200.0, "D": 1000.0}


def test_unknown_players():
    """Players who are not there are told with the nearest names."""
    ratings = bz.rate(GAMES, "warlight")
    for ask in (ratings.history, ratings.explain, lambda name: ratings.predict([[name], ["A"]])):
        with pytest.raises(UnknownName, match="no player is called 'Z'"):
            ask("Z")


def test_what_was_odd():
    """Warnings and games left out, of all parts."""
    odd = table("""
        date       player_1 player_2 result status   weight
        2024-03-01 A        B        1-0    friendly 2
    """)
    ratings = bz.rate(GAMES, "warlight").update(odd)
    assert ratings.skipped == [("row 0", "friendly: not rated")]
    assert [warning.column for warning in ratings.warnings] == ["weight"]


ENTRIES = table("""
    game player side
    b    C      x
    a    A      .
    b    A      y
    b    B      y
    a    B      .
""")


def test_forecasts_of_entries():
    """Rows of entries, in any order, come back with the chance of their side."""
    ratings = bz.rate(GAMES, "warlight")
    found = ratings.predict(ENTRIES)
    assert found.drop("chance").equals(ENTRIES)
    team = ratings.predict([["C"], ["A", "B"]])
    duel = ratings.predict([["A"], ["B"]])
    assert found["chance"].to_list() == [team[0], duel[0], team[1], team[1], duel[1]]


@pytest.mark.parametrize(
    ("games", "error", "message"),
    [
        ({"player_1": ["A"]}, WrongUse, "have player_1 and player_2, or game and player"),
        ({"player_1": ["A"], "player_2": ["Q"]}, UnknownName, "'Q'"),
        ({"player_1": ["A"], "player_2": [None]}, UnknownName, "''"),
        ({"player_1": ["A"], "player_2": ["A"]}, WrongUse, "A is there twice"),
        ({"game": ["1"], "player": ["A"]}, WrongUse, "two sides or more"),
        (
            {"player_1": ["A"], "player_2": ["B"], "handicap_1": ["much"]},
            ResultsRefused,
            "column handicap_1: 'much'",
        ),
    ],
)
def test_forecasts_that_are_refused(games, error, message):
    """Games that cannot be played are refused."""
    with pytest.raises(error, match=message):
        bz.rate(GAMES, "warlight").predict(games)


def test_forecasts_of_nothing():
    """A frame without rows comes back with the columns."""
    ratings = bz.rate(GAMES, "warlight")
    for frame in (ENTRIES.clear(), GAMES.clear()):
        assert len(ratings.predict(frame)) == 0


def test_one_game():
    """A game of single players and of teams, without names."""
    assert bz.rate_game("warlight", [[1200], [1200]], [1, 2]) == [[(1216.0,)], [(1184.0,)]]
    assert bz.rate_game("warlight", [[1200, None], [1200]], scores=[1, 1]) == [
        [(1200.0,), (1200.0,)],
        [(1200.0,)],
    ]
    assert bz.rate_game("warlight", [[()], [1200]], [1, 1], parameters={"start_rating": 1200}) == [
        [(1200.0,)],
        [(1200.0,)],
    ]


def test_one_game_of_many():
    """Sides come back in the order in which they were given, however many there are."""
    sides = [[1000 + number] for number in range(120)]
    places = list(range(120, 0, -1))
    after = bz.rate_game("warlight", sides, places, parameters={"k": 0})
    assert after == [[(float(1000 + number),)] for number in range(120)]


def test_one_game_with_gaps():
    """A value that is left out starts as for a new player; the others keep their columns."""
    found = bz.rate_game(
        "dash-baduk", [[(1000, 3)], [(None, 5)]], [1, 2], parameters={"start_rank": "1D"}
    )
    assert [side[0][1] for side in found] == [4.0, 6.0]


@pytest.mark.parametrize(
    ("values", "message"),
    [
        ((1000, -1), "games: -1 is no whole number"),
        ((1000, 1.5), "games: 1.5 is no whole number"),
        ((float("nan"), 3), "not a finite number"),
    ],
)
def test_members_that_cannot_be(values, message):
    """What a players file may not say of a member, a call may not either."""
    with pytest.raises(ParameterRefused, match=message):
        bz.rate_game("dash-baduk", [[values], [(1000, 3)]], [1, 2])


def test_games_are_not_mixed_up():
    """Games that differ in a fact, in a score or in the kind of a value are games of their own."""
    rules = bz.load_rulebook("othello-sweden")
    one = bz.rate_game(rules, [[1040], [1180]], scores=[35, 29])
    assert bz.rate_game(rules, [[1040], [1180]], scores=[29, 35]) != one
    assert bz.rate_game(rules, [[1041], [1180]], scores=[35, 29]) != one
    assert bz.rate_game(rules, [[1040], [1180]], scores=[35, 29]) == one
    assert bz.rate_game(rules, [[1040], [1180]], scores=[35.0, 29.0]) == one


DUEL: dict[str, Any] = {"sides": [[1], [2]], "places": [1, 2]}


@pytest.mark.parametrize(
    ("arguments", "error", "message"),
    [
        ({"sides": [[1], [2]]}, WrongUse, "places or scores"),
        ({"sides": [[1], [2]], "places": [1, 2], "scores": [2, 1]}, WrongUse, "places or scores"),
        ({"sides": [[1], [2]], "places": [1]}, WrongUse, "there are 2 sides"),
        ({"sides": [[1], [2]], "places": [1, 2], "handicaps": [[1]]}, WrongUse, "handicaps"),
        ({"sides": [[(1, 2)], [2]], "places": [1, 2]}, ParameterRefused, "keeps rating"),
        ({"sides": [[1]], "places": [1]}, ResultsRefused, "one side only"),
        ({"sides": [[1], [2]], "places": [1, 3]}, ResultsRefused, "place 3"),
        ({"sides": [], "places": []}, ResultsRefused, "results"),
        ({**DUEL, "facts": {"place": 1}}, WrongUse, "place is no fact"),
        ({**DUEL, "facts": {"player": "A"}}, WrongUse, "player is no fact"),
        ({**DUEL, "facts": {"evnt": "A"}}, UnknownName, "did you mean event"),
        ({**DUEL, "facts": {"status": "friendly"}}, WrongUse, "not rated: friendly"),
        ({**DUEL, "facts": {"rated": "no"}}, WrongUse, "not rated"),
        ({**DUEL, "facts": {"weight": 2}}, CannotDo, "does not use the column weight"),
        ({**DUEL, "facts": {"weight": [2]}}, ResultsRefused, "weight"),
        ({**DUEL, "handicaps": [[0], [3]]}, CannotDo, "does not use the column handicap"),
        ({**DUEL, "sides": [[1e308], [2]]}, PlayersRefused, "out of all proportion"),
        ({**DUEL, "places": [True, 2]}, ResultsRefused, "place"),
    ],
)
def test_games_that_cannot_be(arguments, error, message):
    """What does not fit together is refused."""
    with pytest.raises(error, match=message):
        bz.rate_game("warlight", **arguments)


def test_who_is_at_home_in_a_single_game():
    """The fact advantage is the number of the side that is at home, or moves first."""
    found = [
        bz.rate_game("football", [[1500], [1500]], scores=[1, 1], facts={"advantage": side})
        for side in (0, 1, 2)
    ]
    assert found == [
        [[(1500.0,)], [(1500.0,)]],
        [[(1496.0,)], [(1504.0,)]],
        [[(1504.0,)], [(1496.0,)]],
    ]
    for wrong in (3, -1, "yes", True):
        with pytest.raises(WrongUse, match="advantage"):
            bz.rate_game("football", [[1500], [1500]], [1, 2], facts={"advantage": wrong})


def test_one_row_is_a_list_of_one():
    """A game as a dict of its own, and a line-up without sides, are answered with what is right."""
    with pytest.raises(WrongUse, match="one row alone is a list of one dict"):
        bz.rate({"player_1": "A", "player_2": "B", "result": "1-0"}, "warlight")
    with pytest.raises(WrongUse, match=r"such as \[\['A'\], \['B'\]\]"):
        bz.rate(GAMES, "warlight").predict(["A", "B"])


def test_results_are_shown_in_short():
    """What stands for results in a session is a line, however many they are."""
    assert repr(bz.read(GAMES)) == "<Results: 3 games of 3 players>"


def test_who_is_assumed_to_have_a_rating():
    """A forecast of somebody without a rating says whose it assumes."""
    ratings = bz.rate(GAMES, "fide-standard", {"A": 1800.0, "B": 1700.0})
    assert ratings.assumed([["A"], ["c"]]) == ["C"]
    assert ratings.assumed([["A"], ["B"]]) == []
    assert sum(ratings.predict([["A"], ["C"]])) == pytest.approx(1.0)


def test_a_month_that_was_rated_is_closed():
    """Who goes on game by game by rules of a month is told how a game can be a period."""
    ratings = bz.rate(GAMES, "glicko2")
    more = [{"date": "2024-02-02", "player_1": "A", "player_2": "B", "result": "1-0"}]
    with pytest.raises(StateRefused, match=r"--set period\.kind=game from the beginning"):
        ratings.update(more)
