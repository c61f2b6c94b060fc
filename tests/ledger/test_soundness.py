"""After any change a merged person is one person, somebody, and nobody's own opponent."""

from __future__ import annotations

from typing import Any

import pytest

from banzuke.ledger.changes import Change
from banzuke.model.errors import ChangeRefused
from banzuke.workflows.ledger import Ledger


@pytest.fixture
def club(ledger: Ledger) -> Ledger:
    """Three games, in the third of which Ann may be Anna."""
    play(ledger, "Anna Berg", "Bo Ek")
    play(ledger, "Bo Ek", "Cy Dahl")
    play(ledger, "Ann Berg", "Cy Dahl")
    return ledger


def play(ledger: Ledger, one: str, two: str) -> None:
    """Record a game."""
    ledger.record([{"date": "2026-01-01", "player_1": one, "player_2": two, "result": "1-0"}])


def do(ledger: Ledger, kind: str, **said: Any) -> int:
    """Make a change; returns its number."""
    revision = ledger.make(Change(kind, said)).revision
    assert revision is not None
    return revision


def test_mergers_make_no_circle(club: Ledger):
    """Two who were merged into each other, one after the other, are not merged both ways."""
    do(club, "merge", person="Ann Berg", into="Anna Berg")
    unmerged = do(club, "unmerge", person="Ann Berg")
    do(club, "merge", person="Anna Berg", into="Ann Berg")
    with pytest.raises(ChangeRefused, match="circle"):
        do(club, "undo", number=unmerged)
    play(club, "Anna Berg", "Bo Ek")
    assert sorted(club.rate("elo").to_frame()["games"].to_list()) == [2, 3, 3]


def test_nobody_is_merged_into_two(club: Ledger):
    """A merger that was taken back does not come again beside a later one."""
    do(club, "merge", person="Ann Berg", into="Anna Berg")
    unmerged = do(club, "unmerge", person="Ann Berg")
    do(club, "merge", person="Ann Berg", into="Bo Ek")
    with pytest.raises(ChangeRefused, match="undo that one first"):
        do(club, "undo", number=unmerged)


def test_who_played_each_other_are_not_merged_by_taking_back(club: Ledger):
    """Two who played each other since they were told apart stay two."""
    do(club, "merge", person="Ann Berg", into="Anna Berg")
    unmerged = do(club, "unmerge", person="Ann Berg")
    play(club, "Ann Berg", "Anna Berg")
    with pytest.raises(ChangeRefused, match="twice in game 4"):
        do(club, "undo", number=unmerged)


def test_a_withdrawn_game_of_two_who_are_one_does_not_come_back(club: Ledger):
    """A game of two who were merged since it was withdrawn is not brought back."""
    play(club, "Ann Berg", "Anna Berg")
    withdrawn = do(club, "withdraw", games=[4])
    do(club, "merge", person="Ann Berg", into="Anna Berg")
    with pytest.raises(ChangeRefused, match="twice in game 4"):
        do(club, "undo", number=withdrawn)


def test_nobody_is_corrected_into_his_own_opponent(club: Ledger):
    """A game of a merged person cannot be corrected to be against himself."""
    do(club, "merge", person="Ann Berg", into="Anna Berg")
    with pytest.raises(ChangeRefused, match="Anna Berg takes part in this game already"):
        do(club, "correct game", game=3, values={"player of Cy Dahl": "Anna Berg"})
