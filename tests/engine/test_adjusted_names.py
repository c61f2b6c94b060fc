"""Adjustments that name somebody whom nobody knows."""

from __future__ import annotations

import pytest

from banzuke.engine.rated import rate_results
from builders import rate, results, rules

GAMES = """
    date       event player_1 player_2 result
    2024-01-01 One   Ann      Bob      1-0
"""


def said(players: list[str]) -> list[str]:
    """What is told of an adjustment of some players."""
    adjustment = {"on": "2024-02-01", "players": players, "add": 5.0}
    rated = rate(GAMES, rules(adjustment=[adjustment]))
    return [warning.what for warning in rated.selection.warnings if "nobody" in warning.what]


@pytest.mark.parametrize(
    ("players", "wanted"),
    [
        (["Ann"], []),
        (["Ann", "Anne"], ["warlight, adjustment[1].players: nobody is called 'Anne'"]),
        (["X", "Y"], ["warlight, adjustment[1].players: nobody is called 'X', 'Y'"]),
    ],
)
def test_names_that_nobody_has(players: list[str], wanted: list[str]):
    """Each is told; names of players are not."""
    assert said(players) == wanted


def test_who_played_before_is_known():
    """Going on, those who have no new game are known by name."""
    book = rules(adjustment=[{"on": "2024-02-01", "players": ["Ann"], "add": 5.0}])
    past = rate(GAMES, book)
    later = results("date event player_1 player_2 result\n2024-03-01 Two Bob Cid 1-0")
    rated = rate_results(later, book, earlier=past.states())
    assert not [one for one in rated.selection.warnings if "nobody" in one.what]
