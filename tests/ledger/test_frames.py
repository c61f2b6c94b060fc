"""People, events and revisions as tables: what they say one by one, they say all at once."""

from __future__ import annotations

import json

from banzuke.ledger.changes import Change
from banzuke.ledger.events import Events
from banzuke.ledger.frames import events_frame, people_frame, revisions_frame
from banzuke.ledger.people import REMOVED
from banzuke.workflows.ledger import Ledger

GAMES = [
    {"event": event, "date": "2024-04-01", "player_1": one, "player_2": two, "result": "1-0",
     "event_place": place}
    for event, one, two, place in (
        ("Cup", "Ann Ek", "Bo Ek", "Lund"), ("Open", "Ann Ek", "Cia Ahl", None),
        ("Open", "Zeb Quackenbush", "Ann Ek", None),
    )
]  # fmt: skip
FACTS = {
    "player": ["Ann Ek", "Bo Ek", "Cia Ahl"],
    "nation": ["SE", "NO", None],
    "id": ["1", "2", "3"],
    "club": ["Lund", None, "Oslo"],
    "sort_name": ["Ek, Ann", None, None],
}


def filled(ledger: Ledger) -> None:
    """Games, facts, a merger whose people say different things, somebody removed."""
    ledger.import_frame(GAMES, "games.csv")
    ledger.import_facts(FACTS)
    ledger.make(Change("merge", {"person": "Cia Ahl", "into": "Bo Ek"}))
    ledger.anonymise("Zeb Quackenbush")


def test_people_are_what_they_are_one_by_one(ledger: Ledger):
    """Merged people are one, what is said of who they are first; who was removed has no name."""
    filled(ledger)
    with ledger.database.reading() as connection:
        table = people_frame(connection)
    rows = {row["name"]: row for row in table.iter_rows(named=True)}
    assert set(rows) == {"Ann Ek", "Bo Ek", REMOVED}
    for person in ledger.people():
        row = rows[person.name]
        assert (row["key"], row["sort_name"] or "") == (person.key, person.sort_name)
        said = {fact: row[fact] for fact in ("nation", "club") if row[fact]}
        assert said == person.facts
    assert rows["Bo Ek"]["club"] == "Oslo"
    assert rows["Bo Ek"]["numbers"] == ["id:2", "id:3"]
    assert rows[REMOVED]["nation"] is None
    assert table["key"].is_sorted()


def test_people_are_what_they_were(ledger: Ledger):
    """As of a revision, before the merger and before anything was known."""
    filled(ledger)
    with ledger.database.reading() as connection:
        then = people_frame(connection, 1)
        assert "nation" not in then.columns
        assert {"Ann Ek", "Cia Ahl"} <= set(then["name"])
        assert len(people_frame(connection, 0)) == 0


def test_events_and_revisions_are_what_they_are_one_by_one(ledger: Ledger):
    """With all facts, and what every revision did."""
    filled(ledger)
    with ledger.database.reading() as connection:
        one_by_one = Events(connection)
        keys = one_by_one.keys
        table = events_frame(connection)
        told = revisions_frame(connection)
    for row in table.iter_rows(named=True):
        known = {fact: row[fact] for fact in ("name", "place") if row[fact]}
        assert known == one_by_one.facts[row["event"]]
        assert row["key"] == keys[row["event"]]
    assert len(table) == 2
    log = ledger.log()
    assert told["id"].to_list() == [one.id for one in reversed(log)]
    assert [json.loads(text) for text in told["told"]] == [one.told for one in reversed(log)]


def test_an_empty_ledger_has_empty_tables(ledger: Ledger):
    """With the columns that are always there."""
    with ledger.database.reading() as connection:
        assert people_frame(connection).columns == [
            "person", "key", "name", "sort_name", "numbers"
        ]  # fmt: skip
        assert events_frame(connection).columns == ["event", "key", "name"]
        assert len(revisions_frame(connection)) == 0
