"""Small words of sentences."""

from __future__ import annotations

from banzuke.model.wording import counted, either


def test_counted():
    """One is singular."""
    assert counted(1, "game") == "1 game"
    assert counted(0, "game") == "0 games"
    assert counted(2, "player is", "players are") == "2 players are"


def test_either():
    """The last choice stands behind an or."""
    assert either(["game"]) == "game"
    assert either(["game", "event", "day"]) == "game, event or day"
