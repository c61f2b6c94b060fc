"""Pools and categories that are nearly those of the rulebook are told, or refused."""

from __future__ import annotations

import pytest

from banzuke.engine.rulebook import load_rulebook
from banzuke.model.errors import ResultsRefused, UnknownName
from builders import rate, rules

GAME = "event date player_1 player_2 result pool\nCup 2024-01-01 A B 1-0 {}"
PLACES = (
    "event date player place event_players event_rounds event_category\n"
    "Cup 2010-01-01 A 1 30 3 {0}\nCup 2010-01-01 B 2 30 3 {0}"
)


@pytest.mark.parametrize(("pool", "told"), [("frist", True), ("first", False), ("blitz", False)])
def test_pools_that_are_nearly_those_of_the_rulebook(pool, told):
    """A pool that is nearly one with rules of its own is warned of; others are as they are."""
    warnings = rate(GAME.format(pool), load_rulebook("warlight")).selection.warnings
    near = [problem for problem in warnings if problem.column == "pool"]
    assert [problem.right for problem in near] == ["did you mean first?"] * told


def test_pools_of_another_case():
    """A pool that differs by case only would be rated by other rules, and is refused."""
    with pytest.raises(ResultsRefused, match=r"column pool: .*'First' otherwise \(first\)"):
        rate(GAME.format("First"), load_rulebook("warlight"))


def test_pools_do_not_matter_where_all_are_rated_together():
    """Where pools are rated together, their names are nobody's business."""
    assert rate(GAME.format("First"), load_rulebook("warlight", {"pooling": "together"}))


@pytest.mark.parametrize(
    ("category", "told"), [("Clasic", True), ("CLASSIC", False), ("national", False)]
)
def test_categories_that_are_nearly_those_of_the_rulebook(category, told):
    """A category that is nearly one with a value of its own is warned of, once."""
    value = {"category": "Classic", "value": 10.0, "before_cutoff": False}
    book = rules({"category_values": [value]}, base="dip-pouch")
    warnings = rate(PLACES.format(category), book).selection.warnings
    near = [problem for problem in warnings if problem.column == "event_category"]
    assert [problem.right for problem in near] == ["did you mean classic?"] * told


def test_settings_of_pools_that_the_rulebook_does_not_have():
    """A setting of a pool without rules of its own would hold nowhere, and is refused."""
    with pytest.raises(UnknownName, match=r"did you mean pools\.first\.k"):
        load_rulebook("warlight", {"pools.frist.k": 10})
