"""The chances of all places of a game of three to five sides.

Performances come in an order; sides next to each other in it share a place if the gap is no
larger than their draw margin. The middle one's performance is integrated over; given that, those
above and those below are independent of each other, and what the one or two above or below do is
an integral of its own, worked out once for all orders in which it occurs.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise, permutations, product
from typing import NamedTuple

import numpy as np

from banzuke.numeric.normal import ROOT_2
from banzuke.numeric.panels import (
    Floats,
    Panels,
    Shift,
    Spot,
    integrals_from,
    panels_of,
    shift_of,
    shifted,
)

ROOT_2_PI = 2.5066282746310002

#: So many deviations from its mean no performance is.
_REACH = 7.0
#: Panels are so many deviations wide.
_WIDTH = 2.8
#: No deviation is taken as less, of the widest.
_LEAST = 1e-6


class Performer(NamedTuple):
    """A side: mean and deviation of its performance, points, and how many players it has."""

    mean: float
    deviation: float
    players: float


class Next(NamedTuple):
    """Who is next beyond a performance, and who is next beyond that one; numbers of performers.

    far : -1 for nobody; tied, far_tied : whether it shares the place of who is before it
    """

    near: int
    tied: bool
    far: int = -1
    far_tied: bool = False


class Orders:
    """The chances of orders of some performers, whatever of them is worked out already."""

    def __init__(self, performers: Sequence[Performer], margin: float) -> None:
        """Performers in an order of their own; margin : the draw margin of one player, points."""
        least = _LEAST * max(one.deviation for one in performers)
        self.performers = [one._replace(deviation=max(one.deviation, least)) for one in performers]
        self.margin = margin
        self.panels = self._panels()
        self._densities = [self._density(one) for one in self.performers]
        self._beyond: dict[tuple[Next, float, bool], Floats] = {}
        self._apart: dict[tuple[int, int, bool, bool, float], tuple[Floats, Floats]] = {}
        self._shifts: dict[float, Shift] = {}
        self._middles: dict[tuple[int, Next], Floats] = {}
        self._any_gaps: dict[tuple[int, int, bool, bool], Floats] = {}
        self._lone: dict[tuple[int, float, bool, bool], Floats] = {}

    def chance(self, order: Sequence[int], ties: Sequence[bool]) -> float:
        """The chance of one order; ties : of each but the first, whether it shares a place."""
        middle = len(order) // 2
        above = Next(order[middle - 1], ties[middle - 1])
        if middle == 2:
            above = Next(order[1], ties[1], order[0], ties[0])
        below = Next(order[middle + 1], ties[middle])
        if len(order) == 5:
            below = Next(order[3], ties[2], order[4], ties[3])
        found = self._middles.get((order[middle], above))
        if found is None:
            upper = self._chances(order[middle], above, upward=True)
            found = self.panels.weights * self._densities[order[middle]] * upper
            self._middles[order[middle], above] = found
        lower = self._chances(order[middle], below, upward=False)
        return max(float((found * lower).sum()), 0.0)

    def _panels(self) -> Panels:
        """The line of performances, fine enough for each of them wherever gaps move it."""
        gaps = 2.0 * self.margin * math.sqrt(2.0 * max(one.players for one in self.performers))
        return panels_of(
            [
                Spot(mean - _REACH * deviation - gaps, mean + _REACH * deviation + gaps, deviation)
                for mean, deviation, _ in self.performers
            ],
            _WIDTH,
        )

    def _density(self, one: Performer) -> Floats:
        """How likely each performance is of one, a point."""
        scale = 1.0 / (ROOT_2_PI * one.deviation)
        away = (self.panels.places - one.mean) / one.deviation
        return scale * each(math.exp, -0.5 * away * away)

    def _chances(self, middle: int, other: Next, *, upward: bool) -> Floats:
        """The chance that others come next beyond each performance of the middle one."""
        margin = self._margin(middle, other.near)
        key = other, margin, upward
        found = self._beyond.get(key)
        if found is None:
            if other.far < 0:
                found = self._alone(other.near, margin, tied=other.tied, upward=upward)
            else:
                found = self._two(other, margin, upward=upward)
            self._beyond[key] = found
        return found

    def _alone(self, one: int, margin: float, *, tied: bool, upward: bool) -> Floats:
        """The chance that one is beyond each performance, within the margin or by more."""
        key = one, margin, tied, upward
        if key in self._lone:
            return self._lone[key]
        mean, deviation, _ = self.performers[one]
        scale = 1.0 / (deviation * ROOT_2)
        away = (self.panels.places - mean) * (scale if upward else -scale)
        gap = margin * scale
        if tied:
            # Of two chances near 1 the difference is that of those to be on the other side.
            behind = away < 0.0
            low, high = np.where(behind, -(away + gap), away), np.where(behind, -away, away + gap)
            found = 0.5 * (each(math.erfc, low) - each(math.erfc, high))
        else:
            found = 0.5 * each(math.erfc, away + gap)
        self._lone[key] = found
        return found

    def _two(self, other: Next, margin: float, *, upward: bool) -> Floats:
        """The chance that two are beyond each performance, one behind the other."""
        key = other.near, other.far, other.far_tied, upward, margin
        if key not in self._apart:
            self._apart[key] = self._any_gap_and_due(other, margin, upward=upward)
        any_gap, due = self._apart[key]
        return any_gap - due if other.tied else due

    def _any_gap_and_due(
        self, other: Next, margin: float, *, upward: bool
    ) -> tuple[Floats, Floats]:
        """The same where the nearer one is beyond by whatever gap, and by more than the margin."""
        key = other.near, other.far, other.far_tied, upward
        if key not in self._any_gaps:
            gap = self._margin(other.near, other.far)
            far = self._alone(other.far, gap, tied=other.far_tied, upward=upward)
            values = self._densities[other.near] * far
            self._any_gaps[key] = integrals_from(self.panels, values, above=upward)
        any_gap = self._any_gaps[key]
        if margin == 0.0:
            return any_gap, any_gap
        distance = margin if upward else -margin
        if distance not in self._shifts:
            self._shifts[distance] = shift_of(self.panels, distance)
        return any_gap, shifted(any_gap, self._shifts[distance], (0.0, 0.0))

    def _margin(self, one: int, two: int) -> float:
        """The draw margin of two, points."""
        return self.margin * math.sqrt(self.performers[one].players + self.performers[two].players)


def each(function: Callable[[float], float], values: Floats) -> Floats:
    """A function of every value, by the maths of Python, which is the same everywhere."""
    return np.fromiter(map(function, values.tolist()), dtype=np.float64, count=len(values))


def orders_of(places: Sequence[int]) -> Iterator[tuple[list[int], list[bool]]]:
    """All orders in which sides with these places can come, and who shares a place in them."""
    ranking = sorted(range(len(places)), key=places.__getitem__)
    groups = [[one for one in ranking if places[one] == place] for place in sorted(set(places))]
    ties = [places[one] == places[two] for one, two in pairwise(ranking)]
    for chosen in product(*map(permutations, groups)):
        yield [one for group in chosen for one in group], ties


def chances_of_places(
    performers: Sequence[Performer], margin: float, ways: Sequence[Sequence[int]]
) -> list[float]:
    """How likely each way is that a game of three to five sides ends, in [0, 1].

    ways : the place of each performer; what is listed where moves no bit
    """
    listed = sorted(range(len(performers)), key=performers.__getitem__)
    orders = Orders([performers[at] for at in listed], margin)
    found = []
    for way in ways:
        places = [way[at] for at in listed]
        found.append(min(math.fsum(orders.chance(*one) for one in orders_of(places)), 1.0))
    return found
