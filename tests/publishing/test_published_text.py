"""Lists of a ledger in print: what moved, how sure, who is not on them."""

from __future__ import annotations

from typing import Any

from banzuke.publishing.published_text import published_text, unlisted_text


def content(**more: Any) -> dict[str, Any]:
    """A list of two, with what a test says besides."""
    row = {"pool": "", "games": 3, "shown": "1500"}
    players = [
        row | {"rank": 1, "name": "Ann", "deviation": 150.25, "since_published": -0.004},
        row | {"rank": 2, "name": "Bo", "deviation": 60.0, "since_published": 0.0},
    ]
    return {"title": "Club", "as_of": "", "players": players, "unlisted": [], **more}


def test_deviations_and_small_changes():
    """A deviation stands beside its rating, and a change too small for a decimal is no zero."""
    lines = published_text(content(), 80).splitlines()
    assert lines[2:5] == [
        "rank  name  rating  deviation  games  since last list",
        "   1  Ann     1500      150.2      3           -0.004",
        "   2  Bo      1500         60      3                0",
    ]


def test_who_is_not_on_it():
    """Few are named with the reason; many are counted, and shown when they are asked for."""
    people = [{"name": f"P{i}", "why": "no game yet"} for i in range(4)]
    assert "Not listed: P0 (no game yet)" in published_text(content(unlisted=people[:1]), 80)
    many = content(unlisted=people)
    assert "4 players are not listed (no game yet); --unlisted names" in published_text(many, 80)
    assert unlisted_text(many, 80).splitlines()[2:4] == ["name  why", "P0    no game yet"]
    assert "everybody is on it" in unlisted_text(content(), 80)
    here = [one | {"pool": "blitz"} for one in people]
    assert "P3    blitz  no game yet" in unlisted_text(content(unlisted=here), 80)


def test_long_remarks_are_wrapped():
    """What is to be known of a list keeps to the width of the terminal."""
    text = published_text(content(remarks=["a group of players " * 9]), 80)
    assert max(map(len, text.splitlines())) <= 80
