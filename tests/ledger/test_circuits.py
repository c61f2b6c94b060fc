"""Circuits as records: what belongs to them, as of which revision, and what undoing leaves."""

from __future__ import annotations

from pathlib import Path

import pytest

from banzuke.ledger.changes import Change
from banzuke.ledger.circuits import circuits_of
from banzuke.ledger.import_reports import Decisions
from banzuke.model.errors import ChangeRefused, UnknownName
from banzuke.scoring.board import board
from banzuke.scoring.scoring import load_scoring
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
        "gp", {"title": "Grand Prix", "rule": "nadf-2003"}, events={"Spring Cup": "WDC"}
    )
    ledger.set_circuit("gp", events=["Summer Cup"])
    ledger.set_circuit("gp", events={"Summer Cup": "DipCon"}, without=["Spring Cup"])
    assert said(ledger) == [("gp", "Grand Prix", "nadf-2003", {"Summer Cup": "DipCon"})]
    with ledger.database.reading() as connection:
        then = circuits_of(connection, made.revision)
        assert [list(one.events.values()) for one in then] == [["WDC"]]
        assert circuits_of(connection, 1) == []
    assert ledger.set_circuit("gp", {"rule": "nadf-2003"}).revision is None
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
    with pytest.raises(UnknownName, match="no circuit rule is called 'linear'"):
        ledger.set_circuit("gp", {"rule": "linear"})
    with pytest.raises(ChangeRefused, match=r"knows no class 'A' .one of DipCon, WDC"):
        ledger.set_circuit("gp", {"rule": "nadf-2003"}, events={"Spring Cup": "A"})
    ledger.set_circuit("gp", events={"Spring Cup": "A"})
    with pytest.raises(ChangeRefused, match="knows no class 'A'"):
        ledger.set_circuit("gp", {"rule": "nadf-2003"})
    ledger.set_circuit("gp", {"rule": "nadf-2003"}, without=["Spring Cup"])


def test_undoing_brings_a_circuit_back_as_it_was(ledger: Ledger):
    """A removal is undone whole; once its making is undone, nothing of it is left for the next."""
    ledger.import_frame(GAMES, "games.csv")
    made = ledger.set_circuit("gp", {"rule": "nadf-2003"}, events={"Spring Cup": "WDC"})
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


def places(ledger: Ledger, key: str) -> list[tuple[int, str, float]]:
    """Place, name and total of everybody in a circuit."""
    _, season, called = ledger.circuit_table(key)
    return [(row.place, called[row.player], float(row.total or 0)) for row in season.standings.rows]


def test_the_table_of_a_circuit_comes_from_its_events(ledger: Ledger):
    """Places of standings go before those of games; who was merged has the points of both."""
    ledger.import_frame(GAMES, "games.csv")
    rows = [{"event": "Open", "date": "2024-09-01", "player": name, "place": place}
            for name, place in (("Cia Ahl", 1), ("Anna Berg", 2), ("B. Ek", 3))]  # fmt: skip
    decided = Decisions(new_people="create")
    ledger.import_frame(rows, "open.csv", decisions=decided)
    spring = [{"event": "Spring Cup", "date": "2024-04-01", "player": name, "place": place}
              for name, place in (("Bo Ek", 1), ("Anna Berg", 2))]  # fmt: skip
    ledger.import_frame(spring, "official.csv", decisions=decided)
    ledger.set_circuit(
        "gp", {"rule": "othello-european-gp"}, events=["Open", "Spring Cup", "Autumn Cup"]
    )
    assert places(ledger, "gp") == [
        (1, "Anna Berg", 140 + 140 + 200), (2, "Bo Ek", 200 + 140), (3, "Cia Ahl", 200),
        (4, "B. Ek", 90),
    ]  # fmt: skip
    assert ledger.circuit("gp").standings.rounds == ("Spring Cup", "Open", "Autumn Cup")
    ledger.make(Change("merge", {"person": "B. Ek", "into": "Bo Ek"}))
    assert places(ledger, "gp")[1] == (2, "Bo Ek", 200 + 90 + 140)


def test_the_scoring_of_an_event_makes_its_standings(ledger: Ledger):
    """By the scoring system that is known of it; what that cannot score is told with its row."""
    rows = [{"event": "Con", "date": "2024-09-01", "game": "1", "player": name, "score": score}
            for name, score in zip("ABCDEFG", (13, 11, 6, 4, 0, 0, 0), strict=True)]  # fmt: skip
    ledger.import_frame(rows, "con.csv", decisions=Decisions(new_people="create"))
    values = {"scoring": "sum-of-squares"}
    ledger.make(Change("correct event", {"event": "Con", "values": values}))
    totals = [row.total for row in ledger.standings("con").rows]
    scored = load_scoring("sum-of-squares").points(board([13, 11, 6, 4, 0, 0, 0]))
    assert totals == sorted(scored, reverse=True)
    with pytest.raises(UnknownName, match="Con"):
        ledger.standings("Conn")
