"""A ledger is corrected by calls, one word each."""

from __future__ import annotations

from pathlib import Path

import pytest

from banzuke.model.errors import WrongUse
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
