"""The few points of AGA's deviations against all hundred of the source."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from banzuke.systems.aga.nodes import SIZES, deviation_rules

MOST, FIRST, NODE, WEIGHT = deviation_rules()


def rule_of(row: int) -> tuple[np.ndarray, np.ndarray]:
    """The points and weights of one rule."""
    part = slice(FIRST[row], FIRST[row + 1])
    return NODE[part], WEIGHT[part]


@pytest.mark.parametrize("row", range(len(SIZES)))
def test_exact_for_polynomials(row: int):
    """A rule of n points sums what is a polynomial below degree 2n as the hundred points do."""
    points, weights = rule_of(row)
    every, weight_of = rule_of(len(SIZES) - 1)
    assert len(points) == SIZES[row]
    for degree in range(0, min(2 * SIZES[row], 60), 2):
        wanted = math.fsum(weight_of * (every / 5) ** degree)
        assert math.fsum(weights * (points / 5) ** degree) == pytest.approx(wanted, rel=1e-11)


@given(
    row=st.integers(0, len(SIZES) - 2),
    games=st.lists(st.tuples(st.floats(-4, 4), st.sampled_from([-1.0, 1.0])), min_size=1),
)
def test_as_the_hundred_points(row: int, games: list[tuple[float, float]]):
    """As much as a rule is good for, the deviation is that of the hundred points, to 11 digits."""
    scale = math.sqrt(MOST[row] / len(games))

    def logarithm(value: float) -> float:
        off = [sign * (gap - scale * value) / math.sqrt(2.0) for gap, sign in games]
        return math.fsum(math.log(0.5 * math.erfc(each)) for each in off)

    slope = (logarithm(1e-4) - logarithm(-1e-4)) / 2e-4
    found = []
    for points, weights in (rule_of(row), rule_of(len(SIZES) - 1)):
        chances = [math.exp(logarithm(x) - logarithm(0.0) - slope * x) for x in points.tolist()]
        parts = weights * np.array(chances)
        found.append(math.sqrt(math.fsum(parts * points**2) / math.fsum(parts)))
    assert found[0] == pytest.approx(found[1], rel=1e-11)
