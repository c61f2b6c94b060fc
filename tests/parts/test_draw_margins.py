"""The draw margin from how often equals draw."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from banzuke.parts.draw_margins import draw_margin

SPREAD = 25 / 6 * math.sqrt(2)


@pytest.mark.parametrize(
    ("draws", "margin"),
    [
        (0.05, 0.36950323258338),
        (0.10, 0.74046658745215),
        (0.20, 1.49286212184410),
        (0.25, 1.8776004584348),
        (0.33, 2.5111012177809),
        (0.50, 3.97446896837058),
    ],
)
def test_known_margins(draws: float, margin: float):
    """Margins of two players whose performances vary by 25/6, worked with 50 digits."""
    assert draw_margin(draws, SPREAD) == pytest.approx(margin, rel=1e-12)


@given(one=st.floats(0, 0.999), two=st.floats(0, 0.999))
def test_it_rises_from_nothing(one: float, two: float):
    """More draws, a wider margin; no draws, none."""
    assert draw_margin(0.0, SPREAD) == 0.0
    assert draw_margin(min(one, two), SPREAD) <= draw_margin(max(one, two), SPREAD)
    if one < two - 1e-6:
        assert draw_margin(one, SPREAD) < draw_margin(two, SPREAD)
