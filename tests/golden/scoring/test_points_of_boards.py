"""The points of boards, against values that were not computed by banzuke."""

from __future__ import annotations

import json
from fractions import Fraction
from pathlib import Path

import pytest

from banzuke.scoring.board import Board, board
from banzuke.scoring.scoring import load_scoring, scoring_keys

GOLDEN = json.loads((Path(__file__).parent / "boards.json").read_text("utf-8"))
CASES = [
    (key, name) for key, rows in GOLDEN["systems"].items() for name, row in rows.items() if row
]


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


def assert_points(found, printed, tolerance=GOLDEN["tolerance"]) -> None:
    """Every power has what is printed."""
    assert len(found) == len(printed)
    for has, want in zip(found, printed, strict=True):
        assert abs(has - Fraction(str(want))) <= Fraction(str(tolerance)), (found, printed)


@pytest.mark.parametrize(("key", "name"), CASES)
def test_points_of_the_five_boards(key, name):
    """Each system gives the five boards the points that another program gives them."""
    tolerance = GOLDEN["tolerances"].get(key, GOLDEN["tolerance"])
    told = GOLDEN["boards"][name]
    assert_points(load_scoring(key).points(played(told)), GOLDEN["systems"][key][name], tolerance)


@pytest.mark.parametrize("case", GOLDEN["published"], ids=lambda case: case["scoring"])
def test_points_of_published_boards(case):
    """Boards that a source prints with their points have them."""
    assert_points(load_scoring(case["scoring"]).points(played(case)), case["points"])


@pytest.mark.parametrize("case", GOLDEN["terms"], ids=lambda case: case["scoring"])
def test_published_parts_of_points(case):
    """Parts of points that a source prints are what the term of this name gives."""
    scores = load_scoring(case["scoring"]).explain(played(case))
    given = [
        sum((line.points for line in score.lines if line.name == case["term"]), Fraction(0))
        for score in scores
    ]
    assert_points(given, case["points"])


def test_every_system_has_golden_values():
    """A system without a row of its own differs from one that has by a few values only."""
    bare = [key for key in scoring_keys() if key not in GOLDEN["systems"]]
    published = {case["scoring"] for case in GOLDEN["published"] + GOLDEN["terms"]}
    assert [key for key in bare if key not in published and not load_scoring(key).extends] == []
