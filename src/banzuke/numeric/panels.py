"""Smooth functions on a line, held as their values at points: their integrals, and shifts of them.

The line is cut into panels, narrow where a function is steep. In each of them a function is the
polynomial through its values at Chebyshev's points; that is what is integrated, and read between
the points. What is added up is added in one order, whatever the machine.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]

#: Points of a panel.
POINTS = 20

_ANGLES = [math.pi * (at + 0.5) / POINTS for at in range(POINTS)]
#: From -1 to 1.
_PLACES = [-math.cos(angle) for angle in _ANGLES]
#: Weights of the polynomial through values at these places, by which it is read elsewhere.
_SHARES = [(-1.0) ** at * math.sin(angle) for at, angle in enumerate(_ANGLES)]


class Spot(NamedTuple):
    """A part of the line where functions are as steep as a normal curve of a deviation."""

    low: float
    high: float
    deviation: float


class Panels(NamedTuple):
    """The line as it is cut.

    Each an array of float64. bounds : where panels begin, and where the last one ends; rising
    places : where the points are, ``POINTS`` to a panel; rising
    weights : how much of the line each point stands for; they add up to its length
    """

    bounds: Floats
    places: Floats
    weights: Floats


def panels_of(spots: Sequence[Spot], width: float) -> Panels:
    """The line that the spots cover, in panels of ``width`` of their deviations at most."""
    end = max(spot.high for spot in spots)
    steep_last = sorted(spots, key=lambda spot: -spot.deviation)
    bounds = [min(spot.low for spot in spots)]
    while bounds[-1] < end:
        begin, reach = bounds[-1], end - bounds[-1]
        for spot in steep_last:
            if spot.high > begin and spot.low < begin + reach:
                reach = min(reach, max(width * spot.deviation, spot.low - begin))
        # What rounding would leave for a last panel is part of the one before it.
        after = begin + reach if (1.0 + 1e-9) * reach < end - begin else end
        # A step too small for the numbers here still goes on.
        bounds.append(max(after, math.nextafter(begin, math.inf)))
    edges = np.array(bounds)
    half = 0.5 * np.diff(edges)[:, None]
    places = edges[:-1, None] + half * (1.0 + np.array(_PLACES))
    return Panels(edges, places.ravel(), (half * _integrals()[1]).ravel())


def integrals_from(panels: Panels, values: Floats, *, above: bool) -> Floats:
    """The integral from each place to the end of the line, or else from its begin to each place."""
    parts = values.reshape(-1, POINTS)
    sums = (panels.weights * values).reshape(-1, POINTS).T.copy().sum(axis=0)
    rows = _integrals()[0]
    if above:
        # From the place to the end is from the begin to the place, seen in a mirror.
        sums, parts = sums[::-1], parts[:, ::-1]
        rows = rows[::-1]
    others = np.concatenate([[0.0], np.cumsum(sums)[:-1]])
    if above:
        others = others[::-1]
    half = 0.5 * np.diff(panels.bounds)[:, None]
    # Added up along the first axis, where NumPy adds one after the other.
    inside = (parts.T[:, :, None] * rows.T[:, None, :]).sum(axis=0)
    found: Floats = (others[:, None] + half * inside).ravel()
    return found


@cache
def _integrals() -> tuple[Floats, Floats]:
    """(weights of the integral from -1 up to each of a panel's places, to 1), of all places."""
    rows = [_up_to(place) for place in _PLACES]
    return np.array(rows), np.array(_up_to(1.0))


def _up_to(place: float) -> list[float]:
    """What each value at ``_PLACES`` counts in the integral from -1 to ``place``."""
    wave = [math.cos(k * math.acos(max(-1.0, min(place, 1.0)))) for k in range(POINTS + 1)]
    # The integrals of Chebyshev's polynomials from -1, where that of number k is (-1)^k.
    parts = [place + 1.0, 0.5 * (place * place - 1.0)]
    for k in range(2, POINTS):
        sign = -1.0 if k % 2 else 1.0
        upper = (wave[k + 1] + sign) / (k + 1)
        lower = (wave[k - 1] + sign) / (k - 1)
        parts.append(0.5 * (upper - lower))
    found: list[float] = []
    for angle in _ANGLES:
        waves = [(-1.0) ** k * math.cos(k * angle) for k in range(POINTS)]
        terms = [part * one for part, one in zip(parts, waves, strict=True)]
        found.append((2.0 * math.fsum(terms) - terms[0]) / POINTS)
    return found


class Shift(NamedTuple):
    """How a function is read at all places, each moved by one distance; n places.

    before, behind : bool[n], which places come to lie before the line, and which behind it
    points : int64[``POINTS``, n], the points of the panel in which each comes to lie
    shares : float64[``POINTS``, n], what the value at each of these counts
    """

    before: NDArray[np.bool_]
    behind: NDArray[np.bool_]
    points: NDArray[np.int64]
    shares: Floats


def shift_of(panels: Panels, distance: float) -> Shift:
    """All places moved by a distance."""
    at = panels.places + distance
    last = len(panels.bounds) - 2
    number = np.searchsorted(panels.bounds, at, side="right") - 1
    points = np.clip(number, 0, last) * POINTS + np.arange(POINTS)[:, None]
    inside = (number >= 0) & (number <= last)
    # At a point itself only its own value counts; beyond the line none does.
    away = np.where(inside, at - panels.places[points], 1.0)
    hit = away == 0.0
    parts = np.array(_SHARES)[:, None] / np.where(hit, 1.0, away)
    shares = parts / np.where(inside, parts.sum(axis=0), 1.0)
    return Shift(number < 0, number > last, points, np.where(hit.any(axis=0), hit, shares))


def shifted(values: Floats, shift: Shift, ends: tuple[float, float]) -> Floats:
    """A function at the moved places; ends : its value before the line, and behind it."""
    inside = (values[shift.points] * shift.shares).sum(axis=0)
    found: Floats = np.where(shift.before, ends[0], np.where(shift.behind, ends[1], inside))
    return found
