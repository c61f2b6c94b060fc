"""What a ledger says of itself: revisions on a line each, imports in figures."""

from __future__ import annotations

from pathlib import Path

from banzuke.ledger.changes import Change
from banzuke.ledger.import_reports import Report
from banzuke.model.problems import Problem
from banzuke.publishing.ledger_text import (
    figures_text,
    lists_text,
    log_text,
    people_text,
    report_text,
)
from banzuke.workflows.ledger import Ledger


def test_the_log_has_a_short_line_for_each_revision(tmp_path: Path):
    """Also for games that a server recorded, of whose players much more is kept."""
    with Ledger.create(tmp_path / "club.db") as ledger:
        ledger.set_list("ladder", "elo")
        ledger.record([{"player_1": "Anna", "player_2": "Bo", "result": "1-0"}])
        ledger.make(Change("correct game", {"game": 1, "values": {"winner": "Bo"}}), who="Ann")
        done = ledger.make(Change("undo", {"number": 3}), who="Ann", why="it was right")
        lines = log_text(ledger.log(named=True), 1000).splitlines()[1:]
        assert done.told["games"] == 1
    assert [line.split()[0] for line in lines] == ["4", "3", "2", "1"]
    assert lines[0].endswith("it was right")
    assert "undone 3 (correct): result Bo 1-0 Anna (was 0-1), game 1" in lines[0]
    assert "result Bo 1-0 Anna (was 0-1)" in lines[1]
    assert "games 1, ladder 2 players" in lines[2]


def test_an_undoing_that_is_undone_says_what_comes_back(tmp_path: Path):
    """Each names the revision before it, down to the one that had changed something itself."""
    with Ledger.create(tmp_path / "club.db") as ledger:
        ledger.import_frame([{"player_1": "Anna", "player_2": "Bo", "result": "1-0"}], "one.csv")
        ledger.make(Change("withdraw", {"games": [1]}), who="Ann")
        ledger.make(Change("undo", {"number": 2}), who="Ann")
        shown = ledger.look_at(Change("undo", {"number": 3}))
        withdrawn = figures_text(ledger.log(named=True)[1].told)
    text = f"undone 3 (undo): undone 2 (withdraw): {withdrawn}; without games now: Anna; Bo"
    assert figures_text(shown.told) == text
    assert withdrawn


def test_figures_tell_what_is_not_nothing():
    """Zeros are left out, but how much was stored; empty cells are said to be empty."""
    told = {"stored": 0, "people": 0, "changed": {"club": {"before": "", "after": "Lund"}}}
    assert figures_text(told) == "stored 0, club (empty) → Lund"


def test_a_long_report_is_summed_up():
    """So many lines of one kind are printed; the rest are counted."""
    report = Report(read=30, skipped=[Problem(f"row {n}") for n in range(30)])
    report.people = [f"P{n}" for n in range(30)]
    text = report_text(report)
    assert text.startswith("30 games, 0 stored, 30 skipped, 30 new people")
    assert "… and 10 more" in text
    assert text.endswith("P19 and 10 more\n")


def test_nothing_is_said_in_words():
    """An empty log, no list and nobody are told as such."""
    assert log_text([], 80) == "nothing has been stored yet\n"
    assert "no list is set up yet" in lists_text([], [], {}, 80)
    assert people_text([], 80) == "nobody is called that\n"


def test_lists_on_which_nobody_moved_are_not_told():
    """Of a recorded game those lists are told that rate it."""
    told = {"games": [7], "lists": {"chess": [{"player": "k"}, {"player": "l"}], "go": []}}
    assert figures_text(told) == "games 7, chess 2 players"
