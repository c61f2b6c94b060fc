"""Tests of numbers on a grid: adding them is exact."""

from __future__ import annotations

import math
import random

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from banzuke.numeric.exact_sums import (
    CHANCES,
    POINTS,
    SQUARES,
    all_on_grid,
    covariance_on_grid,
    on_grid,
    span_of,
)

spans = st.sampled_from([POINTS, CHANCES, SQUARES])
parts = st.lists(st.floats(-1.0, 1.0), min_size=1, max_size=50)


@given(span=spans, values=parts, seed=st.integers(0, 2**32))
def test_no_order_of_adding_matters(span: float, values: list[float], seed: int):
    """Sums below the span are exact, so that any order gives the same bits."""
    rounded = [on_grid(value * span / 50.0, span) for value in values]
    shuffled = random.Random(seed).sample(rounded, len(rounded))
    assert sum(rounded, 0.0) == sum(shuffled, 0.0) == math.fsum(rounded)


@given(span=spans, value=st.floats(-1e6, 1e6))
def test_nearest_step(span: float, value: float):
    """The result is a whole number of steps, at most half a step away, alike for both signs."""
    step = span / 2.0**52 * max(1.0, 2.0 ** math.ceil(math.log2((abs(value) + 1e-9) / span)))
    found = on_grid(value, span)
    assert (found / (span / 2.0**52)).is_integer()
    assert abs(found - value) <= step
    assert on_grid(found, span) == found
    assert on_grid(-value, span) == -found


@given(span=spans, values=st.lists(st.floats(-1e9, 1e9)))
def test_many_at_once(span: float, values: list[float]):
    """Many values are rounded as one by one, and NaN stays NaN."""
    found = all_on_grid(np.array([*values, np.nan]), span)
    assert found[:-1].tolist() == [on_grid(value, span) for value in values]
    assert np.isnan(found[-1])


@given(most=st.floats(1e-200, 1e200))
def test_spans_follow_what_is_added(most: float):
    """A span is the power of two that holds the sum, and no more than twice of it."""
    span = span_of(most)
    assert most <= span <= 2.0 * most
    assert math.frexp(span)[0] == 0.5


@pytest.mark.parametrize("most", [0.0, 5e-324, 1e-290, 1e300])
def test_spans_at_the_ends_of_the_numbers(most: float):
    """Where there is hardly a number, or hardly one more, a span still rounds to numbers."""
    span = span_of(most)
    assert max(most, 1e-300) <= span <= 2.0**1000
    assert math.isfinite(on_grid(most, span))


def test_covariances_of_two_libraries_are_one():
    """Noise of the last digits goes, what is known stays, and NaN is NaN."""
    generator = np.random.default_rng(1)
    half = generator.normal(size=(6, 6)) * 10.0 ** np.arange(-3.0, 3.0)[:, None]
    table = np.full((7, 7), np.nan)
    table[:6, :6] = half @ half.T
    noise = 1.0 + 1e-15 * generator.normal(size=table.shape)
    rounded = covariance_on_grid(table)
    assert np.array_equal(rounded, covariance_on_grid(table * noise), equal_nan=True)
    deviation = np.sqrt(np.diagonal(table))
    assert np.nanmax(np.abs(rounded - table) / np.outer(deviation, deviation)) < 1e-10
    assert (np.diagonal(rounded)[:6] > 0.0).all()
