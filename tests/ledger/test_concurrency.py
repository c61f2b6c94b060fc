"""Many writers at once, locked ledgers, full disks: nothing is lost, nothing counts twice."""

from __future__ import annotations

import random
import sqlite3
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from banzuke.ledger import sqlite_files
from banzuke.ledger.database import Database
from banzuke.ledger.import_reports import Decisions
from banzuke.model.errors import LedgerProblem
from banzuke.workflows.ledger import Ledger

WRITERS = 16
REPORTS = 24


def report(number: int) -> list[dict[str, Any]]:
    """A game of two of eight players, who meet in many reports at once."""
    rng = random.Random(number)
    one, two = rng.sample("ABCDEFGH", 2)
    return [
        {
            "date": f"2024-03-01T{number // 60:02}:{number % 60:02}:00",
            "player_1": one,
            "player_2": two,
            "score_1": rng.choice([0, 1]),
            "score_2": 0.5,
        }
    ]


def ratings(ledger: Ledger) -> dict[str, float]:
    """{name: rating}, replayed from the beginning."""
    frame = ledger.ratings("ladder").to_frame()
    return dict(zip(frame["name"].to_list(), frame["rating"].to_list(), strict=True))


def test_sixteen_writers_with_retries_count_each_report_once(place: str, tmp_path: Path):
    """Each posts every report, some twice; the ratings are those of one who posted each once."""
    with Ledger.create(place) as ledger, Ledger.create(tmp_path / "alone.db") as alone:
        ledger.set_list("ladder", "elo")
        alone.set_list("ladder", "elo")

        def write(writer: int) -> list[int]:
            order = [*range(REPORTS), *range(0, REPORTS, 3)]
            random.Random(writer).shuffle(order)
            with Ledger(place) as mine:
                return [
                    mine.record(report(number), key=f"report {number}")["revision"]
                    for number in order[: REPORTS // 2]
                ]

        with ThreadPoolExecutor(WRITERS) as pool:
            answers = list(pool.map(write, range(WRITERS)))
        there = {one.key for one in ledger.log() if one.key}
        assert ledger.revision == len(there) + 1
        assert {number for of in answers for number in of} <= set(range(1, ledger.revision + 1))
        for number in range(REPORTS):
            if f"report {number}" in there:
                alone.record(report(number))
        assert ratings(ledger) == ratings(alone)


def test_threads_of_one_server_record_one_after_the_other(place: str, tmp_path: Path):
    """A server has one ledger open, and answers several clients at once from it."""
    with Ledger.create(place) as ledger, Ledger.create(tmp_path / "alone.db") as alone:
        ledger.set_list("ladder", "elo")
        alone.set_list("ladder", "elo")

        def post(number: int) -> dict[str, Any]:
            return ledger.record(report(number), key=f"report {number % REPORTS}")

        with ThreadPoolExecutor(8) as pool:
            answers = list(pool.map(post, [*range(REPORTS), *range(REPORTS)]))
        assert answers[:REPORTS] == answers[REPORTS:]
        assert ledger.revision == REPORTS + 1
        for number in range(REPORTS):
            alone.record(report(number))
        assert ratings(ledger) == ratings(alone)


ANYBODY = Decisions(new_people="create", again="store")


def test_a_locked_ledger_says_so_and_stays_whole(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    """Whoever waits too long is told who holds it, in words; afterwards all goes on."""
    monkeypatch.setattr(sqlite_files, "PATIENCE", 0.1)
    with Ledger.create(tmp_path / "club.db") as ledger:
        with closing(sqlite3.connect(tmp_path / "club.db")) as other:
            other.execute("BEGIN IMMEDIATE")
            with pytest.raises(LedgerProblem, match="held by another program"):
                ledger.import_frame(report(1), "1.csv", decisions=ANYBODY)
            other.rollback()
        assert ledger.import_frame(report(1), "1.csv", decisions=ANYBODY)[1].revision == 1


def test_who_waits_for_another_writer_gives_up_in_the_end(
    place: str, monkeypatch: pytest.MonkeyPatch
):
    """A writer that never ends does not hold all others for ever, on either database."""
    monkeypatch.setattr(sqlite_files, "PATIENCE", 0.1)
    with Ledger.create(place) as ledger, Ledger(place) as other:
        with ledger.database.writing() as writer:
            with pytest.raises(LedgerProblem, match=r"held by another program for 0\.1 s"):
                other.set_list("ladder", "elo")
            assert writer.newest == 0
        assert other.set_list("ladder", "elo").revision == 1


def test_a_full_disk_says_so_and_leaves_the_ledger_whole(tmp_path: Path):
    """An import that finds no room stores nothing; what is there can be read."""
    with Ledger.create(tmp_path / "club.db") as ledger:
        ledger.import_frame(report(1), "1.csv", decisions=ANYBODY)
        ledger.close()
        small = Ledger(tmp_path / "club.db")
        with small.database.engine.connect() as connection:
            pages = connection.exec_driver_sql("PRAGMA page_count").scalar()
            connection.exec_driver_sql(f"PRAGMA max_page_count = {pages}")
        many = [{**report(n)[0], "round": str(n), "event": f"E{n}"} for n in range(300)]
        with pytest.raises(LedgerProblem, match="no room left"):
            small.import_frame(many, "2.csv", decisions=ANYBODY)
        small.close()
        assert Ledger(tmp_path / "club.db").revision == 1


@pytest.mark.parametrize(
    ("content", "what"),
    [
        (b"", "is no ledger"),
        (b"not a database, but long enough to look at " * 40, "is no ledger, or is damaged"),
    ],
)
def test_what_is_no_ledger_is_told(tmp_path: Path, content: bytes, what: str):
    """A file of another kind is neither read nor written."""
    path = tmp_path / "club.db"
    path.write_bytes(content)
    with pytest.raises(LedgerProblem, match=what):
        Ledger(path).log()
    assert path.read_bytes() == content


def test_a_missing_ledger_is_not_made_by_looking(tmp_path: Path):
    """A slip in the path is told, with how to make a ledger; no file appears."""
    with pytest.raises(LedgerProblem, match="banzuke init"):
        Ledger(tmp_path / "clbu.db").log()
    assert list(tmp_path.iterdir()) == []


def test_a_password_is_never_shown():
    """What people read of an address has no password."""
    shown = Database("postgresql://officer:hunter2@example.org/club").shown
    assert shown == "postgresql://officer@example.org/club"
