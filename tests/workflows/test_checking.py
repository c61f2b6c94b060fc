"""What is in files, as text and as JSON, by row."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from banzuke.workflows.checking import Report, check_files, report_document, report_text

GOOD = """\
date,player_1,player_2,result,status
2026-01-01,Ann,Bo,1-0,
2026-01-02,Ann,,,bye
2026-01-03,Cy,Bo,0-1,friendly
"""


def report(folder: Path, text: str, rules: str = "", **how: bool) -> Report:
    """The report of a file with this text."""
    path = folder / "t.csv"
    path.write_text(text, "utf-8")
    return check_files([path], rules, **how)


def test_a_file_that_is_right(tmp_path):
    """How much is in it, and what is rated by no rules."""
    found = report(tmp_path, GOOD)
    assert found.is_right
    assert report_text(found) == (
        "t.csv (CSV): duels, 3 games of 3 players from 2026-01-01 to 2026-01-03\n"
        "  not rated: 1 × bye\n"
        "  not rated: 1 × friendly\n"
    )
    (file,) = report_document(found)["files"]
    assert file["skipped"] == [
        {"where": "t.csv, row 3", "why": "bye"},
        {"where": "t.csv, row 4", "why": "friendly"},
    ]
    assert (file["games"], file["from"], file["refused"]) == (3, "2026-01-01", [])


def test_a_file_that_is_refused(tmp_path):
    """Each problem with its row and column; no rules are asked then."""
    found = report(tmp_path, GOOD.replace("Cy,Bo", "Bo,Bo"), "elo")
    assert not found.is_right
    assert "  refused: t.csv, row 4, column player_2: both sides are 'Bo'" in report_text(found)
    document = json.loads(json.dumps(report_document(found)))
    assert document["rules"] is None
    (problem,) = document["files"][0]["refused"]
    assert (problem["row"], problem["column"], problem["what"]) == (
        4,
        "player_2",
        "both sides are 'Bo'",
    )


@pytest.mark.parametrize("strict", [False, True])
def test_warnings_are_faults_if_asked(tmp_path, strict):
    """A report is right with warnings unless it is strict."""
    found = report(tmp_path, GOOD.replace("player_1,player_2", "White,Black"), strict=strict)
    assert found.is_right is not strict
    assert "  warning: t.csv, row 1: columns are read by what they mean" in report_text(found)


def test_what_rules_say(tmp_path):
    """What a rulebook leaves out or refuses stands apart from what is in the file."""
    found = report(tmp_path, GOOD, "elo")
    assert "by elo:\n  not rated: 1 × " in report_text(found)
    text = "player_1,player_2,score_1,score_2,event\nAnn,Bo,34,31,E\n"
    found = report(tmp_path, text, "othello-sweden")
    assert not found.is_right
    assert found.files[0].games == 1
    assert "by othello-sweden:\n  refused: t.csv, row 2, column score_1" in report_text(found)


def test_a_file_without_results_is_not_right(tmp_path):
    """A header alone reads nothing."""
    assert not report(tmp_path, GOOD.splitlines()[0] + "\n").is_right


def test_a_file_of_no_known_kind(tmp_path):
    """Is refused as what it seems to be."""
    path = tmp_path / "t.pdf"
    path.write_bytes(b"%PDF-1.4")
    found = check_files([path])
    assert report_text(found).startswith(
        "t.pdf is refused:\n  refused: t.pdf: this seems to be a PDF"
    )
