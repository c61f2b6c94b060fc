"""Ratings that come without the number of games on which the rules look are told."""

from __future__ import annotations

from typing import Any

import polars as pl
import pytest

import banzuke as bz

GAME = {"event": "E", "date": "2024-01-01", "player_1": "A", "player_2": "B", "result": "1-0"}


def told(rulebook: str, players: Any, **more: Any) -> list[tuple[str, int | None, str]]:
    """Column, row and words of the warnings about columns of the players file."""
    ratings = bz.rate([{**GAME, **more}], rulebook, players)
    return [(one.column, one.row, one.what) for one in ratings.warnings if one.column]


@pytest.mark.parametrize(
    ("rulebook", "column", "number"),
    [
        ("renju-draft", "met_established", "0"),
        ("us-chess-draft", "games", "0"),
        ("fide-standard", "games", "30"),
        ("ingo-draft", "games", "0"),
        ("fibs", "experience", "0"),
    ],
)
def test_the_number_that_is_missing_is_told(rulebook: str, column: str, number: str):
    """Whoever plays with a rating, but no number, is counted, and what is taken is told."""
    players = pl.DataFrame({"player": ["C", "A", "B"], "rating": [1500.0, 1600.0, 1700.0]})
    what = f"2 players start from a rating without {column}, taken as {number}"
    assert (column, 1, what) in told(rulebook, players)


def test_each_whose_number_is_missing_counts():
    """Who has the number, or no rating, or does not play, is not counted."""
    players = pl.DataFrame(
        {"player": ["A", "B", "C"], "rating": [1600.0] * 3, "games": [8, None, None]}
    )
    what = "1 player starts from a rating without games, taken as 0"
    assert told("us-chess-draft", players) == [("games", 1, what)]
    assert not told("us-chess-draft", players.with_columns(games=pl.lit(8)))
    assert not told("us-chess-draft", players.with_columns(games=pl.lit(0)))
    assert not told("us-chess-draft", players.filter(player="C"))


def test_nobody_is_asked_for_what_the_rules_do_not_use():
    """Plain Elo counts no games, so that a rating is enough."""
    players = pl.DataFrame({"player": ["A", "B"], "rating": [1600.0, 1700.0]})
    assert not told("elo", players)


def test_numbers_of_a_pool():
    """A number that is given for one pool only is missing in the other."""
    players = pl.DataFrame(
        {"player": ["A", "B"] * 2, "pool": ["x", "x", "y", "y"], "rating": [1500.0] * 4}
    ).with_columns(games=pl.Series([5, 5, None, 5]))
    rows = [{**GAME, "pool": "x"}, {**GAME, "pool": "y"}]
    ratings = bz.rate(rows, "us-chess-draft", players, parameters={"pooling": "separate"})
    (one,) = [one for one in ratings.warnings if one.column == "games"]
    assert (one.row, one.what) == (2, "1 player starts from a rating without games, taken as 0")


def test_who_is_in_the_saved_state_brings_nothing():
    """Going on, games are those of the state."""
    players = pl.DataFrame({"player": ["A", "B"], "rating": [1600.0, 1700.0]})
    first = bz.rate([GAME], "us-chess-draft", players)
    first.update([{**GAME, "event": "F", "date": "2024-02-01"}], players=players)
    assert not [one for one in first.rated.selection.warnings if one.column == "games"]
