"""The few points of AGA's deviations against all hundred of the source."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from banzuke.systems.aga.nodes import SIZES, deviation_rules

MOST, FIRST, NODE, WEIGHT = deviation_rules()
LAST = len(SIZES) - 1


def rule_of(row: int) -> tuple[np.ndarray, np.ndarray]:
    """The points and weights of one rule."""
    part = slice(FIRST[row], FIRST[row + 1])
    return NODE[part], WEIGHT[part]


def sums_of(row: int, at: int, powers: list[int]) -> list[float]:
    """Sums of powers of x by the points of rule ``at``, weighted as rule ``row`` is made for."""
    points, weights = rule_of(at)
    parts = weights * np.exp(-MOST[row] / 4 * points**2)
    return [math.fsum(parts * points**power) for power in powers]


@pytest.mark.parametrize("row", range(LAST))
def test_exact_for_polynomials(row: int):
    """A rule of n points sums what is a polynomial below degree 2n as the hundred points do."""
    assert len(rule_of(row)[0]) == SIZES[row]
    powers = list(range(0, 2 * SIZES[row], 2))
    assert sums_of(row, row, powers) == pytest.approx(sums_of(row, LAST, powers), rel=1e-11)


@pytest.mark.parametrize("row", range(LAST))
def test_how_good_a_rule_is(row: int):
    """What a rule may miss adds up to a part in 10^12, as reckoned from coefficients' bounds."""
    most, size = float(MOST[row]), SIZES[row]
    powers = list(range(2 * size - 2, 2 * size + 120))
    largest = [(math.e * most / 2 / power) ** (power / 2) for power in powers]
    missed = {}
    for more in (0, 2):
        asked = [power + more for power in powers]
        one, other = sums_of(row, row, asked), sums_of(row, LAST, asked)
        parts = [a * abs(x - y) for a, x, y in zip(largest, one, other, strict=True)]
        missed[more] = math.fsum(parts[2 - more :])
    every, weights = rule_of(LAST)
    least = weights * np.exp(-most / 2 * every**2)
    parts = missed[0] / math.fsum(least), missed[2] / math.fsum(least * every**2)
    assert 5e-13 < sum(parts) / 2 < 1e-12


@given(
    row=st.integers(0, LAST - 1),
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
    for points, weights in (rule_of(row), rule_of(LAST)):
        chances = [math.exp(logarithm(x) - logarithm(0.0) - slope * x) for x in points.tolist()]
        parts = weights * np.array(chances)
        found.append(math.sqrt(math.fsum(parts * points**2) / math.fsum(parts)))
    assert found[0] == pytest.approx(found[1], rel=1e-11)
