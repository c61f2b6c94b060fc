"""Truncated normal variables against 600 digits, far out in the tails and close to nothing."""

from __future__ import annotations

import math
from collections.abc import Callable
from statistics import NormalDist

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from banzuke.numeric.compiling import compiled
from banzuke.numeric.truncated_normal import (
    learnt_above,
    learnt_between,
    truncated_above,
    truncated_between,
)

leads = (
    st.floats(-1000, 1000)
    | st.floats(-6, 6)
    | st.floats(-9, 0).map(lambda exponent: 10.0**exponent)
)
margins = st.floats(0.01, 30) | st.floats(-9, 0).map(lambda exponent: 10.0**exponent)


# Worked with 600 digits: lead, pull, information.
ABOVE = [
    (-1000, 1000.00099999800001, 0.99999900000599995),
    (-300, 300.003333259263374, 0.99998888962956105),
    (-50, 50.0199840319056398, 0.9996009568131961),
    (-10, 10.098093233962512, 0.990554622174343739),
    (-5.001, 5.18747127610325973, 0.967314388603978314),
    (-5, 5.18650396712584212, 0.967303565382887775),
    (-4.999, 5.18553666897418926, 0.967292737073960086),
    (-2, 2.37321553282284087, 0.885720899585918743),
    (-0.5, 1.14107777036806448, 0.731519592844121054),
    (0, 0.797884560802865356, 0.636619772367581343),
    (1e-06, 0.797883924183201995, 0.636619554353909813),
    (1, 0.287599970939178361, 0.370313714223394599),
    (4, 0.000133834464468575142, 0.000535355769538180159),
    (8, 5.05227108353689543e-15, 4.0418168668295189e-14),
    (20, 5.52094836215976319e-88, 1.10418967243195264e-86),
]

# Lead, margin, pull, information.
BETWEEN = [
    (0, 1, 0.0, 0.708874905227206789),
    (1e-07, 0.5, -9.19410845399188273e-8, 0.919410845399188339),
    (0.0001, 0.0562, -0.0000998947629966337686, 0.998947629966342067),
    (0.3, 0.0562, -0.299684294967986459, 0.998947689746115696),
    (1.5, 0.0562, -1.49842219172539201, 0.998949122845180914),
    (6, 0.0562, -5.99373309404640666, 0.998971118429181971),
    (80, 0.0562, -79.9562909133818847, 0.999845246235149914),
    (1000, 0.0562, -999.944800054202831, 0.999998999893591823),
    (1000, 1e-09, -1000.0, 1.0),
    (-2, 1e-07, 1.99999999999999333, 0.999999999999996667),
    (5, 0.8, -4.41623303396529079, 0.957306632891791536),
    (3.9, 1.0, -3.18982717597890852, 0.927113641289497669),
    (4.1, 1.0, -3.375862212668385, 0.933127714320621948),
    (2, 1.5, -1.13910817856067974, 0.736505102757426886),
    (1.4, 1.5, -0.726817131378423724, 0.634139758706614993),
    (1.6, 1.5, -0.857321035403287868, 0.670609501283068897),
    (1e-06, 3, -2.66630753374855407e-8, 0.026663075337539579),
    (-7, 3, 4.22560714448947107, 0.953327161602577377),
    (40, 30, -10.098093233962512, 0.990554622174343739),
    (-1000, 30, 970.001030925643698, 0.999998937194576275),
    (3, 12, -1.02797735716689148e-18, 9.25179621450202332e-18),
    (0.5, 30, -4.25131835352715275e-190, 1.25413891429074875e-188),
]


@pytest.mark.parametrize(("lead", "pull", "information"), ABOVE)
def test_above(lead: float, pull: float, information: float):
    """Known to be above 0, also where that was as good as impossible."""
    assert truncated_above(lead) == pytest.approx((pull, information), rel=1e-12)


@pytest.mark.parametrize(("lead", "margin", "pull", "information"), BETWEEN)
def test_between(lead: float, margin: float, pull: float, information: float):
    """Known to be close to 0, in each of the ways of reckoning and beside their borders."""
    assert truncated_between(lead, margin) == pytest.approx((pull, information), rel=1e-10)


#: Worked with 700 digits: lead, information, 1 - information, gain.
LEARNT = [
    (-1000.0, 0.99999900000599995, 9.99994000049999482e-7, 0.00199999200005999941),
    (-50.0, 0.9996009568131961, 0.000399043186803899548, 0.0399361912458347868),
    (-5.001, 0.967314388603978314, 0.0326856113960216862, 0.349932018694763862),
    (-2.0, 0.885720899585918743, 0.114279100414081257, 0.601773733651003381),
    (1.0, 0.370313714223394599, 0.629686285776605401, 0.65791368516257296),
]


@pytest.mark.parametrize(("lead", "information", "rest", "gain"), LEARNT)
def test_learnt(lead: float, information: float, rest: float, gain: float):
    """What is learnt keeps its digits where next to everything is known."""
    assert learnt_above(lead) == pytest.approx((information, rest, gain), rel=1e-13)


@given(lead=st.floats(-1e9, 1e9), margin=st.floats(0, 1e9))
def test_learnt_is_what_truncation_tells(lead: float, margin: float):
    """Both add nothing to pull and information but digits; the rest is a share, too."""
    for (pull, known), (share, rest, gain) in (
        (truncated_above(lead), learnt_above(lead)),
        (truncated_between(lead, margin), learnt_between(lead, margin)),
    ):
        assert share == pytest.approx(known, abs=1e-12)
        assert share + rest == pytest.approx(1.0, abs=1e-15)
        assert 0.0 <= rest <= 1.0
        assert gain == pytest.approx(known * lead + pull, abs=1e-12 * (1 + abs(lead)))


@given(lead=st.floats(-4, 4), margin=st.floats(0.3, 3))
def test_by_the_formulas(lead: float, margin: float):
    """Where nothing is tiny, v and w are what the source's formulas give."""
    curve = NormalDist()
    low, high = -margin - lead, margin - lead
    inside = curve.cdf(high) - curve.cdf(low)
    v = (curve.pdf(low) - curve.pdf(high)) / inside
    w = v * v + (high * curve.pdf(high) - low * curve.pdf(low)) / inside
    assert truncated_between(lead, margin) == pytest.approx((v, w), rel=1e-8, abs=1e-10)
    v = curve.pdf(lead) / curve.cdf(lead)
    assert truncated_above(lead) == pytest.approx((v, v * (v + lead)), rel=1e-9)


@given(lead=st.floats(-1e9, 1e9), margin=st.floats(0, 1e9))
def test_never_off_the_numbers(lead: float, margin: float):
    """Whatever is given, the pull is finite and the information a share."""
    for pull, information in (truncated_above(lead), truncated_between(lead, margin)):
        assert math.isfinite(pull)
        assert 0.0 <= information <= 1.0
    assert truncated_between(-lead, margin)[0] == -truncated_between(lead, margin)[0]


def test_no_margin():
    """Without a margin the difference of a draw is known to be 0."""
    assert truncated_between(3.0, 0.0) == (-3.0, 1.0)
    assert truncated_between(0.0, 0.0) == (0.0, 1.0)


@pytest.mark.parametrize(
    ("function", "many"), [(truncated_above, False), (truncated_between, True)]
)
@given(lead=leads, margin=margins)
def test_compiled_has_the_same_bits(
    function: Callable[..., tuple[float, float]], many: bool, lead: float, margin: float
):
    """Compiled, both give the same bits."""
    given_ = (lead, margin) if many else (lead,)
    one, two = np.array(function(*given_)), np.array(compiled(function)(*given_))
    assert one.tobytes() == two.tobytes()
