"""Outcomes: every way in which a game can end."""

from __future__ import annotations

from itertools import product

import pytest

from banzuke.engine.outcomes import outcomes, rankings
from banzuke.model.errors import CannotDo
from builders import rate, rules


@pytest.mark.parametrize(("sides", "ways"), [(2, 3), (3, 13), (4, 75), (5, 541)])
def test_rankings(sides, ways):
    """They are all places that count how many sides are better, each once."""
    found = list(rankings(sides))
    wanted = {
        tuple(1 + sum(other < mine for other in level) for mine in level)
        for level in product(range(sides), repeat=sides)
    }
    assert len(found) == ways
    assert set(found) == wanted


def test_no_draw_model():
    """A system that does not know how likely a draw is says so by name."""
    rated = rate("date player_1 player_2 result\n2024-01-01 A B 1-0", rules({}))
    with pytest.raises(CannotDo, match="does not say how likely a shared place is"):
        outcomes(rated, [["A"], ["B"]])
