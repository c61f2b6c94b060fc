"""A ledger is corrected by calls, one word each."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from banzuke.ledger.changes import Change
from banzuke.model.errors import ChangeRefused, UnknownName, WrongUse
from banzuke.publishing.ledger_text import figures_text
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
    corrected = ledger.correct({"winner": "Bo"}, game=1, who="Clerk", why="Swapped")
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
        ("correct game", {"game": True, "values": {"winner": "Bo"}}, "game cannot be True"),
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


#: Corrections that change nothing of a ledger in which Anna won game 1, on 2 March.
SO_ALREADY = (
    ("correct game", {"game": 1, "values": {"winner": "Anna"}}),
    ("correct game", {"game": 1, "values": {"result of Bo": "0 - 1", "event": "Spring"}}),
    ("correct game", {"game": 1, "values": {"date": "2 March 2024"}}),
    ("correct event", {"event": "Spring", "values": {"place": "Lund", "name": "Spring"}}),
    ("correct event", {"event": "Spring", "values": {"award of Best Game": "Anna"}}),
    ("correct person", {"person": "Anna", "values": {"born": "1990"}}),
    ("keep apart", {"person": "Anna", "other": "Cecilia"}),
)


@pytest.fixture
def known(place: str) -> Iterator[Ledger]:
    """Such a ledger on each database, with all that SO_ALREADY says."""
    ledger = Ledger.create(place)
    ledger.import_frame(table(GAMES), "games.csv")
    ledger.set_list("main", "elo", {"title": "Main"})
    ledger.correct({"date": "2024-03-02"}, game=1)
    ledger.correct({"place": "Lund", "award of Best Game": "Anna"}, event="Spring")
    ledger.correct({"born": 1990}, person="Anna")
    ledger.keep_apart("Cecilia", "Anna")
    yield ledger
    ledger.close()


@pytest.mark.parametrize(("kind", "said"), SO_ALREADY)
def test_a_correction_that_changes_nothing_is_no_revision(
    known: Ledger, kind: str, said: dict[str, Any]
):
    """Neither when it is made, nor when it was kept and is confirmed; then it waits no longer."""
    before = known.log()
    assert known.make(Change(kind, said)).revision is None
    shown = known.look_at(Change(kind, said))
    assert figures_text(shown.told).startswith("nothing to change: ")
    assert [effect.moved for effect in shown.effects] == [0]
    number = known.keep(Change(kind, said))
    assert known.confirm(number).revision is None
    assert known.pending() == {}
    assert known.log() == before


def test_of_a_correction_only_what_changes_is_told(known: Ledger):
    """What was said, but was so already, is in no revision."""
    done = known.correct({"winner": "Anna", "round": "7"}, game=1)
    assert done.told["changed"] == {"round": {"before": "", "after": "7"}}
    done = known.correct({"place": "Lund", "country": "Sweden"}, event="Spring")
    assert list(done.told["changed"]) == ["country"]


def test_a_winner_is_named_and_told(known: Ledger):
    """Who won is said by name, told by key in the revision, and by name to people."""
    keys = {person.name: person.key for person in known.people()}
    done = known.correct({"winner": "Bo"}, game=1)
    result = done.told["changed"]["result"]
    assert result == {"before": "0-1", "after": "1-0", "sides": [keys["Bo"], keys["Anna"]]}
    assert figures_text(known.log(1, named=True)[0].told) == "result Bo 1-0 Anna (was 0-1), game 1"
    drawn = known.look_at(Change("correct game", {"game": 1, "values": {"result": "½-½"}}))
    assert figures_text(drawn.told) == "game 1, result Bo 1/2-1/2 Anna (was 1-0)"


@pytest.mark.parametrize(
    ("values", "what"),
    [
        ({"winner": "Cecilia"}, "Cecilia is not in this game"),
        ({"winner": "Anna", "result": "1-0"}, "the result is said several times"),
        ({"winner of Anna": "1"}, "does not say who won"),
        ({"winner": ""}, "does not say who won"),
        ({"result": "2-1"}, "'2-1' is no result of this game"),
    ],
)
def test_a_result_that_cannot_be_is_refused(known: Ledger, values: dict[str, str], what: str):
    """It is told why, and nothing is stored."""
    revision = known.revision
    with pytest.raises((ChangeRefused, UnknownName), match=what):
        known.correct(values, game=1)
    assert known.revision == revision


def test_scores_are_not_lost_by_saying_who_won(ledger: Ledger):
    """A game that was counted in points is corrected by its points."""
    scores = {"date": "2024-05-01", "player_1": "Anna", "player_2": "Bo"}
    ledger.record([{**scores, "score_1": 34, "score_2": 30}])
    with pytest.raises(ChangeRefused, match="this game has scores, 34-30, which say who won"):
        ledger.correct({"winner": "Bo"}, game=3)
