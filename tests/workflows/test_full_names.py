"""Full names in explanations, where results call players by a number."""

from __future__ import annotations

import banzuke as bz
from builders import table

GAMES = table("""
    date       event player_1 player_2 result
    2024-01-01 Cup   1        2        1-0
    2024-01-01 Cup   1        3        1-0
""")
PLAYERS = [{"player": "1", "name": "Ann Lee"}, {"player": "2", "name": "Bo Ek"}, {"player": "3"}]


def test_full_names_in_explanations():
    """Terms name opponents in full where a full name is known."""
    told = bz.rate(GAMES, "elo", PLAYERS).explain("1", event="Cup")
    assert (told.player, told.name) == ("1", "Ann Lee")
    assert [term.name for term in told.terms] == ["won against Bo Ek", "won against 3"]
    assert told.to_dict()["name"] == "Ann Lee"


def test_names_that_several_have():
    """Two of one full name are told apart by what results call them."""
    same = [{**row, "name": "Bo Ek"} for row in PLAYERS]
    told = bz.rate(GAMES, "elo", same).explain("1", event="Cup")
    assert told.name == "Bo Ek (1)"
    assert [term.name for term in told.terms] == [
        "won against Bo Ek (2)",
        "won against Bo Ek (3)",
    ]
