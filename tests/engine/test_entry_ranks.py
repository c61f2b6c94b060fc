"""The rank that a newcomer starts with, where only the results tell it."""

from __future__ import annotations

from typing import Any

import banzuke as bz


def before(rows: list[dict[str, Any]], known: Any = None) -> dict[str, float]:
    """What each player's first entry was added to, by the rulebook egf."""
    history = bz.rate(rows, "egf", known).history_frame()
    return dict(reversed(list(history.select("player", "before").iter_rows())))


def game(one: str, two: str, ranks: tuple[str, str], event: str = "E") -> dict[str, Any]:
    """A game of two and the ranks that they enter with."""
    day = {"E": "2024-01-01", "F": "2024-02-01"}[event]
    named = {"entry_rank_1": ranks[0], "entry_rank_2": ranks[1]}
    row = {"event": event, "date": day, "round": one + two, "result": "0-1", **named}
    return {**row, "player_1": one, "player_2": two}


def test_the_best_of_the_first_period_counts():
    """Of several ranks in a newcomer's first event the best one; later events do not matter."""
    rows = [
        game("A", "B", ("5k", "1d")),
        game("A", "C", ("3k", "2k")),
        game("A", "D", ("", "9k")),
        game("A", "D", ("7d", "7d"), "F"),
    ]
    for order in (rows, rows[::-1]):
        assert before(order) == {"A": 1800.0, "B": 2100.0, "C": 1900.0, "D": 1200.0}


def test_entries_of_one_player_a_row():
    """Tables of entries have a column entry_rank."""
    rows = [
        {"event": "E", "game": "1", "player": name, "place": place, "entry_rank": rank}
        for place, (name, rank) in enumerate([("A", "1p"), ("B", "20k")], start=1)
    ]
    assert before(rows) == {"A": 2700.0, "B": 100.0}


def test_the_players_file_goes_before():
    """A rank or a rating of the players file is not replaced by what results tell."""
    rows = [game("A", "B", ("5k", "5k")), game("A", "C", ("", "5k"))]
    known = [{"player": "A", "rank": "1k"}, {"player": "B", "rating": 1.0}]
    assert before(rows, known) == {"A": 2000.0, "B": 1.0, "C": 1600.0}
