"""Games that a system leaves unrated are among the skipped, each with its reason."""

from __future__ import annotations

import pytest

import banzuke as bz
from banzuke.engine import left_unrated

PLAYERS = [
    {"player": "High", "rating": 7000, "games": 20},
    {"player": "Low", "rating": 1000, "games": 20},
    {"player": "Near", "rating": 6900, "games": 20},
    {"player": "New", "rating": 1000, "games": 0},
]
BEYOND = "is beyond 4 and the player is a regular member"


def game(one: str, two: str, result: str = "1-0", **more: str) -> dict[str, str]:
    """A game of two, won by the first."""
    return {"player_1": one, "player_2": two, "result": result, **more}


def numbered(*games: dict[str, str]) -> list[dict[str, str]]:
    """Games with numbers, in this order."""
    return [{"game": str(number), **one} for number, one in enumerate(games)]


@pytest.mark.parametrize(
    ("key", "sides", "what"),
    [
        ("bradley-terry", [[0], [0]], "one such game gives nobody a rating by bradley-terry"),
        ("plackett-luce", [[0], [0]], "one such game gives nobody a rating by plackett-luce"),
    ],
)
def test_a_game_by_itself_that_moves_nobody_is_refused(key, sides, what):
    """A fit that one game gives nobody a rating says so; no ratings that were given come back."""
    with pytest.raises(bz.WrongUse, match=what):
        bz.rate_game(key, sides=sides, places=[1, 2])


def test_games_beyond_the_handicap_are_told():
    """A game between members whose ranks lie too far apart is listed, between the others."""
    games = numbered(
        game("High", "Near"),
        game("High", "Low"),
        game("High", "Near", status="friendly"),
        game("Low", "High"),
        game("Low", "New"),
    )
    skipped = bz.rate(games, "dash-baduk", PLAYERS).skipped
    assert [where for where, _ in skipped] == ["row 1", "row 2", "row 3"]
    assert [why == "friendly: not rated" for _, why in skipped] == [False, True, False]
    assert all(BEYOND in why for where, why in skipped if where != "row 2")


def test_a_game_that_counts_for_one_is_rated():
    """Where the new member's side counts, though the regular one's does not, the game is rated."""
    assert bz.rate(numbered(game("New", "High")), "dash-baduk", PLAYERS).skipped == []


def test_a_draw_that_changes_nothing_is_rated():
    """A game that was rated and moved nobody is not among the skipped."""
    rated = bz.rate(numbered(game("High", "Near", "1/2-1/2")), "dash-baduk", PLAYERS)
    assert rated.history_frame()["change"].to_list() == [0.0, 0.0]
    assert rated.skipped == []


def test_going_on_tells_the_newer_games_too():
    """After an update the games of both parts are told."""
    ratings = bz.rate(numbered(game("High", "Low")), "dash-baduk", PLAYERS)
    assert len(ratings.skipped) == 1
    ratings.update([game("High", "Low", game="7")])
    assert [where for where, _ in ratings.skipped] == ["row 0", "row 0"]


def test_very_many_are_not_asked(monkeypatch: pytest.MonkeyPatch):
    """Beyond a number it is only told that a game changed nothing."""
    monkeypatch.setattr(left_unrated, "MOST_ASKED", 1)
    games = numbered(game("High", "Low"), game("High", "Low"))
    skipped = bz.rate(games, "dash-baduk", PLAYERS).skipped
    assert BEYOND in skipped[0][1]
    assert skipped[1] == ("row 1", "changed no rating; explain says why")
