"""Standings from files and frames: rules given as tables, systems by key, frames of rows."""

from __future__ import annotations

from pathlib import Path

import pytest

import banzuke as bz
from banzuke.workflows.standings import tie_break_of, typed_rule

EXAMPLES = Path(__file__).parents[2] / "examples"


def test_rows_of_python():
    """A list of dicts will do, and a rule as a table."""
    rows = [
        {"player_1": "Ann", "player_2": "Bob", "result": "1-0"},
        {"player_1": "Bob", "player_2": "Cid", "result": "1/2-1/2"},
    ]
    table = bz.standings(rows, rule={"win": 3, "draw": 1}, starts={"Cid": 5})
    assert [(row.player, row.total) for row in table.rows] == [("Cid", 6), ("Ann", 3), ("Bob", 1)]


def test_rule_differs_from_that_of_the_system():
    """What is said replaces what the system says, the rest holds."""
    path = EXAMPLES / "harbour-con.csv"
    plain = bz.standings(path, "c-diplo-100")
    best = bz.standings(path, "c-diplo-100", rule={"combine": "best", "best": 2})
    assert plain.row("Ann").total == 74
    assert best.row("Ann").total == 73
    unranked = bz.standings(path, "c-diplo-100", unranked=["Ann"])
    assert unranked.row("Ann").place == 0


def test_rule_that_makes_no_sense():
    """A rule with a fault is refused with what would be right."""
    with pytest.raises(bz.ParameterRefused, match="win"):
        bz.standings(EXAMPLES / "harbour-con.csv", rule={"win": "three"})


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("buchholz", "buchholz"),
        ("buchholz:cut=1", {"key": "buchholz", "cut": 1}),
        ("buchholz:rules=2026,cut=2", {"key": "buchholz", "rules": "2026", "cut": 2}),
        ("koya:share=0.4", {"key": "koya", "share": 0.4}),
        ("koya:fixed_pairings", {"key": "koya", "fixed_pairings": True}),
        ("sos:stones=false", {"key": "sos", "stones": False}),
    ],
)
def test_typed_tie_breaks(text, said):
    """What stands behind the colon is read as numbers, true and false, or words."""
    assert tie_break_of(text) == said


def test_typed_rule():
    """Settings and tie-breaks that are typed make a rule."""
    assert typed_rule(["wins"], {"best": "3", "combine": "best"}) == {
        "best": 3,
        "combine": "best",
        "tie_breaks": ["wins"],
    }
