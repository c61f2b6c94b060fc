"""The new volatility: step 5 of Glicko-2, solved for the root nearest the old one.

With u = volatility², y = u I / (1 + (phi² + u) I) and q = S² u / ((1 + phi² I)(1 + (phi² + u) I)),
where S sums g (s - E) and I = 1/v sums g² E (1 - E) over the period's games, the source's
equation f(x) = 0 reads

    d = tau² h(d),  h = (q (1 - y) - y) / 2,  u = volatility² exp(d).

All its roots lie on the side to which h points at the old volatility (d = 0). To the left there
is one. To the right there is one where S² is at most 1 + 8 / tau² times what was to be expected;
else there can be three, or none below the bound, and the first is sought piece by piece between
the points at which h changes its bend, so that it is not missed. Nothing is divided by I: for a
game whose outcome is certain it is 0.
"""

from __future__ import annotations

import math
from typing import NamedTuple

#: A last step so small that the next would not change the last digit.
_SMALL = 1e-9

#: What the terms that a step of third order leaves out may come to, in logs.
_LEFT = 2e-13


class Equation(NamedTuple):
    """What F(d) = tau² h(d) - d is made of.

    base : the old volatility, squared; a : 1 + phi² I; surprises : S; information : I
    square : tau²
    """

    base: float
    a: float
    surprises: float
    information: float
    square: float


def new_volatility(volatility: float, equation: Equation, highest: float, steps: int) -> float:
    """The volatility after a period: the solution nearest the old one, at most ``highest``.

    steps : the most that are taken, where one is not enough
    """
    square, expected = equation.square, equation.information * equation.a
    if equation.surprises * equation.surprises * square <= (square + 8.0) * expected:
        value, slope, bend, size = pull_at(equation.base, 0.0, equation)
        # A step of third order; 1 / slope as a series, since the slope is nearly -1.
        steep = slope + 1.0
        longer = 1.0 + steep * (1.0 + steep)
        d = value * longer + (0.5 * value * value) * (bend * longer)
        if abs(d) * d * d * size + abs(value * steep) * (steep * steep + abs(value * bend)) > _LEFT:
            low, high = -0.5 * square, 0.0
            if value > 0.0:
                low, high = 0.0, max(2.0 * math.log(highest / volatility), 0.0)
            d = only_root(low, high, d, equation, steps)
    else:
        d = first_root(max(2.0 * math.log(highest / volatility), 0.0), equation, steps)
    return min(volatility * exponential(0.5 * d), highest)


def exponential(x: float) -> float:
    """The exponential, by its series where x is so small that this is as exact."""
    if abs(x) < 1e-3:
        square = x * x
        higher = 1.0 / 24.0 + x * (1.0 / 120.0)
        return (1.0 + x) + square * ((0.5 + x * (1.0 / 6.0)) + square * higher)
    return math.exp(x)


def pull(d: float, equation: Equation) -> tuple[float, float, float, float]:
    """F, its first two derivatives, and the size of those of tau² h."""
    return pull_at(equation.base * math.exp(d), d, equation)


def pull_at(u: float, d: float, equation: Equation) -> tuple[float, float, float, float]:
    """``pull`` where the volatility's square, u = base × exp(d), is known.

    With b = a + u I, y is u I / b, 1 - y is a / b, and q (1 - y) is S² u / b².
    """
    _base, a, surprises, information, square = equation
    per_b = 1.0 / (a + u * information)
    y = u * information * per_b
    rest = a * per_b
    part = surprises * surprises * u * per_b
    gain, loss = 0.5 * square * part * per_b, 0.5 * square * y
    value = gain - loss - d
    slope = gain * (1.0 - 2.0 * y) - rest * loss - 1.0
    bend = gain * (1.0 - 6.0 * y * rest) - rest * loss * (1.0 - 2.0 * y)
    return value, slope, bend, square * (part + y)


def only_root(low: float, high: float, d: float, equation: Equation, steps: int) -> float:
    """The root of F between low, where F >= 0, and high, where F <= 0: Newton, kept inside.

    ``high`` itself, where F is above 0 up to there.
    """
    for _ in range(steps):
        d = min(max(d, low), high)
        value, slope, _bend, _size = pull(d, equation)
        if value > 0.0:
            low = d
        else:
            high = d
        step = -value / slope if slope < 0.0 else math.inf
        certain = abs(step) <= _SMALL and slope < -1e-3
        if not low <= d + step <= high:
            step = 0.5 * (low + high) - d
        d += step
        if certain or abs(step) <= 1e-6 * _SMALL:
            return d
    return d


def first_root(end: float, equation: Equation, steps: int) -> float:
    """The first root of F right of 0, where h(0) > 0; ``end`` where there is none before it."""
    base, a, surprises, information, _square = equation
    # The places where h changes its bend; where the outcome was certain it never does.
    one, two = end, end
    if information > 0.0:
        e = information * a / (surprises * surprises)
        root = math.sqrt(3.0 + e * e)
        one = place_of((3.0 - e - root) / 6.0, base, a, information)
        two = place_of((3.0 - e + root) / 6.0, base, a, information)
    one = min(max(one, 0.0), end)
    two = min(max(two, one), end)
    found = root_of_convex(0.0, one, equation, steps)
    if found < one:
        return found
    value, _slope, _bend, _size = pull(two, equation)
    if value <= 0.0:
        return only_root(one, two, one, equation, steps)
    return root_of_convex(two, end, equation, steps)


def root_of_convex(begin: float, end: float, equation: Equation, steps: int) -> float:
    """The first root of F from ``begin`` on, where F >= 0 and bends upward; ``end`` for none.

    Newton's steps come near it from the left; where F begins to rise there is none.
    """
    d = begin
    for _ in range(steps):
        value, slope, _bend, _size = pull(d, equation)
        if value <= 0.0:
            return d
        if slope >= 0.0 or d - value / slope >= end:
            return end
        d -= value / slope
        if abs(value / slope) <= 1e-3 * _SMALL:
            return d
    return d


def place_of(y: float, base: float, a: float, information: float) -> float:
    """The d at which u I / (a + u I) is y, for y below 1; the lowest number for none."""
    if y <= 0.0:
        return -math.inf
    return math.log(y * a / ((1.0 - y) * information * base))
