"""Whatever is done to a ledger, its lists are those of what survives, and of a fresh ledger."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from copy import deepcopy
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)

from banzuke.ledger.changes import Change
from banzuke.ledger.import_reports import Decisions
from banzuke.ledger.remembering import RECORDED
from banzuke.model.combining import combine
from banzuke.model.errors import ChangeRefused
from banzuke.model.ordering import natural_key
from banzuke.workflows.ledger import Ledger
from banzuke.workflows.rating import Ratings, rate
from banzuke.workflows.reading import read

NAMES = ["Anna Berg", "Bo Ek", "Cia Ahl", "Dan Öst", "Eva Lund", "Finn Moe"]
EVENTS = ["Spring Open", "Club League", ""]

# Everybody is known by the very name, so that no question is asked.
CREATE = Decisions(new_people="create", again="store")

duels = st.fixed_dictionaries(
    {
        "players": st.permutations(NAMES).map(lambda names: names[:2]),
        "day": st.integers(1, 6),
        "event": st.sampled_from(EVENTS),
        "round": st.sampled_from(["1", "2", "10"]),
        "scores": st.sampled_from([(1.0, 0.0), (0.0, 1.0), (0.5, 0.5)]),
        "rated": st.sampled_from(["", "", "no"]),
    }
)


def as_rows(games: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Games as rows of a file."""
    return [
        {
            "date": f"2024-03-{game['day']:02}",
            "event": game["event"],
            "round": game["round"],
            "player_1": game["players"][0],
            "player_2": game["players"][1],
            "score_1": game["scores"][0],
            "score_2": game["scores"][1],
            "rated": game["rated"],
            # No two files are the same.
            "time_class": game["file"],
        }
        for game in games
    ]


def list_of(ratings: Ratings) -> dict[str, Any]:
    """Every number of a list, by the names that are shown; ratings are the sum of changes."""
    found: dict[str, Any] = {}
    for row in ratings.to_frame().to_dicts():
        numbers = {k: v for k, v in row.items() if k not in ("player", "name", "pool")}
        found[row.get("name", row["player"])] = numbers
        moves = ratings.history(row["player"])
        assert moves["before"][0] + moves["change"].sum() == pytest.approx(row["rating"], abs=1e-9)
    return found


def assert_same(found: dict[str, Any], wanted: dict[str, Any]) -> None:
    """Two lists are the same, to the bit; else what differs is told."""
    differing = {
        name: (found.get(name), wanted.get(name))
        for name in {*found, *wanted}
        if found.get(name) != wanted.get(name)
    }
    assert not differing, differing


def by_id(files: dict[str, list[dict[str, Any]]]) -> dict[int, tuple[str, dict[str, Any]]]:
    """The games of files by their numbers, each with its file."""
    return {game["id"]: (name, game) for name, games in files.items() for game in games}


def taken_back(before: dict[Any, Any], after: dict[Any, Any], now: dict[Any, Any]) -> Any:
    """What holds now, as it was before a change; None where it has changed once more since."""
    found = dict(now)
    for key in {*before, *after}:
        if before.get(key) == after.get(key):
            continue
        if now.get(key) != after.get(key):
            return None
        found.pop(key, None)
        if key in before:
            found[key] = before[key]
    return found


def end_of(into: dict[str, str], name: str) -> str:
    """Who somebody is, after all mergers."""
    while name in into:
        name = into[name]
    return name


def leads_back(into: dict[str, str], name: str) -> bool:
    """Whether somebody is merged into himself, by way of others."""
    at = into[name]
    for _ in into:
        if at == name:
            return True
        at = into.get(at, "")
    return False


class LedgerAndWhatSurvives(RuleBasedStateMachine):
    """A ledger, and beside it a plain account of what it should hold."""

    def __init__(self, new_place: Callable[[str], str] | None = None) -> None:
        super().__init__()
        self.folder = TemporaryDirectory()
        self.new_place = new_place or (lambda name: str(Path(self.folder.name) / name))
        self.ledger = self.new_ledger("one.db")
        # The games by file, each with its number in the ledger; who is whom.
        self.files: dict[str, list[dict[str, Any]]] = {}
        self.into: dict[str, str] = {}
        self.count = 0
        self.before: list[tuple[Any, Any]] = [self.account()]
        self.undoable: list[int] = []
        self.ledger.set_list("ladder", "elo")
        self.done()

    def new_ledger(self, name: str) -> Ledger:
        """An empty ledger."""
        return Ledger.create(self.new_place(name))

    def account(self) -> tuple[Any, Any]:
        """A copy of what the ledger should hold."""
        return deepcopy((self.files, self.into))

    def done(self) -> None:
        """A revision was made, which is the newest that can be undone."""
        self.before.append(self.account())
        self.undoable.append(self.ledger.revision)
        assert len(self.before) == self.ledger.revision + 1

    def every_game(self) -> list[dict[str, Any]]:
        """The games that survive."""
        return [game for games in self.files.values() for game in games]

    def who(self, name: str) -> str:
        """Who somebody is, after mergers."""
        return end_of(self.into, name)

    @rule(games=st.lists(duels, min_size=1, max_size=5))
    def import_file(self, games: list[dict[str, Any]]) -> None:
        """A file, in no order, perhaps of days that are long past."""
        name = f"file {len(self.before)}.csv"
        if any(len({self.who(one) for one in game["players"]}) < 2 for game in games):
            return
        for game in games:
            game["file"] = name
        self.ledger.import_frame(as_rows(games), name, decisions=CREATE)
        for number, game in enumerate(games):
            game["id"] = self.count + number + 1
        self.count += len(games)
        self.files[name] = games
        self.done()

    @rule(game=duels)
    def record(self, game: dict[str, Any]) -> None:
        """A game that a server reports, perhaps late; the answer has the ratings of the list."""
        if len({self.who(one) for one in game["players"]}) < 2:
            return
        game["file"] = RECORDED
        (row,) = as_rows([game])
        key = f"report {len(self.before)}"
        answer = self.ledger.record([row], key=key)
        game["id"] = self.count + 1
        self.count += 1
        assert answer["games"] == [game["id"]]
        self.files.setdefault(RECORDED, []).append(game)
        self.done()
        again = self.ledger.record([row], key=key)
        assert again == answer
        if "ladder" in answer["lists"]:
            table = self.ledger.ratings("ladder").to_frame()
            everybody = dict(zip(table["player"], table["rating"], strict=True))
            for one in answer["lists"]["ladder"]:
                rating = one["after"]["rating"]
                assert everybody.get(one["player"], rating) == rating

    def correct(self, game: dict[str, Any], values: dict[str, str], **now: Any) -> None:
        """Correct a game; where nothing changes, that is no revision."""
        made = self.ledger.make(Change("correct game", {"game": game["id"], "values": values}))
        changes = any(game[what] != how for what, how in now.items())
        assert (made.revision is not None) == changes
        game.update(now)
        if changes:
            self.done()

    @precondition(lambda self: self.every_game())
    @rule(data=st.data(), scores=st.sampled_from([(1.0, 0.0), (0.0, 1.0), (0.5, 0.5)]))
    def correct_result(self, data: st.DataObject, scores: tuple[float, float]) -> None:
        """Another result of one game."""
        game = data.draw(st.sampled_from(self.every_game()))
        values = {
            f"score of {name}": str(score)
            for name, score in zip(game["players"], scores, strict=True)
        }
        self.correct(game, values, scores=scores)

    @precondition(lambda self: self.every_game())
    @rule(data=st.data(), day=st.integers(1, 6), event=st.sampled_from(EVENTS))
    def correct_occasion(self, data: st.DataObject, day: int, event: str) -> None:
        """Another day and event of one game."""
        game = data.draw(st.sampled_from(self.every_game()))
        values = {"date": f"2024-03-{day:02}", "event": event}
        self.correct(game, values, day=day, event=event)

    @precondition(lambda self: self.every_game())
    @rule(data=st.data(), name=st.sampled_from(NAMES))
    def correct_player(self, data: st.DataObject, name: str) -> None:
        """Another player in one game."""
        game = data.draw(st.sampled_from(self.every_game()))
        known = {one for each in self.every_game() for one in each["players"]}
        if name not in known or self.who(name) in {self.who(one) for one in game["players"]}:
            return
        values = {f"player of {game['players'][0]}": name}
        self.ledger.make(Change("correct game", {"game": game["id"], "values": values}))
        game["players"] = [self.who(name), *game["players"][1:]]
        self.done()

    @precondition(lambda self: self.every_game())
    @rule(data=st.data())
    def withdraw(self, data: st.DataObject) -> None:
        """A game that counts no longer."""
        game = data.draw(st.sampled_from(self.every_game()))
        self.ledger.make(Change("withdraw", {"games": [game["id"]]}))
        for games in self.files.values():
            games[:] = [one for one in games if one is not game]
        self.done()

    @rule(pair=st.permutations(NAMES).map(lambda names: names[:2]))
    def merge(self, pair: list[str]) -> None:
        """Two who are one, where they never met."""
        one, other = pair
        there = {name for game in self.every_game() for name in game["players"]}
        if not {one, other} <= there or one in self.into or other in self.into:
            return
        if one in self.into.values():
            return
        change = Change("merge", {"person": one, "into": other})
        met = any(
            {one, other} <= {name, *[self.who(n) for n in game["players"]], *game["players"]}
            for game in self.every_game()
            for name in game["players"]
        )
        if met:
            with suppress(ChangeRefused):
                self.ledger.make(change)
                raise AssertionError("who met in a game cannot be one")
            return
        self.ledger.make(change)
        self.into[one] = other
        self.done()

    @precondition(lambda self: self.into)
    @rule(data=st.data())
    def unmerge(self, data: st.DataObject) -> None:
        """Two who are two after all."""
        one = data.draw(st.sampled_from(sorted(self.into)))
        self.ledger.make(Change("unmerge", {"person": one}))
        del self.into[one]
        self.done()

    @precondition(lambda self: self.undoable)
    @rule()
    def undo_newest(self) -> None:
        """The newest change that is in force is taken back."""
        self.undo(self.undoable[-1])

    @precondition(lambda self: self.undoable)
    @rule(data=st.data())
    def undo_any(self, data: st.DataObject) -> None:
        """A change of long ago is taken back, or refused where a later one stands in the way."""
        self.undo(data.draw(st.sampled_from(self.undoable)))

    def undo(self, number: int) -> None:
        """Take a revision back, if the plain account can."""
        change = Change("undo", {"number": number})
        wanted = self.without(number)
        if wanted is None:
            with pytest.raises(ChangeRefused):
                self.ledger.make(change)
            return
        self.ledger.make(change)
        self.files, self.into = wanted
        self.undoable.remove(number)
        self.before.append(self.account())
        self.undoable.append(self.ledger.revision)

    def without(self, number: int) -> tuple[Any, Any] | None:
        """What should be held without a revision; None where that is no longer possible."""
        (files, into), (files_then, into_then) = self.before[number - 1], self.before[number]
        games = taken_back(by_id(files), by_id(files_then), by_id(self.files))
        merged = taken_back(into, into_then, self.into)
        if games is None or merged is None or any(leads_back(merged, one) for one in merged):
            return None
        for _, game in games.values():
            one, other = (end_of(merged, name) for name in game["players"])
            if one == other:
                return None
        found: dict[str, list[dict[str, Any]]] = {}
        for _, (name, game) in sorted(games.items()):
            found.setdefault(name, []).append(game)
        return deepcopy((found, merged))

    def survivors(self, revision: int) -> dict[str, list[dict[str, Any]]]:
        """The rows of each file that hold as of a revision, merged people under one name."""
        files, into = self.before[revision]
        return {
            name: as_rows(
                [
                    {**game, "players": [end_of(into, one) for one in game["players"]]}
                    for game in games
                ]
            )
            for name, games in files.items()
            if games
        }

    @invariant()
    def same_as_what_survives(self) -> None:
        """The lists of now, and of a revision of the past, are those of what survives."""
        for revision in {len(self.before) - 1, len(self.before) // 2}:
            files = self.survivors(revision)
            names = sorted(files, key=natural_key)
            parts = [read(files[name], zone="UTC") for name in names]
            results = combine(parts) if parts else None
            for rules in ("elo", "glicko2"):
                wanted = {} if results is None else list_of(rate(results, rules))
                assert_same(list_of(self.ledger.rate(rules, revision=revision)), wanted)

    def teardown(self) -> None:
        """At the end, a fresh ledger holds the same, and one that takes over an export."""
        path = Path(self.folder.name) / "export.zip"
        self.ledger.export(path)
        copy = self.new_ledger("copy.db")
        copy.import_export(path)
        assert_same(list_of(self.ledger.rate("elo")), list_of(copy.rate("elo")))
        assert copy.import_export(path).revision is None
        copy.close()
        fresh = self.new_ledger("fresh.db")
        for name, rows in sorted(self.survivors(len(self.before) - 1).items(), reverse=True):
            fresh.import_frame(rows, name, decisions=CREATE)
        assert_same(list_of(self.ledger.rate("elo")), list_of(fresh.rate("elo")))
        fresh.close()
        self.ledger.close()
        self.folder.cleanup()


TestLedgerAndWhatSurvives = LedgerAndWhatSurvives.TestCase
TestLedgerAndWhatSurvives.settings = settings(
    stateful_step_count=15, max_examples=max(settings().max_examples // 3, 8)
)


def test_the_same_on_postgresql(new_database: Callable[[str], str]):
    """What survives is the same on the other database."""
    run_state_machine_as_test(
        lambda: LedgerAndWhatSurvives(new_database),
        settings=settings(stateful_step_count=10, max_examples=settings().max_examples // 8),
    )
