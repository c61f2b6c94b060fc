"""Names in explanations."""

from __future__ import annotations

import pytest

from banzuke.engine.explaining import explain
from banzuke.engine.named_terms import with_names, without_braces
from banzuke.engine.rulebook import load_rulebook
from banzuke.model.system import Explanation, Term
from builders import rate, rules

NAMES = ["{1}", "B{"]


def test_names_are_no_templates():
    """A name that looks like a code stays as it is, and so does what the rulebook says."""
    said = without_braces(("{0} and {99}", "}{"))
    told = with_names(
        Explanation([Term("beat {0}+{1}", 1.0, "points", said[0])], [], True, said[1]), NAMES
    )
    assert told == Explanation([Term("beat {1}+B{", 1.0, "points", "{0} and {99}")], [], True, "}{")


@pytest.mark.parametrize("rank", ["{99}", "{0}", "{}"])
def test_a_rank_named_like_a_code(rank):
    """A rank of the rulebook may be called anything."""
    table = [dict(row) for row in load_rulebook("dash-baduk").content["parameters"]["ranks"]]
    named = [row | {"name": rank if row["name"] == "3D" else row["name"]} for row in table]
    text = "date player_1 player_2 result\n2024-01-01 A B 1-0"
    players = [{"player": name, "rating": 6150, "games": 50} for name in "AB"]
    rated = rate(text, rules({"ranks": named}, base="dash-baduk"), players)
    told = explain(rated, "A")
    assert any(rank in term.source for term in told.inputs)
