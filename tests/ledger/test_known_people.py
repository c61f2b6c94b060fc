"""What is remembered of people is used for as long as it is so, and not longer."""

from __future__ import annotations

from pathlib import Path

import pytest

from banzuke.ledger import known_people
from banzuke.ledger.changes import Change
from banzuke.ledger.import_reports import Decisions
from banzuke.workflows.ledger import Ledger

GAMES = [
    {"date": f"2024-03-{day:02}", "player_1": one, "player_2": two, "result": "1-0"}
    for day, (one, two) in enumerate([("Anna", "Bo"), ("Bo", "Cia"), ("Dan", "Anna")], start=1)
]

#: Whatever changes what is known of people, in this order.
CHANGES = (
    Change("correct person", {"person": "Anna", "values": {"name": "Anna Ek"}}),
    Change("correct person", {"person": "Bo", "values": {"nation": "SWE", "born": "1990"}}),
    Change("correct person", {"person": "Cia", "values": {"sort_name": "Aas, Cia"}}),
    Change("merge", {"person": "Cia", "into": "Dan"}),
    Change("unmerge", {"person": "Cia"}),
    Change("anonymise", {"person": "Dan"}),
)


def filled(ledger: Ledger) -> Ledger:
    """A ledger of three games with two lists."""
    ledger.import_frame(GAMES, "games.csv", decisions=Decisions(new_people="create"))
    ledger.set_list("elo", "elo")
    ledger.set_list("glicko", "glicko")
    return ledger


@pytest.fixture
def club(ledger: Ledger) -> Ledger:
    """Such a ledger, on each database."""
    return filled(ledger)


def assert_as_anew(club: Ledger) -> None:
    """The lists are those that somebody sees who has just opened the ledger."""
    with Ledger(club.database.place) as other:
        for record in club.lists():
            assert club.current(record.key) == other.current(record.key)


@pytest.mark.parametrize("change", CHANGES, ids=lambda change: change.kind)
def test_what_changes_of_people_is_seen(club: Ledger, change: Change):
    """By whoever has looked before, while it is only looked at and when it is made; and undone."""
    if change.kind == "unmerge":
        club.make(CHANGES[3])
    assert_as_anew(club)
    shown = club.look_at(change)
    with Ledger(club.database.place) as other:
        assert other.look_at(change) == shown
    assert_as_anew(club)
    club.make(change)
    assert_as_anew(club)
    if change.kind != "anonymise":
        club.undo(club.revision)
        assert_as_anew(club)


def test_new_people_and_where_they_start_are_seen(club: Ledger):
    """People who come with games, and starting values of those who are there."""
    assert_as_anew(club)
    more = [{"date": "2024-04-01", "player_1": "Eva", "player_2": "Bo", "result": "0-1"}]
    club.import_frame(more, "more.csv", decisions=Decisions(new_people="create"))
    assert_as_anew(club)
    club.import_facts([{"player": "Eva", "rating": 2000.0}], who="Ann")
    assert_as_anew(club)
    club.import_facts([{"player": "Bo", "rating": 1000.0}], of_list="elo")
    assert_as_anew(club)


def test_what_a_restored_backup_says_is_seen(tmp_path: Path):
    """It may have as many revisions as the ledger of before, with other people."""
    club = filled(Ledger.create(tmp_path / "club.db"))
    backup = club.backup(tmp_path / "copy.db")
    club.make(CHANGES[0])
    assert_as_anew(club)
    with Ledger(club.database.place) as other:
        other.restore(backup)
        other.make(CHANGES[1])
    assert_as_anew(club)


def test_people_are_looked_up_once_for_many_looks(club: Ledger, monkeypatch: pytest.MonkeyPatch):
    """A correction of a game changes nothing about people, so the next one asks nothing anew."""
    asked = []
    plain = known_people.players_of
    monkeypatch.setattr(
        known_people, "players_of", lambda *given: asked.append(given) or plain(*given)
    )
    for number in (1, 2, 3):
        club.look_at(Change("correct game", {"game": number, "values": {"result": "1/2-1/2"}}))
    assert len(asked) == len(club.lists())
