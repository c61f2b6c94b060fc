"""The inverse of the normal curve against another one, and against the curve itself."""

from __future__ import annotations

import math
from statistics import NormalDist

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from banzuke.numeric.compiling import compiled
from banzuke.numeric.normal import normal_quantile

chances = st.floats(1e-300, 1 - 1e-16, exclude_max=True) | st.floats(-300, -0.001).map(
    lambda exponent: 10.0**exponent
)


@given(chance=chances)
def test_against_the_library(chance: float):
    """Python's own inverse, by another program, agrees to 14 digits."""
    wanted = NormalDist().inv_cdf(chance)
    assert normal_quantile(chance) == pytest.approx(wanted, rel=1e-14, abs=1e-14)


@given(chance=chances)
def test_against_the_curve(chance: float):
    """A normal variable lies below the value with the chance from which one came."""
    value = normal_quantile(chance)
    assert 0.5 * math.erfc(-value / math.sqrt(2)) == pytest.approx(chance, rel=1e-11)


@given(chance=chances)
def test_compiled_has_the_same_bits(chance: float):
    """Compiled, it gives the same bits."""
    one, two = np.array([normal_quantile(chance)]), np.array([compiled(normal_quantile)(chance)])
    assert one.tobytes() == two.tobytes()


def test_known_values():
    """The median, and the quantiles that every table of the normal curve has."""
    assert normal_quantile(0.5) == 0.0
    assert normal_quantile(0.975) == pytest.approx(1.959963984540054, abs=1e-15)
    assert normal_quantile(0.005) == pytest.approx(-2.5758293035489004, abs=1e-15)
    assert normal_quantile(1e-10) == pytest.approx(-6.361340902404056, abs=1e-14)
