"""Scoring systems and rules of circuits from one's own files are kept as they were said."""

from __future__ import annotations

import json
import zipfile
from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from banzuke.ledger.changes import Change
from banzuke.ledger.exporting import ABOUT, OWN_RULES
from banzuke.ledger.import_reports import Decisions
from banzuke.model.errors import ChangeRefused, CircuitRefused, ScoringRefused, UnknownName
from banzuke.model.kept_rules import reference_of
from banzuke.publishing.ledger_text import figures_text
from banzuke.publishing.site import addresses
from banzuke.workflows.ledger import Ledger
from banzuke.workflows.ledger.own_files import correction
from banzuke.workflows.site import Site

SCORING = """format = 1
extends = "sum-of-squares"
title = "Club squares"
updated = 2024-05-01
[terms.share]
points = {points}
"""
CIRCUIT = """format = 1
title = "Club cup"
game = "Othello"
updated = 2024-05-01
[points]
kind = "table"
points = [{points}, 5, 1]
"""
BOARD = [
    {"event": "Con", "date": "2024-09-01", "game": "1", "player": name, "score": score}
    for name, score in zip("ABCDEFG", (10, 10, 7, 7, 0, 0, 0), strict=True)
]


@pytest.fixture
def club(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Ledger]:
    """A ledger of one board, in a folder in which there are a scoring system and a circuit."""
    monkeypatch.chdir(tmp_path)
    Path("squares.toml").write_text(SCORING.format(points=200), encoding="utf-8")
    Path("cup.toml").write_text(CIRCUIT.format(points=10), encoding="utf-8")
    with Ledger.create(tmp_path / "club.db", title="Club") as ledger:
        ledger.import_frame(BOARD, "con.csv", decisions=Decisions(new_people="create"))
        yield ledger


def first(ledger: Ledger) -> Fraction | None:
    """The total of who won the event."""
    standings = ledger.standings("Con")
    assert standings.by_plain_points == ""
    return standings.rows[0].total


WON = Fraction(200 * 100, 100 + 100 + 49 + 49)


def test_a_scoring_system_is_kept_as_it_was(club: Ledger):
    """A change of its file changes nothing until it is said again, which the log tells."""
    done = club.correct({"scoring": "squares.toml"}, event="Con")
    reference = done.told["changed"]["scoring"]["after"]
    assert reference.startswith("squares@")
    assert reference in figures_text(club.log()[0].told)
    assert first(club) == WON
    Path("squares.toml").write_text(SCORING.format(points=400), encoding="utf-8")
    assert first(club) == WON
    assert club.correct({"scoring": reference}, event="Con").revision is None
    again = club.correct({"scoring": Path("squares.toml")}, event="Con")
    assert again.told["changed"]["scoring"]["before"] == reference
    assert first(club) == 2 * WON
    assert again.revision is not None
    club.undo(again.revision)
    Path("squares.toml").unlink()
    assert first(club) == WON


def test_a_change_that_waits_has_the_rules_with_it(club: Ledger):
    """Who confirms it needs no file, and gets what was shown."""
    number = club.keep(correction("event", {"event": "Con"}, {"scoring": "squares.toml"}))
    assert "own" not in figures_text(club.pending()[number].arguments)
    Path("squares.toml").write_text(SCORING.format(points=400), encoding="utf-8")
    club.confirm(number)
    assert first(club) == WON


def test_the_rule_of_a_circuit_is_kept_as_it_was(club: Ledger):
    """Set again with the same file nothing changes, with another one the points do."""
    club.set_circuit("cup", {"rule": "cup.toml", "title": "Cup"}, events=["Con"])
    (record,) = club.circuits()
    assert record.rule.startswith("cup@")
    assert f"rule {record.rule}" in figures_text(club.log()[0].told)
    assert club.circuit("cup").standings.rows[0].total == Fraction(15, 2)
    assert club.set_circuit("cup", {"rule": Path("cup.toml")}).revision is None
    Path("cup.toml").write_text(CIRCUIT.format(points=20), encoding="utf-8")
    assert club.circuit("cup").standings.rows[0].total == Fraction(15, 2)
    assert club.set_circuit("cup", {"rule": "./cup.toml"}).revision is not None
    assert club.circuit("cup").standings.rows[0].total == Fraction(25, 2)


def test_what_is_wrong_in_a_file_is_told_and_nothing_kept(club: Ledger):
    """With its lines; so is a name that nothing has, or that is not that of the rules with it."""
    Path("squares.toml").write_text(SCORING.format(points="'many'"), encoding="utf-8")
    Path("cup.toml").write_text("format = 1\n", encoding="utf-8")
    with pytest.raises(ScoringRefused, match=r"squares\.toml, line 6"):
        club.correct({"scoring": "squares.toml"}, event="Con")
    with pytest.raises(CircuitRefused, match=r"cup\.toml.*title is missing"):
        club.set_circuit("cup", {"rule": "cup.toml"})
    with pytest.raises(ChangeRefused, match="no scoring system is called 'squares@12345678'"):
        club.correct({"scoring": "squares@12345678"}, event="Con")
    with pytest.raises(UnknownName, match="no circuit rule is called 'cup@12345678'"):
        club.set_circuit("cup", {"rule": "cup@12345678"})
    kept = '{"key": "x", "content": {}, "extends": [], "inherited": {}}'
    values = {"scoring": "x@12345678"}
    with pytest.raises(ChangeRefused, match=f"called that come with it .{reference_of(kept)}"):
        club.make(Change("correct event", {"event": "Con", "values": values, "own": kept}))
    assert club.revision == 1


def test_files_of_results_may_name_it(club: Ledger):
    """By the reference, once the ledger has it."""
    club.correct({"scoring": "squares.toml"}, event="Con")
    reference = club.log()[0].told["changed"]["scoring"]["after"]
    more = [{**row, "event": "Open", "event_scoring": reference} for row in BOARD]
    club.import_frame(more, "open.csv")
    assert club.standings("Open").rows[0].total == WON


def test_an_export_takes_it_along(club: Ledger, tmp_path: Path):
    """Another ledger reckons the same without the files."""
    club.correct({"scoring": "squares.toml"}, event="Con")
    club.set_circuit("cup", {"rule": "cup.toml"}, events=["Con"])
    club.export(tmp_path / "club.zip")
    wanted = club.circuit("cup").standings.to_dict()
    for name in ("squares.toml", "cup.toml"):
        Path(name).unlink()
    with Ledger.create(tmp_path / "other.db") as other:
        other.import_export(tmp_path / "club.zip")
        assert first(other) == WON
        assert other.circuit("cup").standings.to_dict() == wanted


def said(site: Site, path: str) -> Any:
    """A page of a site as programs read it."""
    return json.loads(site.answer(f"{path}.json").content)


@pytest.mark.parametrize(
    "rows",
    [
        "rules",
        7,
        ["rules"],
        [{}],
        [{"kind": "scoring", "reference": "a@1", "text": 7}],
        [{"kind": "list", "reference": "a@1", "text": "{}"}],
        [{"kind": "scoring", "reference": ["a"], "text": "{}"}],
        [{"kind": "scoring", "reference": "a@1", "text": "[]"}],
    ],
)
def test_what_an_export_has_in_their_place_is_refused(club: Ledger, rows: Any, tmp_path: Path):
    """Whatever stands there is refused in words, and nothing of the export is kept."""
    whole, other = tmp_path / "club.zip", tmp_path / "changed.zip"
    club.export(whole)
    with zipfile.ZipFile(whole) as old, zipfile.ZipFile(other, "w") as new:
        for name in old.namelist():
            content = old.read(name)
            if name == ABOUT:
                content = json.dumps({**json.loads(content), OWN_RULES: rows}).encode()
            new.writestr(name, content)
    with Ledger.create(tmp_path / "other.db") as ledger:
        with pytest.raises(ChangeRefused, match="are damaged"):
            ledger.import_export(other)
        assert len(ledger.games()) == 0


def test_a_site_shows_it_like_others(club: Ledger):
    """On the event's page, among the scoring systems, and the rule at its circuit."""
    club.correct({"scoring": "squares.toml"}, event="Con")
    club.set_circuit("cup", {"rule": "cup.toml"}, events=["Con"])
    reference = club.log()[1].told["changed"]["scoring"]["after"]
    with Site(club.database.path, live=False) as site:
        (used,) = said(site, "scoring/index")["used"]
        assert (used["key"], used["title"], used["events"]) == (reference, "Club squares", 1)
        page = said(site, addresses.scoring(reference))
        assert (page["title"], page["updated"]) == ("Club squares", "2024-05-01")
        assert "Club squares" in site.answer(page["events"][0]["page"] + ".html").content.decode()
        assert said(site, "circuits/cup")["rule"]["title"] == "Club cup"
