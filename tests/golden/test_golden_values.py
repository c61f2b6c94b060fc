"""Every golden file is met to its tolerance, and is what its derivation gives."""

from __future__ import annotations

import importlib.util
import json
from collections import defaultdict
from decimal import Decimal
from functools import cache
from pathlib import Path
from types import ModuleType
from typing import Any

import polars as pl
import pytest

from banzuke.engine.rulebook import Rulebook, load_rulebook
from banzuke.model.errors import DataRefused
from banzuke.workflows.one_game import rate_game
from banzuke.workflows.rating import Ratings, rate
from banzuke.workflows.reading import read

FOLDER = Path(__file__).parent
ROOT = FOLDER.parents[1]
SHARED = ROOT / ".." / "shared"
GOLDEN = {path.stem: json.loads(path.read_text("utf-8")) for path in sorted(FOLDER.glob("*.json"))}
Case = dict[str, Any]


def cases_of(key: str, kind: str) -> list[Case]:
    """The cases of a file that have ``kind``, each with the file's rulebook and tolerance."""
    golden = GOLDEN[key]
    defaults = {name: golden[name] for name in ("rulebook", "tolerance")}
    return [{**defaults, **case} for case in golden["cases"] if kind in case]


def files_with(kind: str) -> list[str]:
    """The files that have cases of a kind."""
    return [key for key in GOLDEN if cases_of(key, kind)]


def differs(found: float | str, expected: float | str, tolerance: float) -> bool:
    """Whether a number or a text is not what it should be; numbers are compared as decimals."""
    if isinstance(found, str):
        return found != expected
    return abs(Decimal(repr(float(found))) - Decimal(str(expected))) > Decimal(repr(tolerance))


@cache
def book(key: str, settings: str = "{}") -> Rulebook:
    """A rulebook with settings (as JSON), loaded once."""
    return load_rulebook(key, json.loads(settings))


def book_of(case: Case) -> Rulebook:
    """The rulebook of a case, with its settings."""
    return book(case["rulebook"], json.dumps(case.get("settings", {})))


def answer(case: Case) -> list[list[list[float]]]:
    """The values after a single game."""
    after = rate_game(
        book_of(case),
        case["sides"],
        case.get("places"),
        case.get("scores"),
        handicaps=case.get("handicaps"),
        facts=case.get("facts"),
    )
    return [[list(member) for member in side] for side in after]


def answers(cases: list[Case]) -> list[list[list[list[float]]]]:
    """The values after each of many games, rated in one go: each has players of its own."""
    rulebook = book_of(cases[0])
    columns = [column.name for column in rulebook.told_columns]
    rows, starts = [], []
    for number, case in enumerate(cases):
        for side, team in enumerate(members(case["sides"])):
            for member, values in enumerate(team):
                row = {
                    "event": f"E{number}",
                    "player": f"{number}.{side}.{member}",
                    "date": "2010-01-01",
                    **case.get("facts", {}),
                }
                if not rulebook.system.takes_standings:
                    row |= {"game": f"G{number}", "side": str(side)}
                for one, many in (("place", "places"), ("score", "scores")):
                    if many in case:
                        row[one] = case[many][side]
                if "handicaps" in case:
                    row["handicap"] = case["handicaps"][side][member]
                rows.append(row)
                known = dict(zip(columns, map(float, values), strict=False))
                starts.append({"player": row["player"], **known})
    ratings = rate(
        pl.DataFrame(rows, infer_schema_length=None),
        rulebook,
        pl.DataFrame(starts, infer_schema_length=None),
    )
    names = ["after", *(f"{name}_after" for name in columns[1:])]
    rows_after = ratings.history_frame().select("player", *names).iter_rows()
    after = {player: list(values) for player, *values in rows_after}
    return [
        [
            [after[f"{number}.{side}.{member}"] for member in range(len(team))]
            for side, team in enumerate(case["sides"])
        ]
        for number, case in enumerate(cases)
    ]


def members(sides: list[list[Any]]) -> list[list[list[Any]]]:
    """Sides whose members are lists of numbers."""
    return [[m if isinstance(m, list) else [m] for m in side] for side in sides]


def not_as_expected(case: Case, found: list[list[list[float]]]) -> list[Any]:
    """The members of the sides that are not where the golden file says."""
    return [
        (case["title"], values, wanted)
        for side, wanted_side in zip(found, members(case["after"]), strict=True)
        for values, wanted in zip(side, wanted_side, strict=True)
        if any(differs(*pair, case["tolerance"]) for pair in zip(values, wanted, strict=False))
    ]


@pytest.mark.parametrize("key", files_with("after"))
def test_all_games(key: str):
    """Rated in one go, each member of each side is where the golden file says."""
    together: dict[tuple[str, ...], list[Case]] = defaultdict(list)
    for case in cases_of(key, "after"):
        shape = [name for name in ("places", "scores", "handicaps", "facts") if name in case]
        together[case["rulebook"], json.dumps(case.get("settings", {})), *shape].append(case)
    wrong = []
    for cases in together.values():
        for case, found in zip(cases, answers(cases), strict=True):
            wrong += not_as_expected(case, found)
    assert wrong == []


@pytest.mark.parametrize("key", files_with("after"))
def test_single_games(key: str):
    """Rated alone, at most a hundred games spread over the file come out the same."""
    cases = cases_of(key, "after")
    wrong = []
    for case in cases[:: max(1, len(cases) // 50)]:
        wrong += not_as_expected(case, answer(case))
    assert wrong == []


@pytest.mark.parametrize("key", files_with("refused"))
def test_refusals(key: str):
    """What cannot be rated is refused, in the words of the golden file."""
    wrong = []
    for case in cases_of(key, "refused"):
        with pytest.raises(DataRefused) as caught:
            answer(case) if "sides" in case else rated(case)
        if case["refused"] not in str(caught.value):
            wrong.append((case["title"], str(caught.value)))
    assert wrong == []


def rated(case: Case) -> Ratings:
    """The results of a case, rated."""
    players = case.get("players")
    if isinstance(players, list):
        players = pl.DataFrame(players)
    return rate(
        pl.DataFrame(case["results"], infer_schema_length=None),
        book_of(case),
        players,
    )


@pytest.mark.parametrize("key", files_with("expect"))
def test_rated_results(key: str):
    """Lists, histories and explanations hold the numbers of the golden file."""
    wrong = []
    for case in cases_of(key, "expect"):
        ratings = rated(case)
        listing = ratings.listing
        common = [name for name in listing.listed.columns if name in listing.unlisted.columns]
        rows = pl.concat([listing.listed[common], listing.unlisted[common]]).to_dicts()
        found = {row["player"]: row for row in rows}
        for row in ratings.history_frame().to_dicts():
            found[row["player"]]["score"] = row["score"]
        for player, wanted in case["expect"].items():
            for name, value in wanted.items():
                if differs(found[player][name], value, case["tolerance"]):
                    wrong.append((case["title"], player, name, found[player][name], value))
        for player, wanted in case.get("inputs", {}).items():
            inputs = {term.name: term.value for term in ratings.explain(player).inputs}
            for name, value in wanted.items():
                if differs(inputs[name], value, case["tolerance"]):
                    wrong.append((case["title"], player, name, inputs[name], value))
    assert wrong == []


@pytest.mark.parametrize("key", files_with("by_place"))
def test_whole_events(key: str):
    """Every place of a whole event ends at the rating of the golden file, and so does their sum."""
    looked_at = 0
    for case in cases_of(key, "by_place"):
        path = SHARED / case["shared"] if "shared" in case else ROOT / case["file"]
        if not path.exists():
            continue
        looked_at += 1
        results = read(path)
        place_of = dict(results.to_frame().select("player", "place").iter_rows())
        listed = rate(results, book_of(case)).listing.listed
        rating_of = dict(listed.select("player", "rating").iter_rows())
        assert len(rating_of) == case["count"]
        wrong = [
            (player, rating)
            for player, rating in rating_of.items()
            if differs(rating, case["by_place"][str(place_of[player])], case["tolerance"])
        ]
        assert wrong == []
        total = sum(map(Decimal, rating_of.values()))
        assert not differs(float(total), case["sum"], case["sum_tolerance"])
    if looked_at == 0:
        pytest.skip("neither the page nor the table of the event is here")


def test_derivation_gives_these_files():
    """The files are what derive.py works out, without the package, from the sources."""
    derive = derivation()
    for key in derive.FILES:
        assert (FOLDER / f"{key}.json").read_text("utf-8") == derive.text_of(key)


def derivation() -> ModuleType:
    """The script beside this file, as a module."""
    spec = importlib.util.spec_from_file_location("derive", FOLDER / "derive.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_rulebooks_of_golden_files_exist():
    """Each case is rated by a rulebook that comes with the package, of the file's system."""
    for key in GOLDEN:
        for kind in ("after", "expect", "refused", "by_place"):
            for case in cases_of(key, kind):
                system = book(case["rulebook"]).system.key
                assert key == system or key.startswith(f"{system}-")
