"""What one ledger exported comes whole into another one, once."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from banzuke.ledger.import_reports import Decisions
from banzuke.workflows.ledger import Ledger


def duel(day: int, one: str, two: str) -> dict[str, Any]:
    """A game that the first won, on a day in March 2024."""
    return {"date": f"2024-03-{day:02}", "player_1": one, "player_2": two, "result": "1-0"}


def days(ledger: Ledger) -> list[int]:
    """The days in March of all games, in order."""
    return sorted(date.day for date in ledger.games().unique("game")["date"].to_list())


@pytest.fixture
def two(tmp_path: Path) -> tuple[Ledger, Ledger]:
    """A ledger of two recorded games, and one that has taken them over."""
    one, other = (Ledger.create(tmp_path / name) for name in ("one.db", "other.db"))
    for day in (1, 2):
        one.record([duel(day, "Anna", "Bo")])
    one.export(tmp_path / "one.zip")
    other.import_export(tmp_path / "one.zip")
    return one, other


def test_games_that_two_ledgers_record_are_not_taken_for_each_other(
    two: tuple[Ledger, Ledger], tmp_path: Path
):
    """Both go on recording; each takes over the games of the other, all of them and once."""
    one, other = two
    for day in (3, 4):
        one.record([duel(day, "Bo", "Cia")])
    for day in (5, 6, 7):
        other.record([duel(day, "Anna", "Dan")])
    for _ in "twice":
        one.export(tmp_path / "one.zip")
        other.import_export(tmp_path / "one.zip")
        other.export(tmp_path / "other.zip")
        one.import_export(tmp_path / "other.zip")
    assert days(one) == days(other) == [1, 2, 3, 4, 5, 6, 7]
    other.record([duel(8, "Anna", "Bo")])
    assert days(other)[-1] == 8


def test_what_a_third_ledger_takes_over_twice_is_there_once(
    two: tuple[Ledger, Ledger], tmp_path: Path
):
    """The same games on two ways, directly and through another ledger, are the same games."""
    one, other = two
    other.record([duel(5, "Anna", "Dan")])
    other.export(tmp_path / "other.zip")
    third = Ledger.create(tmp_path / "third.db")
    third.import_export(tmp_path / "other.zip")
    one.record([duel(3, "Anna", "Bo")])
    one.export(tmp_path / "one.zip")
    third.import_export(tmp_path / "one.zip")
    assert days(third) == [1, 2, 3, 5]
    third.close()


def test_who_was_kept_apart_stays_two(tmp_path: Path):
    """The answers of an officer go along: nobody is asked about the same two again."""
    with (
        Ledger.create(tmp_path / "one.db") as one,
        Ledger.create(tmp_path / "other.db") as other,
    ):
        rows = [duel(1, "Anna Berg", "Bo"), duel(2, "anna berg", "Cia")]
        one.import_frame(rows, "games.csv", decisions=Decisions(new_people="create"))
        one.export(tmp_path / "asked.zip")
        assert len(one.likely_one_person()) == 1
        one.keep_apart("Anna Berg", "anna berg")
        one.export(tmp_path / "answered.zip")
        other.import_export(tmp_path / "answered.zip")
        assert one.likely_one_person() == other.likely_one_person() == []
        other.import_export(tmp_path / "answered.zip")
        other.export(tmp_path / "again.zip")
        with Ledger.create(tmp_path / "third.db") as third:
            third.import_export(tmp_path / "again.zip")
            assert third.likely_one_person() == []
            assert third.import_export(tmp_path / "asked.zip").revision is None
