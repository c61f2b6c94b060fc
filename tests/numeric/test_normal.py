"""The normal curve, its tails and its inverse against other programs, and one against the other."""

from __future__ import annotations

import math
from statistics import NormalDist

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from banzuke.numeric.compiling import compiled
from banzuke.numeric.normal import (
    log_normal_chance,
    normal_chance,
    normal_pull,
    normal_quantile,
)

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


# Worked with 60 digits: value, logarithm of the chance, density over chance.
TAILS = [
    (8.0, -6.2209605742717860585e-16, 5.0522710835368954309e-15),
    (1.0, -0.17275377902344988953, 0.28759997093917836123),
    (0.0, -0.69314718055994530942, 0.79788456080286535588),
    (-1.0, -1.8410216450092635058, 1.5251352761609812091),
    (-4.999, -15.059812373671576348, 5.1855366689741892565),
    (-5.0, -15.064998393988725736, 5.1865039671258421156),
    (-5.001, -15.070185381609440084, 5.1874712761032597325),
    (-10.0, -53.231285150512470578, 10.098093233962511963),
    (-40.0, -804.60844201375378817, 40.024968847207263723),
    (-200.0, -20006.217280898190402, 200.00499975003124422),
    (-1e6, -500000000014.73444909, 1000000.000001),
]


@pytest.mark.parametrize(("value", "logarithm", "pull"), TAILS)
def test_tails(value: float, logarithm: float, pull: float):
    """Logarithm and slope hold their digits where the chance itself is nothing."""
    assert log_normal_chance(value) == pytest.approx(logarithm, rel=1e-14)
    assert normal_pull(value) == pytest.approx(pull, rel=1e-14)


@given(value=st.floats(-1e6, 1e6))
def test_curve(value: float):
    """Chances of opposite values make 1; logarithm and slope are never off the numbers."""
    assert normal_chance(value) + normal_chance(-value) == 1.0
    assert -math.inf < log_normal_chance(value) <= 0.0
    assert 0.0 <= normal_pull(value) < math.inf
    if -30 < value < 3:
        assert log_normal_chance(value) == pytest.approx(math.log(normal_chance(value)), rel=1e-11)


@given(value=st.floats(-1e6, 1e6))
def test_curve_compiled_has_the_same_bits(value: float):
    """Compiled, all three give the same bits."""
    for function in (normal_chance, log_normal_chance, normal_pull):
        one, two = np.array([function(value)]), np.array([compiled(function)(value)])
        assert one.tobytes() == two.tobytes()
