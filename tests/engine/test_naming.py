"""Players and games of rated results, as people name them."""

from __future__ import annotations

import pytest

from banzuke.engine.explaining import explain
from banzuke.model.errors import UnknownName, WrongUse
from builders import rate

TEXT = """
    date       event  round game player_1 player_2 result
    2024-01-01 Öppen  1     1    A        B        1-0
    2024-01-02 Öppen  2     1    B        A        1-0
    2024-01-03 Öppen  2     2    A        B        0-1
    2024-02-01 Cup    1     1    A        B        1-0
"""
PLAYERS = [{"player": "A", "name": "Åsa Ek", "rating": 1250}, {"player": "B", "name": "Bo Li"}]


def test_a_full_name_and_any_spelling():
    """The player is found by the full name, the event without its accent."""
    told = explain(rate(TEXT, players=PLAYERS), "asa  ek", "oppen", "2")
    assert (told.player, told.kind, told.which) == ("A", "game", "2")


def test_games_of_one_name_are_told_apart_by_their_rows():
    """Two games 1 of one event are never added up: each is asked for by its row."""
    rated = rate(TEXT)
    with pytest.raises(WrongUse, match=r"2 games 1.*row 0 \(round 1\) or row 1 \(round 2\)"):
        explain(rated, "A", "Öppen", "1")
    assert [term.name for term in explain(rated, "A", game="row 0").terms] == ["won against B"]
    assert [term.name for term in explain(rated, "A", game="row 1").terms] == ["lost to B"]


def test_games_of_several_events():
    """A game whose name several events have needs the event."""
    with pytest.raises(WrongUse, match="several events: say which, Cup or Öppen"):
        explain(rate(TEXT), "A", game="1")
    assert len(explain(rate(TEXT), "A", "Cup", "1").terms) == 1


@pytest.mark.parametrize("game", ["7", "row 9"])
def test_a_game_that_is_not_there(game):
    """Neither a key nor a row of the player's."""
    with pytest.raises(UnknownName, match="no game is called"):
        explain(rate(TEXT), "A", game=game)


def test_a_player_by_a_number():
    """Whoever gives a number where a name belongs is told that nobody is called so."""
    with pytest.raises(UnknownName, match="no player is called '5'"):
        explain(rate(TEXT), 5)
