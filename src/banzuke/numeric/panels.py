"""Smooth functions on a line, held as their values at points: their integrals, and shifts of them.

The line is cut into panels, narrow where a function is steep. In each of them a function is the
polynomial through its values at Chebyshev's points; that is what is integrated, and read between
the points. Sums are exact, so that they are the same on any version of Python.
"""

from __future__ import annotations

import math
from bisect import bisect_right
from collections.abc import Sequence
from functools import cache
from itertools import accumulate, pairwise
from operator import mul
from typing import NamedTuple

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

    bounds : where panels begin, and where the last one ends; rising
    places : where the points are, ``POINTS`` to a panel; rising
    weights : how much of the line each point stands for; they add up to its length
    """

    bounds: list[float]
    places: list[float]
    weights: list[float]


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
    places, weights = [], []
    for begin, after in pairwise(bounds):
        half = 0.5 * (after - begin)
        places += [begin + half * (1.0 + place) for place in _PLACES]
        weights += [half * weight for weight in _integrals()[1]]
    return Panels(bounds, places, weights)


def integrals_from(panels: Panels, values: Sequence[float], *, above: bool) -> list[float]:
    """The integral from each place to the end of the line, or else from its begin to each place."""
    whole = list(map(mul, panels.weights, values))
    sums = [math.fsum(whole[at : at + POINTS]) for at in range(0, len(whole), POINTS)]
    if above:
        others = list(accumulate(reversed(sums), initial=0.0))[-2::-1]
    else:
        others = list(accumulate(sums, initial=0.0))[:-1]
    found = []
    for number, rest in enumerate(others):
        half = 0.5 * (panels.bounds[number + 1] - panels.bounds[number])
        part = values[number * POINTS : (number + 1) * POINTS]
        if not any(part):
            found += [rest] * POINTS
            continue
        rows = _integrals()[0]
        if above:
            # From the place to the end is from the begin to the place, seen in a mirror.
            part = part[::-1]
            rows = rows[::-1]
        found += [rest + half * math.fsum(map(mul, row, part)) for row in rows]
    return found


@cache
def _integrals() -> tuple[list[list[float]], list[float]]:
    """(weights of the integral from -1 up to each of a panel's places, to 1), of all places."""
    rows = [_up_to(place) for place in _PLACES]
    return rows, _up_to(1.0)


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
    found = []
    for angle in _ANGLES:
        waves = [(-1.0) ** k * math.cos(k * angle) for k in range(POINTS)]
        terms = list(map(mul, parts, waves))
        found.append((2.0 * math.fsum(terms) - terms[0]) / POINTS)
    return found


class Shift(NamedTuple):
    """How a function is read at all places, each moved by one distance.

    panels : in which panel each comes to lie; -1 before the line, their number behind it
    shares : what each value of that panel counts
    """

    panels: list[int]
    shares: list[list[float]]


def shift_of(panels: Panels, distance: float) -> Shift:
    """All places moved by a distance."""
    numbers, shares = [], []
    for place in panels.places:
        at = place + distance
        number = bisect_right(panels.bounds, at) - 1
        inside = 0 <= number < len(panels.bounds) - 1
        numbers.append(number)
        shares.append(_shares(panels, number, at) if inside else [])
    return Shift(numbers, shares)


def _shares(panels: Panels, number: int, at: float) -> list[float]:
    """What each value of a panel counts at a place in it."""
    places = panels.places[number * POINTS : (number + 1) * POINTS]
    if at in places:
        return [1.0 if at == place else 0.0 for place in places]
    parts = [share / (at - place) for share, place in zip(_SHARES, places, strict=True)]
    total = math.fsum(parts)
    return [part / total for part in parts]


def shifted(
    panels: Panels, values: Sequence[float], shift: Shift, ends: tuple[float, float]
) -> list[float]:
    """A function at the moved places; ends : its value before the line, and behind it."""
    found = []
    for number, shares in zip(shift.panels, shift.shares, strict=True):
        if shares:
            part = values[number * POINTS : (number + 1) * POINTS]
            found.append(math.fsum(map(mul, shares, part)))
        else:
            found.append(ends[0] if number < 0 else ends[1])
    return found
