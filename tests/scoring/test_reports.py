"""Standings of whole tournament reports: the points are those that the reports print."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import pytest

from banzuke.scoring.standings import event_standings
from banzuke.scoring.tie_breaks import shelf
from banzuke.scoring.tournament import TournamentRule
from banzuke.workflows.reading import read

FOLDER = Path(__file__).parents[3] / "shared" / "data" / "trf"
REPORTS = ("dutch_2025_C5", "javafo_sample2", "grandmommyscup", "issue_15")


def printed(path: Path) -> dict[str, Fraction]:
    """The points of each player by the name that the report prints."""
    lines = path.read_text(encoding="utf-8", errors="replace").splitlines()
    return {
        line[14:47].strip(): Fraction(line[80:84].strip())
        for line in lines
        if line.startswith("001")
    }


@pytest.mark.parametrize("name", REPORTS)
def test_points_are_those_of_the_report(name):
    """Every player has the points that the report prints, whatever unplayed rounds there are."""
    path = FOLDER / f"{name}.trf"
    if not path.exists():
        pytest.skip("the reports are not there")
    results = read(path)
    names = results.facts("name")
    rule = TournamentRule(tie_breaks=tuple(shelf()))
    table = event_standings(results, rule)
    points = {names.get(row.player, row.player): row.total for row in table.rows}
    expected = printed(path)
    assert {name: points.get(name, Fraction(0)) for name in expected} == expected
    assert len(table.rows) >= len(points)
