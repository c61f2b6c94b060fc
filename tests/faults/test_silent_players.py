"""What a players file or a date says is read as it was meant, or told."""

from __future__ import annotations

from typing import Any

import polars as pl
import pytest

import banzuke as bz

GAME = {"player_1": "A", "player_2": "B", "result": "1-0"}


def warnings(players: list[dict[str, Any]], rules: str = "warlight", **game: str) -> list[str]:
    """What is told beside the list of one game with a players file."""
    return [str(problem) for problem in bz.rate([{**GAME, **game}], rules, players).warnings]


def test_a_misspelt_column_of_players_is_told():
    """Each column that looks like a known one is named with it, the others in one sentence."""
    found = warnings([{"player": "A", "ratng": 1500, "gmes": 3, "shoe": 44, "hat": 57}])
    assert [text.split(" (known")[0] for text in found] == [
        "column ratng: column ratng is not known and was left aside (did you mean rating or rank?)",
        "column gmes: column gmes is not known and was left aside (did you mean games?)",
        "not known and left aside: shoe, hat",
    ]


def test_columns_of_the_system_are_known():
    """What the system keeps of a player may be given, without a word."""
    assert warnings([{"player": "A", "rating": 1500.0, "games": 3, "nation": "SE"}]) == []


def test_a_pool_in_which_nobody_is_rated_is_told():
    """A pool that no result has is named; so is any pool where the results have none."""
    players = [{"player": "A", "rating": 1500, "pool": "harts"}]
    expected = "row 0, column pool: no result is rated in pool 'harts' (a pool of the results)"
    assert warnings(players, pool="hearts") == [expected]
    assert warnings(players) == [expected]
    assert warnings([{**players[0], "pool": "hearts"}], pool="hearts") == []


def test_a_pool_is_told_where_pools_are_rated_together():
    """Ratings of a pool are of no use where the rulebook has one rating for all."""
    players = [{"player": "A", "rating": 1500, "pool": "hearts"}]
    rated = bz.rate(
        [{**GAME, "pool": "hearts"}], "warlight", players, parameters={"pooling": "together"}
    )
    assert ["rates all pools together" in str(warning) for warning in rated.warnings] == [True]


@pytest.mark.parametrize("games", [9.5, 1e308, -1, 2**31])
def test_a_number_of_games_is_whole(games):
    """So many games nobody can have rated."""
    with pytest.raises(
        bz.PlayersRefused, match=r"row 0, column games: .* is (not possible here|out of all)"
    ):
        warnings([{"player": "A", "games": games}])


def test_a11_a_rating_below_the_floor_is_refused():
    """What is entered by hand below the rulebook's floor is refused, with the floor."""
    players = [{"player": "A", "rating": 50, "games": 20}, {"player": "B", "rating": 100}]
    with pytest.raises(bz.PlayersRefused, match=r"'A': 50 is no R.P \(a whole number from 100"):
        bz.rate([GAME], "dash-baduk", players, parameters={"floor": 100})


def test_a29_handicaps_of_both_players_do_not_cancel():
    """Three stones for each would be none: that is refused, with its row."""
    players = [{"player": name, "rating": 5000, "games": 20} for name in "AB"]
    game = {**GAME, "handicap_1": 3, "handicap_2": 3}
    with pytest.raises(bz.ResultsRefused, match="row 0, column handicap_1: both players received"):
        bz.rate([game], "dash-baduk", players)


@pytest.mark.parametrize(
    ("form", "text", "day"),
    [
        ("%Y-%m-%d %H:%M %z", "2024-01-02 03:30 +0000", "2024-01-01 22:30:00"),
        ("%Y-%m-%d %H:%M %z", "2024-01-01 23:30 -0500", "2024-01-01 23:30:00"),
        ("%s", "1704151800", "2024-01-01 18:30:00"),
        ("%Y-%m-%d %k:%M", "2024-01-01  3:30", "2024-01-01 03:30:00"),
        ("%Y-%m-%d %X", "2024-01-01 23:30:01", "2024-01-01 23:30:01"),
        ("%d.%m.%Y", "02.01.2024", "2024-01-02"),
        ("%d%%.%m.%Y", "02%.01.2024", "2024-01-02"),
    ],
)
def test_a58_a_form_of_dates_keeps_the_clock(form, text, day):
    """Offsets are put on the rulebook's clock, and no time of day is lost, however written."""
    results = bz.read([{**GAME, "date": text}], date_format=form, zone="America/New_York")
    assert str(results.to_frame()["date"][0]) == day


@pytest.mark.parametrize("form", ["%Y-%m-%d %H", "%H:%M", "%Q", "%"])
def test_a_form_that_is_none_is_refused(form):
    """A form without a date, or half a time of day, is refused as the data are."""
    with pytest.raises(bz.ResultsRefused, match="column date"):
        bz.read([{**GAME, "date": "2024-01-01 10"}], date_format=form)


def test_names_of_zones_are_refused():
    """EST may be one of several: it is not passed over."""
    with pytest.raises(bz.ResultsRefused, match="names of zones, %Z"):
        bz.read([{**GAME, "date": "2024-01-01 EST"}], date_format="%Y-%m-%d %Z")


@pytest.mark.parametrize(
    ("key", "column"), [("warlight", "deviation"), ("glicko", "volatility"), ("elo", "peak")]
)
def test_a_starting_value_that_nobody_keeps_is_told(key: str, column: str):
    """Who gives numbers that the rules do not use is told so, and where the first one stands."""
    games = pl.DataFrame(
        {"player_1": ["A"], "player_2": ["B"], "result": ["1-0"], "date": ["2026-01-01"]}
    )
    players = pl.DataFrame({"player": ["A", "B"], "rating": [1500.0] * 2, column: [None, 50.0]})
    told = [problem for problem in bz.rate(games, key, players).warnings if problem.column]
    assert [(one.column, one.row, one.what) for one in told] == [
        (column, 1, f"{key} does not use the column")
    ]
    assert not bz.rate(games, key, players.drop(column)).warnings


@pytest.mark.parametrize("key", ["glicko", "glicko2"])
def test_who_moved_first_is_told_where_it_is_worth_nothing(key: str):
    """A column advantage is told as unused where the rules give the first move no lead."""
    games = pl.DataFrame(
        {
            "player_1": ["A"],
            "player_2": ["B"],
            "result": ["1-0"],
            "date": ["2026-01-01"],
            "advantage": ["1"],
        }
    )
    (told,) = bz.rate(games, key).warnings
    assert (told.column, told.what) == ("advantage", f"{key} does not use the column")
    lead = bz.rate(games, key, parameters={"first_move": 50.0})
    assert not lead.warnings
    assert lead.to_frame()["rating"][0] < bz.rate(games, key).to_frame()["rating"][0]
