"""What users of programs that keep results wished for most, and how it is right."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from banzuke.ledger.changes import Change
from banzuke.ledger.import_reports import Decisions
from banzuke.model.errors import ChangeRefused
from banzuke.workflows.ledger import Ledger

CREATE = Decisions(new_people="create", again="store")

NAMES = ("Anna Berg", "Bo Ek", "Cia Ahl", "Dan Öst")


@pytest.fixture
def ledger(tmp_path: Path) -> Iterator[Ledger]:
    """A ledger of twelve games of four people in four months, with lists by two systems."""
    rows = [
        duel(f"2024-{1 + number // 3:02}-{10 + number}", NAMES[number % 4], NAMES[(number + 1) % 4])
        for number in range(12)
    ]
    with Ledger.create(tmp_path / "club.db") as made:
        made.import_frame(rows, "games.csv", decisions=CREATE)
        made.set_list("elo", "elo")
        made.set_list("glicko", "glicko2")
        yield made


def duel(date: str, one: str, two: str, **more: Any) -> dict[str, Any]:
    """A game that the first won."""
    return {"date": date, "player_1": one, "player_2": two, "result": "1-0", **more}


def numbers(ledger: Ledger, key: str) -> dict[str, tuple[float, ...]]:
    """Rating, and deviation and volatility where there are some, of everybody by name."""
    frame = ledger.ratings(key).to_frame()
    kept = [one for one in ("rating", "deviation", "volatility") if one in frame.columns]
    return {row["name"]: tuple(row[one] for one in kept) for row in frame.to_dicts()}


def without(ledger: Ledger, folder: Path, gone: set[int]) -> Ledger:
    """A fresh ledger of all games but some."""
    games = ledger.games()
    rows = []
    for number in games["game"].unique(maintain_order=True).to_list():
        one, two = games.filter(games["game"] == number).sort("place").to_dicts()
        if number not in gone:
            rows.append(duel(str(one["date"]), one["player"], two["player"]))
    fresh = Ledger.create(folder / "fresh.db")
    fresh.import_frame(rows, "games.csv", decisions=CREATE)
    for key in ("elo", "glicko"):
        fresh.set_list(key, {"elo": "elo", "glicko": "glicko2"}[key])
    return fresh


def test_f01_a_result_is_edited_taken_back_and_withdrawn_with_a_look_before(
    ledger: Ledger, tmp_path: Path
):
    """What is shown before is what happens, and all is as if it had never been otherwise."""
    before = numbers(ledger, "elo")
    change = Change("withdraw", {"games": [5]})
    shown = next(one for one in ledger.look_at(change).effects if one.list == "elo")
    assert numbers(ledger, "elo") == before
    told = {one.name: one.after for one in shown.differences}
    with without(ledger, tmp_path, {5}) as fresh:
        made = ledger.make(change)
        after = numbers(ledger, "elo")
        assert after == numbers(fresh, "elo") != before
        assert numbers(ledger, "glicko") == numbers(fresh, "glicko")
    assert told == {name: rating for name, (rating,) in after.items() if before[name] != (rating,)}
    ledger.undo(made.revision or 0)
    assert numbers(ledger, "elo") == before


def test_f08_merged_people_keep_their_keys_in_every_export(ledger: Ledger, tmp_path: Path):
    """Merged, exported, parted elsewhere: the keys and the ratings are those of before."""
    ledger.import_frame([duel("2024-06-01", "A. Berg", "Bo Ek")], "more.csv", decisions=CREATE)
    keys = {one.name: one.key for one in ledger.people()}
    before = numbers(ledger, "elo")
    ledger.merge("A. Berg", "Anna Berg")
    ledger.export(tmp_path / "merged.zip")
    with Ledger.create(tmp_path / "other.db") as other:
        other.import_export(tmp_path / "merged.zip")
        assert numbers(other, "elo") == numbers(ledger, "elo")
        assert set(numbers(other, "elo")) == set(NAMES)
        (anna,) = other.people(keys["A. Berg"])
        assert (anna.key, anna.aliases) == (keys["Anna Berg"], ("A. Berg",))
        other.unmerge(keys["A. Berg"])
        assert numbers(other, "elo") == before
        assert {one.name: one.key for one in other.people()} == keys


def test_f10_games_of_who_was_disqualified_leave_no_trace(ledger: Ledger, tmp_path: Path):
    """Everybody's numbers are those without these games; no volatility is raised by it."""
    games = ledger.games()
    gone = set(games.filter(games["player"] == "Dan Öst")["game"].to_list())
    with without(ledger, tmp_path, gone) as fresh:
        ledger.withdraw(person="Dan Öst", why="disqualified")
        assert numbers(ledger, "glicko") == numbers(fresh, "glicko")
        assert numbers(ledger, "elo") == numbers(fresh, "elo")
    assert set(numbers(ledger, "glicko")) == set(NAMES) - {"Dan Öst"}
    assert all(volatility <= 0.06 for _, _, volatility in numbers(ledger, "glicko").values())


def test_f13_who_closes_the_account_is_removed_and_nobody_moves(ledger: Ledger, tmp_path: Path):
    """The name is in no list, log, game or export; the games and the ratings of others stay."""
    before = numbers(ledger, "elo")
    ledger.correct({"club": "Dan Öst's own"}, person="Dan Öst", why="Dan Öst asked")
    ledger.anonymise("Dan Öst")
    after = numbers(ledger, "elo")
    assert {n: after[n] for n in NAMES[:3]} == {n: before[n] for n in NAMES[:3]}
    assert before["Dan Öst"] in after.values()
    ledger.export(tmp_path / "all.zip")
    with Ledger.create(tmp_path / "other.db") as other:
        other.import_export(tmp_path / "all.zip")
        assert {n: numbers(other, "elo")[n] for n in NAMES[:3]} == {n: before[n] for n in NAMES[:3]}
        for one in (ledger, other):
            told = [*map(vars, one.log()), one.games().to_dicts(), one.current("elo")]
            assert "Dan Öst" not in str(told)


def test_a47_a_rating_of_another_kind_is_no_stand_in(tmp_path: Path):
    """Who is rated in blitz begins in rapid like anybody; who has no rating there has none."""
    with Ledger.create(tmp_path / "club.db") as ledger:
        ledger.import_facts([{"player": "Anna Berg", "pool": "blitz", "rating": 2000}])
        ledger.set_list("main", "elo")
        ledger.import_frame([duel("2024-01-01", "Anna Berg", "Bo Ek", pool="rapid")], "a.csv")
        rows = ledger.ratings("main").to_frame().to_dicts()
        rapid = {row["name"]: row["rating"] for row in rows if row["pool"] == "rapid"}
        assert rapid == {"Anna Berg": 1516.0, "Bo Ek": 1484.0}
        assert not [row for row in rows if row["name"] == "Bo Ek" and row["pool"] == "blitz"]
        told = ledger.record([duel("2024-01-02", "Bo Ek", "Anna Berg", pool="blitz")])
        before = {one["name"]: one["before"] for one in told["lists"]["main"]}
        assert before["Bo Ek"] is None


def test_a53_a_match_is_stored_once_however_it_is_told(ledger: Ledger):
    """The same file changes nothing; from a second source it is asked about, and left out."""
    rows = [
        duel("2024-07-01", "Anna Berg", "Bo Ek", event="Final", round=str(n)) for n in (1, 2, 3)
    ]
    ledger.import_frame(rows, "match.csv")
    before = numbers(ledger, "elo")
    assert ledger.import_frame(rows, "match.csv")[1].revision is None
    other = [{**row, "board": "1"} for row in rows]
    with pytest.raises(ChangeRefused, match="these players, this result, on this occasion"):
        ledger.import_frame(other, "site.csv")
    again, done = ledger.import_frame(other, "site.csv", decisions=Decisions(again="skip"))
    assert (again.stored, len(again.skipped), done.revision) == (0, 3, None)
    assert numbers(ledger, "elo") == before
