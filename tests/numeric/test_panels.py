"""Functions on panels: integrals up to each point and values between points, against the exact."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from banzuke.numeric.panels import (
    POINTS,
    Spot,
    integrals_from,
    panels_of,
    shift_of,
    shifted,
)

curves = st.tuples(st.floats(-1e4, 1e4), st.floats(0.01, 1e4))


def spot(mean: float, deviation: float) -> Spot:
    """Where a normal curve is."""
    return Spot(mean - 8 * deviation, mean + 8 * deviation, deviation)


def below(place: float, mean: float, deviation: float) -> float:
    """The chance of a normal variable to be below a place."""
    return 0.5 * math.erfc((mean - place) / (deviation * math.sqrt(2)))


@given(one=curves, other=curves, distance=st.floats(-3, 3))
def test_a_normal_curve_beside_another(one, other, distance):
    """Both integrals of a curve, also where they are read elsewhere, are chances, to 9 digits."""
    mean, deviation = one
    panels = panels_of([spot(*one), spot(*other)], 2.8)
    away = (panels.places - mean) / deviation
    values = np.exp(-0.5 * away**2) / (deviation * math.sqrt(2 * math.pi))
    up = integrals_from(panels, values, above=False)
    down = integrals_from(panels, values, above=True)
    move = distance * deviation
    moved = shifted(up, shift_of(panels, move), (0.0, 1.0))
    for at, place in enumerate(panels.places):
        assert up[at] == pytest.approx(below(place, *one), abs=1e-9)
        assert down[at] == pytest.approx(1 - below(place, *one), abs=1e-9)
        assert moved[at] == pytest.approx(below(place + move, *one), abs=1e-9)


@given(every=st.lists(curves, min_size=1, max_size=5))
def test_how_the_line_is_cut(every):
    """Panels follow each other from end to end, no wider than the narrowest curve there allows."""
    spots = [spot(*one) for one in every]
    panels = panels_of(spots, 2.0)
    assert panels.bounds[0] == min(one.low for one in spots)
    assert panels.bounds[-1] == max(one.high for one in spots)
    assert (np.diff(panels.places) > 0.0).all()
    length = panels.bounds[-1] - panels.bounds[0]
    assert math.fsum(panels.weights) == pytest.approx(length, rel=1e-12)
    for number, (begin, end) in enumerate(zip(panels.bounds, panels.bounds[1:], strict=False)):
        assert begin < panels.places[number * POINTS] < end
        for one in spots:
            if one.high > begin and one.low < end - 1e-9 * (abs(begin) + abs(end)):
                assert end - begin <= 2.0 * one.deviation * (1 + 1e-9)


def test_no_distance_is_no_change():
    """Read where it stands, a function has its own values, to the bit."""
    panels = panels_of([spot(0.0, 1.0)], 2.0)
    values = np.sin(panels.places)
    again = shifted(values, shift_of(panels, 0.0), (0.0, 0.0))
    assert again.tolist() == values.tolist()


def test_beyond_the_line():
    """Before and behind the line a function has the values that are given for it."""
    panels = panels_of([spot(0.0, 1.0)], 4.0)
    values = np.ones(len(panels.places))
    assert set(shifted(values, shift_of(panels, 100.0), (2.0, 3.0))) == {3.0}
    assert set(shifted(values, shift_of(panels, -100.0), (2.0, 3.0))) == {2.0}
