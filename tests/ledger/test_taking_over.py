"""What one ledger exported comes whole into another one, once."""

from __future__ import annotations

import zipfile
from io import BytesIO
from pathlib import Path
from typing import Any

import polars as pl
import pytest

from banzuke.ledger import recording
from banzuke.ledger.exporting import GAMES
from banzuke.ledger.import_reports import Decisions
from banzuke.model.errors import ChangeRefused
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


@pytest.fixture
def forks(tmp_path: Path) -> tuple[Ledger, Ledger]:
    """A ledger of three games, one of them corrected, and a copy of it."""
    one = Ledger.create(tmp_path / "one.db")
    for day in (1, 2):
        one.record([duel(day, "Anna", "Bo")])
    one.import_frame([duel(3, "Anna", "Bo")], "games.csv")
    copy = Ledger(one.backup(tmp_path / "copy.db"))
    one.correct({"date": "2024-03-09"}, game=2)
    return one, copy


def go_on(ledger: Ledger, name: str, *games: tuple[int, str, str]) -> None:
    """Record games, each of them under the number that another ledger may give to another one."""
    for at, (day, one, two) in enumerate(games):
        ledger.record([{**duel(day, one, two), "event": "Autumn"}], key=f"{name} {at}")


def exchange(one: Ledger, other: Ledger, folder: Path) -> None:
    """Each takes over what the other has, twice."""
    for at in range(2):
        for ledger, taker in ((one, other), (other, one)):
            path = folder / f"{at}{Path(ledger.database.place).stem}.zip"
            ledger.export(path)
            taker.import_export(path)
            assert taker.import_export(path).revision is None


#: What a copy of a ledger played on, as unlike the other one's games as can be, or as like.
UNLIKE = ((11, "Cia", "Dan"), (12, "Cia", "Eva"))
ALIKE = ((4, "Anna", "Bo"), (4, "Bo", "Anna"))


@pytest.mark.parametrize("games", [UNLIKE, ALIKE])
def test_copies_that_both_went_on_take_no_game_for_another_one(
    forks: tuple[Ledger, Ledger], tmp_path: Path, games: tuple[tuple[int, str, str], ...]
):
    """Both gave the same numbers to other games; each has all of them in the end, and once."""
    one, copy = forks
    go_on(one, "one", (4, "Anna", "Bo"), (5, "Bo", "Anna"))
    go_on(copy, "copy", *games)
    for _ in range(2):
        exchange(one, copy, tmp_path)
        wanted = [1, 2, 3, 4, 5, *(day for day, _, _ in games)]
        assert days(copy) == sorted(wanted)
        assert days(one) == sorted([1, 9, 3, 4, 5, *(day for day, _, _ in games)])
    assert len(one.event_names()) == len(copy.event_names()) == 1
    for ledger in forks:
        ledger.record([duel(20, "Anna", "Bo")])
        assert days(ledger)[-1] == 20


def without_marks(monkeypatch: pytest.MonkeyPatch) -> None:
    """Record as it was before games had marks."""
    nothing = pl.Series("mark", [None], dtype=pl.Int64)
    monkeypatch.setattr(recording, "new_marks", lambda count: nothing)


def as_of_before(path: Path) -> Path:
    """An export as it was before games had marks."""
    old = path.with_name(f"old-{path.name}")
    with zipfile.ZipFile(path) as archive, zipfile.ZipFile(old, "w") as changed:
        for name in archive.namelist():
            content = archive.read(name)
            if name == GAMES:
                buffer = BytesIO()
                pl.read_ipc(BytesIO(content)).drop("mark").write_ipc(buffer)
                content = buffer.getvalue()
            changed.writestr(name, content)
    return old


@pytest.mark.parametrize("games", [UNLIKE, ALIKE])
def test_games_from_before_marks_are_told_by_when_they_were_recorded(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, games: tuple[tuple[int, str, str], ...]
):
    """Copies of an old ledger that went on before, too, have each other's games, and once."""
    without_marks(monkeypatch)
    one = Ledger.create(tmp_path / "one.db")
    one.record([duel(1, "Anna", "Bo")])
    copy = Ledger(one.backup(tmp_path / "copy.db"))
    go_on(one, "one", (4, "Anna", "Bo"), (5, "Bo", "Anna"))
    go_on(copy, "copy", *games)
    one.correct({"date": "2024-03-08"}, game=1)
    exchange(one, copy, tmp_path)
    monkeypatch.undo()
    go_on(one, "later", (9, "Anna", "Bo"))
    exchange(one, copy, tmp_path)
    rest = [4, 5, 9, *(day for day, _, _ in games)]
    assert days(one) == sorted([8, *rest])
    assert days(copy) == sorted([1, *rest])


@pytest.mark.parametrize("values", [{"date": "2024-03-08"}, {"player of Bo": "Anna"}, {}])
def test_what_was_taken_over_before_marks_is_not_taken_over_again(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, values: dict[str, str]
):
    """A game that was corrected since is the one of before, in whichever form the export is."""
    without_marks(monkeypatch)
    with (
        Ledger.create(tmp_path / "one.db") as one,
        Ledger.create(tmp_path / "other.db") as other,
        Ledger.create(tmp_path / "third.db") as third,
    ):
        one.record([duel(1, "Cia", "Bo")])
        one.record([duel(2, "Anna", "Dan")])
        one.export(tmp_path / "one.zip")
        old = as_of_before(tmp_path / "one.zip")
        other.import_export(old)
        if values:
            one.correct(values, game=1)
        monkeypatch.undo()
        one.record([duel(5, "Cia", "Dan")])
        one.export(tmp_path / "new.zip")
        assert other.import_export(tmp_path / "new.zip").told["stored"] == 1
        for path in (tmp_path / "new.zip", old, tmp_path / "one.zip"):
            assert other.import_export(path).revision is None
        assert len(days(other)) == 3
        other.export(tmp_path / "other.zip")
        for path in (tmp_path / "other.zip", tmp_path / "new.zip", tmp_path / "one.zip"):
            third.import_export(path)
        assert len(days(third)) == 3


def test_what_was_withdrawn_here_is_not_brought_back(forks: tuple[Ledger, Ledger], tmp_path: Path):
    """A duplicate that an officer withdrew is not there again after each export of the other."""
    one, copy = forks
    copy.withdraw([1])
    one.export(tmp_path / "one.zip")
    told = copy.import_export(tmp_path / "one.zip")
    assert told.revision is None
    assert days(copy) == [2, 3]
    go_on(one, "one", (4, "Anna", "Bo"))
    one.export(tmp_path / "one.zip")
    assert copy.import_export(tmp_path / "one.zip").told["withdrawn before"] == 1
    copy.undo(copy.revision - 1)
    assert days(copy) == [1, 2, 3, 4]


def test_games_of_a_file_that_was_replaced_are_the_same_games(
    forks: tuple[Ledger, Ledger], tmp_path: Path
):
    """A new edition of a file in one ledger does not make its games new for the other."""
    one, copy = forks
    edition = [{**duel(3, "Anna", "Bo"), "result": "0-1"}]
    for _ in range(2):
        one.import_frame(edition, "games.csv", decisions=Decisions(again="replace"))
        exchange(one, copy, tmp_path)
        edition = [duel(1, "Anna", "Bo"), {**duel(3, "Anna", "Bo"), "result": "1/2-1/2"}]
    assert days(copy) == [1, 2, 3]
    assert days(one) == [1, 3, 9]


def test_a_takeover_that_was_undone_can_be_done_again(tmp_path: Path):
    """People and events that were made by it have their names again, and the lists stand."""
    with Ledger.create(tmp_path / "one.db") as one, Ledger.create(tmp_path / "other.db") as other:
        one.set_list("main", "elo")
        one.record([{**duel(1, "Anna", "Bo"), "event": "Spring"}])
        one.import_frame([{**duel(2, "Anna", "Cia"), "event": "Summer"}], "games.csv")
        one.export(tmp_path / "one.zip")
        for _ in range(2):
            other.import_export(tmp_path / "one.zip")
            assert other.current("main") == one.current("main")
            assert days(other) == [1, 2]
            assert set(other.event_names().values()) == {"Spring", "Summer"}
            other.undo(other.revision)
            assert other.people() == []
        other.undo(other.revision)
        assert other.current("main") == one.current("main")
        assert other.import_export(tmp_path / "one.zip").revision is None


def test_two_who_met_there_cannot_be_one_here(tmp_path: Path):
    """Nobody plays against himself because another ledger had not heard yet who he is."""
    with Ledger.create(tmp_path / "one.db") as one:
        one.record([duel(1, "Anna", "Bo"), duel(2, "Anna", "Cia")])
        with Ledger(one.backup(tmp_path / "copy.db")) as copy:
            one.merge("Cia", "Bo")
            copy.record([duel(3, "Bo", "Cia")])
            copy.export(tmp_path / "copy.zip")
        with pytest.raises(ChangeRefused, match="Bo would stand twice in game"):
            one.import_export(tmp_path / "copy.zip")
        assert days(one) == [1, 2]


def test_who_was_removed_there_is_not_brought_back_here(tmp_path: Path):
    """Neither by that export, nor by an older one that still has the name."""
    with Ledger.create(tmp_path / "one.db") as one, Ledger.create(tmp_path / "other.db") as other:
        one.record([duel(1, "Anna Berg", "Bo")])
        one.export(tmp_path / "old.zip")
        one.anonymise("Anna Berg")
        one.export(tmp_path / "new.zip")
        other.import_export(tmp_path / "new.zip")
        other.import_export(tmp_path / "old.zip")
        assert [person.name for person in other.people("")] == ["Bo"]
