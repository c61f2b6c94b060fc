"""Exact numbers and how they are shown."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from banzuke.scoring.exact import exact, half_up, shown


@pytest.mark.parametrize(
    ("value", "text"),
    [
        ("1/2", "0.5"),
        ("100/3", "33.333"),
        ("-1/3", "-0.333"),
        ("12", "12"),
        ("120", "120"),
        ("-1/10000", "0"),
        ("0", "0"),
        ("31/1000", "0.031"),
    ],
)
def test_shown(value, text):
    """Numbers are shown without idle zeros."""
    assert shown(Fraction(value)) == text


def test_no_value_is_shown_as_nothing():
    """What has no value is an empty cell, and without decimals numbers are whole."""
    assert shown(None) == ""
    assert shown(Fraction(7, 2), 0) == "4"


@given(st.decimals(-1000, 1000, places=4))
def test_decimals_are_exact(number):
    """A decimal number is itself, not the nearest binary one."""
    assert exact(float(number)) == Fraction(number)


@pytest.mark.parametrize(
    ("value", "places", "expected"),
    [("5/2", 0, "3"), ("-5/2", 0, "-3"), ("1/8", 2, "13/100"), ("75/4", 0, "19")],
)
def test_half_up(value, places, expected):
    """Halves go away from zero."""
    assert half_up(Fraction(value), places) == Fraction(expected)
