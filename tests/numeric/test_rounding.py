"""Rounding is of the decimal number that is meant."""

from __future__ import annotations

from decimal import ROUND_DOWN, ROUND_HALF_EVEN, ROUND_HALF_UP, Decimal

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from banzuke.numeric.rounding import rounded, written

MODES = {"half_away": ROUND_HALF_UP, "half_even": ROUND_HALF_EVEN, "down": ROUND_DOWN}


def one(value: float, decimals: int, rounding: str, **options: bool) -> str:
    """One value, rounded and written."""
    return written(np.array([value]), decimals, rounding, **options)[0]


@pytest.mark.parametrize(
    ("value", "away", "even", "down"),
    [
        (0.5, "1", "0", "0"),
        (1.5, "2", "2", "1"),
        (2.5, "3", "2", "2"),
        (-0.5, "-1", "0", "0"),
        (-2.5, "-3", "-2", "-2"),
        (-0.4, "0", "0", "0"),
        (1.4999, "1", "1", "1"),
        (52.5 - 1e-12, "53", "52", "52"),
        (2.9999999999, "3", "3", "3"),
        (1e15 + 0.5, "1000000000000001", "1000000000000000", "1000000000000000"),
    ],
)
def test_halves(value, away, even, down):
    """Halves go where they are told to, and what is a half but for noise is one."""
    assert [one(value, 0, mode) for mode in MODES] == [away, even, down]


@pytest.mark.parametrize(
    ("value", "text"),
    [(90.625, "90.63"), (1.005, "1.01"), (2.675, "2.68"), (0.285, "0.29"), (-1.005, "-1.01")],
)
def test_the_decimal_number_is_meant(value, text):
    """1.005 is rounded as such, though no float is exactly that."""
    assert one(value, 2, "half_away") == text


@pytest.mark.parametrize(("value", "text"), [(3.2, "+3"), (-3.2, "-3"), (0.2, "0"), (-0.2, "0")])
def test_signs(value, text):
    """A plus before what is above zero, none before zero."""
    assert one(value, 0, "half_away", signed=True) == text


@given(
    value=st.floats(-1e7, 1e7),
    decimals=st.integers(0, 4),
    mode=st.sampled_from(sorted(MODES)),
)
def test_against_decimals(value, decimals, mode):
    """Away from halves and steps, what Decimal gives."""
    exact = Decimal(value).scaleb(decimals)
    distance = abs(exact * 2 - (exact * 2).to_integral_value())
    assume(distance > Decimal("1e-5"))
    wanted = exact.to_integral_value(MODES[mode]).scaleb(-decimals)
    assert Decimal(one(value, decimals, mode)) == wanted
    assert rounded(np.array([value]), decimals, mode)[0] == float(wanted)


@given(
    st.lists(st.floats(-1e6, 1e6), max_size=20), st.integers(0, 12), st.sampled_from(sorted(MODES))
)
def test_rounded_stays_rounded(values, decimals, mode):
    """Rounding twice is rounding once; the order is kept; nothing moves by a whole step."""
    once = rounded(np.array(values), decimals, mode)
    assert rounded(once, decimals, mode).tolist() == once.tolist()
    order = np.argsort(values)
    assert (np.diff(once[order]) >= 0).all()
    assert (np.abs(once - values) <= 10.0**-decimals * (1 + 1e-6) + 1e-9).all()
