"""A ledger is corrected by calls, one word each."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from banzuke.ledger.changes import Change
from banzuke.model.errors import ChangeRefused, WrongUse
from banzuke.workflows.ledger import Ledger
from builders import table

GAMES = """
    date       event  player_1 player_2 result
    2024-01-01 Spring Anna     Bo       1-0
    2024-02-01 Summer Bo       Cecilia  1-0
"""


@pytest.fixture
def ledger(tmp_path: Path) -> Ledger:
    """A ledger of two games."""
    made = Ledger.create(tmp_path / "club.db")
    made.import_frame(table(GAMES), "games.csv")
    made.set_list("main", "elo", {"title": "Main"})
    return made


def _ratings(ledger: Ledger) -> dict[str, float]:
    return {row["name"]: row["rating"] for row in ledger.current("main")["players"]}


def test_every_verb_and_its_undoing(ledger: Ledger):
    """A corrected result, a game withdrawn and people merged are all taken back to the bit."""
    before = _ratings(ledger)
    corrected = ledger.correct({"result": "0-1"}, game=1, who="Clerk", why="Swapped")
    assert _ratings(ledger)["Anna"] < before["Anna"]
    assert ledger.log(1)[0].why == "Swapped"
    withdrawn = ledger.withdraw([2])
    merged = ledger.merge("Cecilia", "Anna")
    assert "Cecilia" not in _ratings(ledger)
    for done in (merged, withdrawn, corrected):
        assert done.revision is not None
        ledger.undo(done.revision)
    assert _ratings(ledger) == before


def test_facts_of_events_and_people(ledger: Ledger):
    """Facts are said of an event or a person, and numbers are taken as texts."""
    ledger.correct({"place": "Lund"}, event="Spring")
    ledger.correct({"born": 1990}, person="Anna")
    (anna,) = ledger.people("Anna")
    assert anna.facts["born"] == "1990"


def test_merged_and_two_again(ledger: Ledger):
    """Who was merged by mistake is a person again, and kept apart."""
    before = _ratings(ledger)
    ledger.merge("Cecilia", "Anna")
    ledger.unmerge("Cecilia")
    ledger.keep_apart("Cecilia", "Anna")
    assert _ratings(ledger) == before


def test_what_is_corrected_must_be_said(ledger: Ledger):
    """Nothing, or two things at once, cannot be corrected."""
    for about in ({}, {"game": 1, "event": "Spring"}):
        with pytest.raises(WrongUse, match="a game, an event or a person"):
            ledger.correct({"place": "Lund"}, **about)


@pytest.mark.parametrize("said", [{}, {"games": []}, {"event": "", "person": ""}])
def test_nothing_is_withdrawn_by_saying_nothing(ledger: Ledger, said: dict[str, Any]):
    """Who asks for no games, as by a list that came out empty, does not lose all of them."""
    with pytest.raises(ChangeRefused, match="nothing says which games"):
        ledger.withdraw(**said)
    assert ledger.games()["game"].n_unique() == 2


@pytest.mark.parametrize(
    ("kind", "said", "what"),
    [
        ("withdraw", {"games": ["1"]}, "games cannot be"),
        ("withdraw", {"games": "1"}, "games cannot be '1'"),
        ("withdraw", {"games": [1.5]}, "whole numbers"),
        ("withdraw", {"games": 1}, "games cannot be 1"),
        ("withdraw", {"event": 5}, "event cannot be 5"),
        ("undo", {"number": "2"}, "a whole number"),
        ("undo", {"number": True}, "number cannot be True"),
        ("correct game", {"game": True, "values": {"result": "0-1"}}, "game cannot be True"),
        ("correct event", {"event": "Spring", "values": {"place": 3}}, "values cannot be"),
        ("merge", {"person": None, "into": "Anna"}, "person cannot be None"),
    ],
)
def test_an_argument_of_another_kind_is_refused(
    ledger: Ledger, kind: str, said: dict[str, Any], what: str
):
    """A text is no number, nor is a yes: it is said what would be right, and nothing is made."""
    with pytest.raises(ChangeRefused, match=what):
        ledger.make(Change(kind, said))
    assert ledger.revision == 2


def test_numbers_of_arrays_are_numbers(ledger: Ledger):
    """Games are named by the numbers that a frame has, too."""
    assert ledger.withdraw(np.array([1, 2])).told == {"withdrawn": 2}


def test_all_editions_of_a_file_are_withdrawn(ledger: Ledger):
    """Files that are called alike are one to whoever names them."""
    ledger.import_frame(table(GAMES.replace("2024", "2025")), "games.csv")
    assert ledger.withdraw(file="games.csv").told == {"withdrawn": 4}
