"""A person removed: the name nowhere, every other rating as it was; and copies of ledgers."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pytest

from banzuke.ledger.changes import Change
from banzuke.ledger.import_reports import Decisions
from banzuke.model.errors import ChangeRefused, LedgerProblem, WrongUse
from banzuke.workflows.ledger import Ledger

GONE = "Zebulon Quackenbush"
NAMES = ["Anna Berg", "Bo Ek", "Cia Ahl", GONE]


def games(count: int = 40) -> list[dict[str, Any]]:
    """Games of four people in events, one of them named after somebody."""
    rng = random.Random(7)
    rows = []
    for number in range(count):
        one, two = rng.sample(NAMES, 2)
        rows.append(
            {
                "date": f"2024-{1 + number // 20:02}-{1 + number % 20:02}",
                "event": f"Match for {GONE}" if number < 5 else "League",
                "round": str(number),
                "board": GONE if number == 7 else "",
                "player_1": one,
                "player_2": two,
                "score_1": rng.choice([0, 1]),
                "score_2": 0.5,
            }
        )
    return rows


def filled(place: str | Path) -> Ledger:
    """A ledger with games, lists, a published list and a correction that says names."""
    ledger = Ledger.create(place)
    people = {"player": NAMES, "nation": ["SE"] * 4, "born": ["1980-05-06"] * 4, "id": list("1234")}
    ledger.import_frame(games(), f"{GONE}.csv", decisions=Decisions(new_people="create"))
    ledger.import_facts(people)
    ledger.set_list("all", "elo")
    ledger.set_list("sweden", "glicko2", {"nation": "SE", "title": f"List of {GONE}"})
    ledger.publish("all")
    ledger.publish("sweden")
    person = ledger.people("Quackenbush")[0]
    ledger.make(
        Change("correct person", {"person": person.key, "values": {"club": "Secret Club"}}),
        why=f"{GONE} asked",
    )
    ledger.keep(Change("correct person", {"person": GONE, "values": {"club": ""}}))
    return ledger


def numbers(ledger: Ledger, key: str) -> dict[str, Any]:
    """{key of a person: rating} of a list."""
    frame = ledger.ratings(key).to_frame()
    return dict(zip(frame["player"].to_list(), frame["rating"].to_list(), strict=True))


def test_who_is_removed_is_nowhere_and_no_rating_moves(place: str):
    """The name is in no table and no byte of the file; every list verifies; nothing is undone."""
    with filled(place) as ledger:
        person = ledger.people("Quackenbush")[0]
        before = {key: numbers(ledger, key) for key in ("all", "sweden")}
        done = ledger.anonymise(person.key)
        assert ledger.people("Quackenbush") == []
        assert numbers(ledger, "all") == before["all"]
        assert [verdict.why for verdict in ledger.verify()] == ["", ""]
        shown = {row["player"]: row["name"] for row in ledger.show(1)["players"]}
        assert shown[person.key] == "(removed)"
        assert "Quackenbush" not in repr(ledger.log()) + repr(ledger.lists())
        with pytest.raises(ChangeRefused, match="cannot be undone"):
            ledger.make(Change("undo", {"number": done.revision}))
        if ledger.database.is_file:
            for file in Path(place).parent.iterdir():
                assert b"Quackenbush" not in file.read_bytes(), file
                assert b"Secret Club" not in file.read_bytes(), file


def test_an_older_export_does_not_bring_back_who_was_removed(place: str, tmp_path: Path):
    """Into the ledger itself nothing comes; into it, restored from nothing, no name does."""
    with filled(place) as ledger:
        ledger.export(tmp_path / "old.zip")
        ledger.anonymise(GONE)
        assert ledger.import_export(tmp_path / "old.zip").revision is None
        assert ledger.people("Quackenbush") == []


def test_an_export_gives_the_same_lists_elsewhere(place: str, tmp_path: Path):
    """Lists, people, facts and starting values come out of another ledger as they went in."""
    with filled(place) as ledger, Ledger.create(tmp_path / "other.db") as other:
        ledger.export(tmp_path / "all.zip")
        other.import_export(tmp_path / "all.zip")
        assert other.lists() == ledger.lists()
        for key in ("all", "sweden"):
            assert numbers(other, key) == numbers(ledger, key)
        assert [one.name for one in other.people()] == sorted(NAMES)
        assert other.import_export(tmp_path / "all.zip").revision is None


def test_another_ledgers_people_are_no_namesakes_beside_ones_own(place: str, tmp_path: Path):
    """An export comes into an empty ledger only, or one that took over an earlier export."""
    with filled(place) as ledger, filled(tmp_path / "other.db") as other:
        ledger.export(tmp_path / "all.zip")
        wanted = numbers(other, "all")
        with pytest.raises(ChangeRefused, match="none of the people of that one"):
            other.import_export(tmp_path / "all.zip")
        assert numbers(other, "all") == wanted


def test_a_backup_is_the_ledger_as_it_was(tmp_path: Path):
    """Restored, it goes on from there; what it replaced is backed up first."""
    with filled(tmp_path / "club.db") as ledger:
        kept = ledger.backup()
        wanted = numbers(ledger, "all")
        ledger.make(Change("withdraw", {"event": "League"}))
        assert numbers(ledger, "all") != wanted
        before = ledger.restore(kept)
        assert numbers(ledger, "all") == wanted
        assert before is not None
        ledger.restore(before)
        assert numbers(ledger, "all") != wanted


def test_what_is_no_backup_is_refused(tmp_path: Path):
    """A file of another kind leaves the ledger as it was."""
    (tmp_path / "photo.db").write_bytes(b"\xff\xd8\xff\xe0" * 300)
    with filled(tmp_path / "club.db") as ledger:
        wanted = numbers(ledger, "all")
        with pytest.raises(LedgerProblem, match="no ledger"):
            ledger.restore(tmp_path / "photo.db")
        with pytest.raises(WrongUse, match="is there already"):
            ledger.backup(tmp_path / "photo.db")
        assert numbers(ledger, "all") == wanted


def test_a_restored_ledger_has_its_own_clock(tmp_path: Path):
    """The zone is that of the ledger which was restored, not of the one which was there."""
    with Ledger.create(tmp_path / "other.db", zone="Asia/Tokyo") as other:
        kept = other.backup()
    with Ledger.create(tmp_path / "club.db", zone="Europe/Stockholm") as club:
        assert club.zone == "Europe/Stockholm"
        club.restore(kept)
        assert club.zone == "Asia/Tokyo"


def duel(day: int, one: str, two: str) -> dict[str, Any]:
    """A game that the first won, on a day in March 2024."""
    return {"date": f"2024-03-{day:02}", "player_1": one, "player_2": two, "result": "1-0"}


def test_a_list_from_before_somebody_came_back_is_the_same_after_the_removal(ledger: Ledger):
    """Who was not there when a list was published is not there when it is reckoned again."""
    ledger.set_list("main", "elo", {"title": "Main"})
    ledger.import_frame([duel(1, "Anna Berg", "Bo Ek")], "first.csv")
    ledger.undo(2)
    ledger.record([duel(2, "Cia Ahl", "Dan Öst")])
    ledger.publish("main")
    ledger.import_frame([duel(5, "Anna Berg", "Dan Öst")], "again.csv")
    ledger.publish("main")
    ledger.anonymise("Anna Berg")
    assert [verdict.why for verdict in ledger.verify()] == ["", ""]
    assert {one.name for one in ledger.people()} == {"Cia Ahl", "Dan Öst"}
    assert len(ledger.current("main")["players"]) == 3
    assert "Anna" not in str(ledger.games().to_dicts())
