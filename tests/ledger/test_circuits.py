"""Circuits as records: what belongs to them, as of which revision, and what undoing leaves."""

from __future__ import annotations

from pathlib import Path

import pytest

from banzuke.ledger.changes import Change
from banzuke.ledger.circuits import circuits_of
from banzuke.model.errors import ChangeRefused, UnknownName
from banzuke.workflows.ledger import Ledger

DAYS = {"Spring Cup": "2024-04-01", "Summer Cup": "2024-07-01", "Autumn Cup": "2024-10-01"}
GAMES = [
    {"event": name, "date": day, "player_1": "Anna Berg", "player_2": "Bo Ek", "result": "1-0"}
    for name, day in DAYS.items()
]


def said(ledger: Ledger) -> list[tuple[str, str, str, dict[str, str]]]:
    """The circuits as they are now, events by name."""
    names = ledger.event_names()
    return [
        (one.key, one.title, one.rule, {names[event]: word for event, word in one.events.items()})
        for one in ledger.circuits()
    ]


def test_a_circuit_is_set_up_changed_and_removed(ledger: Ledger):
    """Events come and go by name, each with its class; an earlier revision still has them."""
    ledger.import_frame(GAMES, "games.csv")
    made = ledger.set_circuit(
        "gp", {"title": "Grand Prix", "rule": "linear"}, events={"Spring Cup": "A"}
    )
    ledger.set_circuit("gp", events=["Summer Cup"])
    ledger.set_circuit("gp", events={"Summer Cup": "B"}, without=["Spring Cup"])
    assert said(ledger) == [("gp", "Grand Prix", "linear", {"Summer Cup": "B"})]
    with ledger.database.reading() as connection:
        then = circuits_of(connection, made.revision)
        assert [list(one.events.values()) for one in then] == [["A"]]
        assert circuits_of(connection, 1) == []
    assert ledger.set_circuit("gp", {"rule": "linear"}).revision is None
    ledger.remove_circuit("gp")
    assert ledger.circuits() == []


def test_what_no_circuit_has_is_refused(ledger: Ledger):
    """Unknown settings and events are told with what would be right; nothing is stored."""
    ledger.import_frame(GAMES, "games.csv")
    with pytest.raises(ChangeRefused, match="a circuit has no colour"):
        ledger.set_circuit("gp", {"colour": "red"})
    with pytest.raises(ChangeRefused, match="needs a key"):
        ledger.set_circuit(" ")
    with pytest.raises(UnknownName, match="Spring Cup"):
        ledger.set_circuit("gp", events=["Sprnig Cup"])
    ledger.set_circuit("gp", events=["Spring Cup"])
    with pytest.raises(UnknownName, match="Autumn Cup"):
        ledger.set_circuit("gp", without=["Autumn Cup"])
    with pytest.raises(UnknownName, match="gp"):
        ledger.remove_circuit("pg")


def test_undoing_brings_a_circuit_back_as_it_was(ledger: Ledger):
    """A removal is undone whole; once its making is undone, nothing of it is left for the next."""
    ledger.import_frame(GAMES, "games.csv")
    made = ledger.set_circuit("gp", {"rule": "linear"}, events={"Spring Cup": "A"})
    ledger.set_circuit("gp", events=["Autumn Cup"])
    before = said(ledger)
    removed = ledger.remove_circuit("gp")
    ledger.make(Change("undo", {"number": removed.revision}))
    assert said(ledger) == before
    ledger.make(Change("undo", {"number": made.revision}))
    assert ledger.circuits() == []
    ledger.set_circuit("gp", {"title": "Another"})
    assert said(ledger) == [("gp", "Another", "", {})]


def test_an_event_that_was_undone_belongs_to_no_circuit(ledger: Ledger):
    """It is there again when its file is imported again; a renamed one stays in."""
    ledger.import_frame(GAMES[:1], "spring.csv")
    later = ledger.import_frame(GAMES[1:], "later.csv")[1]
    ledger.set_circuit("gp", events=["Spring Cup", "Summer Cup"])
    ledger.make(Change("undo", {"number": later.revision}))
    assert said(ledger) == [("gp", "gp", "", {"Spring Cup": ""})]
    ledger.make(Change("correct event", {"event": "Spring Cup", "values": {"name": "Easter Cup"}}))
    assert said(ledger) == [("gp", "gp", "", {"Easter Cup": ""})]


def test_circuits_come_out_of_an_export_as_they_went_in(ledger: Ledger, tmp_path: Path):
    """With the class of each event; taking the export over again changes nothing."""
    ledger.import_frame(GAMES, "games.csv")
    ledger.set_circuit("gp", {"title": "Grand Prix"}, events={"Autumn Cup": "A", "Spring Cup": ""})
    ledger.export(tmp_path / "all.zip")
    with Ledger.create(tmp_path / "other.db") as other:
        other.import_frame([{**GAMES[0], "event": "Other"}], "other.csv")
        other.make(Change("withdraw", {"event": "Other"}))
        other.import_export(tmp_path / "all.zip")
        assert said(other) == said(ledger)
        assert other.import_export(tmp_path / "all.zip").revision is None
