"""The points of boards, against values that were not computed by banzuke."""

from __future__ import annotations

import json
from fractions import Fraction
from pathlib import Path

import pytest

from banzuke.scoring.board import Board, board
from banzuke.scoring.scoring import load_scoring, scoring_keys

#: ``boards.json`` has the five boards; a system that came later may have a file of its own.
FILES = [
    json.loads(path.read_text("utf-8")) for path in sorted(Path(__file__).parent.glob("*.json"))
]
BOARDS = next(file["boards"] for file in FILES if "boards" in file)
SYSTEMS = {key: rows for file in FILES for key, rows in file.get("systems", {}).items()}
TOLERANCES = {
    key: file.get("tolerances", {}).get(key, file["tolerance"])
    for file in FILES
    for key in file.get("systems", {})
}
CASES = [(key, name) for key, rows in SYSTEMS.items() for name, row in rows.items() if row]
PUBLISHED, TERMS = (
    [(case, file["tolerance"]) for file in FILES for case in file.get(table, ())]
    for table in ("published", "terms")
)


def played(told: dict) -> Board:
    """A board as the golden file tells it."""
    earlier = {int(year): counts for year, counts in told.get("earlier", {}).items()}
    return board(
        told["centres"],
        out=told.get("out"),
        ended=told.get("ended"),
        earlier=earlier,
        others=[board(counts) for counts in told.get("others", ())],
    )


def assert_points(found, printed, tolerance) -> None:
    """Every power has what is printed."""
    assert len(found) == len(printed)
    for has, want in zip(found, printed, strict=True):
        assert abs(has - Fraction(str(want))) <= Fraction(str(tolerance)), (found, printed)


@pytest.mark.parametrize(("key", "name"), CASES)
def test_points_of_the_five_boards(key, name):
    """Each system gives the five boards the points that another program gives them."""
    found = load_scoring(key).points(played(BOARDS[name]))
    assert_points(found, SYSTEMS[key][name], TOLERANCES[key])


@pytest.mark.parametrize(("case", "tolerance"), PUBLISHED)
def test_points_of_published_boards(case, tolerance):
    """Boards that a source prints with their points have them."""
    assert_points(load_scoring(case["scoring"]).points(played(case)), case["points"], tolerance)


@pytest.mark.parametrize(("case", "tolerance"), TERMS)
def test_published_parts_of_points(case, tolerance):
    """Parts of points that a source prints are what the term of this name gives."""
    scores = load_scoring(case["scoring"]).explain(played(case))
    given = [
        sum((line.points for line in score.lines if line.name == case["term"]), Fraction(0))
        for score in scores
    ]
    assert_points(given, case["points"], tolerance)


def test_every_system_has_golden_values():
    """A system without a row of its own differs from one that has by a few values only."""
    bare = [key for key in scoring_keys() if key not in SYSTEMS]
    published = {case["scoring"] for case, _ in PUBLISHED + TERMS}
    assert [key for key in bare if key not in published and not load_scoring(key).extends] == []
