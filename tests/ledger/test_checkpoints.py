"""States of the past that lists go on from: the same bits as from the beginning, or not used."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st

from banzuke.ledger.changes import Change
from banzuke.ledger.import_reports import Decisions
from banzuke.publishing import checkpoints
from banzuke.workflows.ledger import Ledger

ANYBODY = Decisions(new_people="create", again="store")


def games(count: int, first: int = 0, seed: int = 1) -> pl.DataFrame:
    """Games of ten players, ten a day, some of events that go on for days."""
    rng = random.Random(seed)
    rows: list[dict[str, Any]] = []
    for number in range(first, first + count):
        one, two = rng.sample("ABCDEFGHIJ", 2)
        day = number // 10
        rows.append(
            {
                "date": f"2024-{1 + day // 28:02}-{1 + day % 28:02}",
                "event": f"Cup {day // 3}" if number % 4 else "",
                "round": str(number),
                "player_1": one,
                "player_2": two,
                "score_1": rng.choice([0.0, 0.5, 1.0]),
                "score_2": 0.5,
            }
        )
    return pl.DataFrame(rows)


@pytest.fixture
def club(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Ledger:
    """A ledger of 600 games whose lists keep states although they are small."""
    monkeypatch.setattr(checkpoints, "FEWEST_GAMES", 100)
    ledger = Ledger.create(tmp_path / "club.db")
    ledger.import_frame(games(600), "one.csv", decisions=ANYBODY)
    for rules in ("elo", "glicko2", "dwz", "codeforces", "fide-standard"):
        ledger.set_list(rules, rules)
    return ledger


def assert_as_from_the_beginning(ledger: Ledger) -> None:
    """Every list, gone on with from what is kept, is that of a whole replay."""
    for record in ledger.lists():
        kept = ledger.current(record.key)
        ledger._checkpoints.clear()
        assert kept == ledger.current(record.key)


def states(ledger: Ledger) -> list[Path]:
    """The files that are kept."""
    return sorted(ledger._checkpoints.folder.glob("*/*.npz"))


def test_a_list_of_many_games_keeps_states(club: Ledger):
    """They are there after the first look, and the second look has the same bits."""
    first = [club.current(record.key) for record in club.lists()]
    assert states(club)
    assert [club.current(record.key) for record in club.lists()] == first


def test_states_that_hold_no_longer_are_deleted(club: Ledger):
    """After a correction of the first game none of the states from before is left."""
    club.current("elo")
    before = set(states(club))
    first = Change("correct game", {"game": 1, "values": {"weight": "2"}})
    club.look_at(first)
    assert before <= set(states(club))
    club.make(first)
    club.current("elo")
    assert states(club)
    assert before.isdisjoint(states(club))


def change(number: int) -> Change:
    """A change of one of the 600 games, or of all that has to do with a player."""
    other = {"name": f"Other {number}"}
    kinds = [
        Change("correct game", {"game": number, "values": {"weight": "2"}}),
        Change("correct game", {"game": number, "values": {"date": "2024-01-03"}}),
        Change("withdraw", {"games": [number]}),
        Change("correct event", {"event": f"Cup {number // 30}", "values": other}),
        Change("correct person", {"person": "A", "values": {"born": "1950"}}),
    ]
    return kinds[number % len(kinds)]


def test_after_any_change_lists_are_those_of_a_whole_replay(club: Ledger):
    """Of old games, new games, events and people; and when it is undone."""
    for number in (599, 595, 590, 441, 300, 33, 7, 581, 54, 3):
        for record in club.lists():
            club.current(record.key)
        club.make(change(number))
        assert_as_from_the_beginning(club)
    club.make(Change("undo", {"number": club.revision - 2}))
    assert_as_from_the_beginning(club)


def test_late_and_new_games_are_rated_where_they_belong(club: Ledger):
    """Games of the past, and of days after the last one."""
    for name, frame in (("late.csv", games(20, 150, seed=2)), ("new.csv", games(20, 600, seed=3))):
        for record in club.lists():
            club.current(record.key)
        club.import_frame(frame, name, decisions=ANYBODY)
        assert_as_from_the_beginning(club)


def test_what_is_kept_of_another_past_is_not_used(club: Ledger):
    """After a backup is restored, revisions of the same number are others."""
    backup = club.backup()
    club.make(change(590))
    for record in club.lists():
        club.current(record.key)
    files = {path: path.read_bytes() for path in states(club)}
    club.restore(backup)
    club.make(change(595))
    for path, content in files.items():
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)
    assert_as_from_the_beginning(club)


@given(st.integers(0, 200))
def test_damaged_files_are_made_anew(number: int):
    """A cut, overwritten or empty file is passed over."""
    rng = random.Random(number)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(checkpoints, "FEWEST_GAMES", 100)
        import tempfile

        with tempfile.TemporaryDirectory() as folder, Ledger.create(f"{folder}/club.db") as ledger:
            ledger.import_frame(games(150), "one.csv", decisions=ANYBODY)
            ledger.set_list("elo", "elo")
            wanted = ledger.current("elo")
            for path in states(ledger):
                content = bytearray(path.read_bytes())
                content[rng.randrange(len(content))] ^= 1 + rng.randrange(255)
                path.write_bytes(content[: rng.randrange(len(content))] if number % 2 else content)
            assert ledger.current("elo") == wanted
