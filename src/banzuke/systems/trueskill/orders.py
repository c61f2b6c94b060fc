"""The chance that the performances of up to five sides come in one order, with these gaps.

Sides next to each other in that order share a place if the gap is no larger than their draw
margin. The middle one's performance is integrated over; given that, those above and those below
are independent of each other.
"""

from __future__ import annotations

import math
from typing import Any

from banzuke.model.log import Log
from banzuke.parts.deviations import NEVER
from banzuke.systems.trueskill.sides import margin_of, side_end, side_performance

ROOT_2 = 1.4142135623730951
ROOT_2_PI = 2.5066282746310002

#: Mean, deviation, players and place of a side.
Performer = tuple[float, float, float, float]

#: Further away than any performance.
FAR = 1e300

#: So many deviations from its mean no performance is.
_REACH = 6.8
_MOST_STEPS = 400
#: A step of the quadrature, in the smallest deviation.
_STEP = 0.45

#: Gauss and Legendre's places in (0, 1) and weights, of 8 and of 32 on both sides of 0.
_FEW = (
    (0.18343464249564978, 0.362683783378362),
    (0.525532409916329, 0.31370664587788727),
    (0.7966664774136267, 0.22238103445337448),
    (0.9602898564975363, 0.10122853629037626),
)
_MANY = (
    (0.048307665687738324, 0.09654008851472766),
    (0.1444719615827965, 0.09563872007927471),
    (0.23928736225213706, 0.09384439908080451),
    (0.33186860228212767, 0.09117387869576378),
    (0.42135127613063533, 0.08765209300440378),
    (0.5068999089322294, 0.08331192422694671),
    (0.5877157572407623, 0.07819389578707023),
    (0.6630442669302152, 0.07234579410884834),
    (0.7321821187402897, 0.06582222277636168),
    (0.7944837959679424, 0.058684093478535565),
    (0.84936761373257, 0.05099805926237609),
    (0.8963211557660521, 0.042835898022226836),
    (0.9349060759377397, 0.034273862913021765),
    (0.9647622555875064, 0.025392065309262024),
    (0.9856115115452684, 0.016274394730905743),
    (0.9972638618494816, 0.007018610009470506),
)


def orders_of(log: Log, begin: int, end: int) -> int:
    """In how many orders the sides of a game can come, given its places."""
    count = 1
    for position in range(log.side[end - 1] + 1):
        count *= last_beside(log, begin, end, position) - position + 1
    return count


def order_of(log: Log, begin: int, end: int, number: int) -> tuple[int, int, int, int, int, int]:
    """One of these orders: (first entry of the first side, …); -1 for none, the entry after all."""
    one, number, taken = pick(log, begin, end, 0, number, 0)
    two, number, taken = pick(log, begin, end, 1, number, taken)
    three, number, taken = pick(log, begin, end, 2, number, taken)
    four = five = -1
    if log.side[end - 1] > 2:
        four, number, taken = pick(log, begin, end, 3, number, taken)
    if log.side[end - 1] > 3:
        five, number, taken = pick(log, begin, end, 4, number, taken)
    return one, two, three, four, five, end


def pick(
    log: Log, begin: int, end: int, position: int, number: int, taken: int
) -> tuple[int, int, int]:
    """(first entry of the side in a position of the order, what is left of number, who is taken).

    taken : one bit a side
    """
    free = last_beside(log, begin, end, position) - position + 1
    place = place_at(log, begin, end, position)
    skip = number % free
    chosen = -1
    for entry in range(begin, end):
        side = log.side[entry]
        if chosen < 0 and log.place[entry] == place:
            is_first = entry == begin or log.side[entry - 1] != side
            if is_first and (taken >> side) & 1 == 0:
                if skip == 0:
                    chosen = entry
                skip -= 1
    return chosen, number // free, taken | (1 << log.side[chosen])


def place_at(log: Log, begin: int, end: int, side: int) -> int:
    """The place of a side by its number."""
    for entry in range(begin, end):
        if log.side[entry] == side:
            return log.place[entry]
    return 0


def last_beside(log: Log, begin: int, end: int, side: int) -> int:
    """The last side that has the place of a side."""
    place = place_at(log, begin, end, side)
    last = side
    for entry in range(begin, end):
        if log.place[entry] == place:
            last = max(last, log.side[entry])
    return last


def chance_of_order(
    state: Any, log: Log, rules: Any, order: tuple[int, int, int, int, int, int]
) -> float:
    """The chance of one order of three to five sides; ``order`` is as ``order_of`` gives it."""
    one, two, three, four, five, end = order
    a = performer(state, log, rules, one, end)
    b = performer(state, log, rules, two, end)
    c = performer(state, log, rules, three, end)
    nobody = (0.0, -1.0, 0.0, 0.0)
    if four < 0:
        return chance_around(rules, b, (a, nobody), (c, nobody))
    d = performer(state, log, rules, four, end)
    if five < 0:
        return chance_around(rules, c, (b, a), (d, nobody))
    e = performer(state, log, rules, five, end)
    return chance_around(rules, c, (b, a), (d, e))


def performer(state: Any, log: Log, rules: Any, head: int, end: int) -> Performer:
    """(mean, deviation, players, place) of the performance of the side from entry ``head``."""
    after = side_end(log, head, end)
    mean, variance = side_performance(state, log, rules, head, after, NEVER)
    return mean, math.sqrt(variance), 1.0 * (after - head), 1.0 * log.place[head]


def chance_around(
    rules: Any,
    middle: Performer,
    above: tuple[Performer, Performer],
    below: tuple[Performer, Performer],
) -> float:
    """The chance of an order of a middle one, the two above it and the two below it.

    above, below : the nearer one first; the further one has the deviation -1 if there is none
    """
    mean, spread, _, _ = middle
    narrow = spread
    for near, far in (above, below):
        narrow = min(narrow, near[1])
        if far[1] > 0.0:
            narrow = min(narrow, far[1])
    reach = _REACH * spread
    step = max(_STEP * narrow, 2.0 * reach / _MOST_STEPS)
    total = 0.0
    for number in range(int(2.0 * reach / step) + 1):
        away = number * step - reach
        density = math.exp(-0.5 * (away / spread) * (away / spread))
        upper = beyond(rules, mean + away, middle, above, 1.0)
        if upper > 0.0:
            total += density * upper * beyond(rules, mean + away, middle, below, -1.0)
    return total * step / (ROOT_2_PI * spread)


def beyond(
    rules: Any, value: float, middle: Performer, pair: tuple[Performer, Performer], upward: float
) -> float:
    """The chance that one side, or two, come next beyond a performance, with the gaps due.

    value : the performance of the middle one; upward : 1 if they are above it, -1 if below
    """
    near, far = pair
    low, high = gap(rules, middle, near)
    lead = upward * (near[0] - value)
    if far[1] < 0.0:
        return within_reach(lead, near[1], low, high)
    far_low, far_high = gap(rules, near, far)
    further = upward * (far[0] - value)
    low = max(low, lead - _REACH * near[1])
    high = min(high, lead + _REACH * near[1], further - far_low + _REACH * far[1])
    certain = 0.0
    first = further - far_high - _REACH * far[1]
    if far_high == FAR:
        # Where the nearer one is so low that the further one is sure to be above it.
        first = further - far_low - _REACH * far[1]
        if low < min(first, high):
            certain = within_reach(lead, near[1], low, min(first, high))
    low = max(low, first)
    if low >= high:
        return certain
    half = 0.5 * (high - low)
    centre = low + half
    scale, far_scale = 1.0 / near[1], 1.0 / (far[1] * ROOT_2)
    total = 0.0
    if half < min(near[1], far[1]):
        for place, weight in _FEW:
            for reach in (-half * place, half * place):
                at = centre + reach
                away = (at - lead) * scale
                chance = math.erfc((far_low - further + at) * far_scale)
                if far_high < FAR:
                    chance -= math.erfc((far_high - further + at) * far_scale)
                total += weight * math.exp(-0.5 * away * away) * chance
    else:
        for place, weight in _MANY:
            for reach in (-half * place, half * place):
                at = centre + reach
                away = (at - lead) * scale
                chance = math.erfc((far_low - further + at) * far_scale)
                if far_high < FAR:
                    chance -= math.erfc((far_high - further + at) * far_scale)
                total += weight * math.exp(-0.5 * away * away) * chance
    return certain + 0.5 * total * half / (ROOT_2_PI * near[1])


def gap(rules: Any, one: Performer, two: Performer) -> tuple[float, float]:
    """(least, most) distance of two performances next to each other in an order."""
    margin = margin_of(rules, one[2] + two[2])
    if one[3] == two[3]:
        return 0.0, margin
    return margin, FAR


def within_reach(lead: float, spread: float, low: float, high: float) -> float:
    """The chance that a performance of mean ``lead`` is from ``low`` to ``high``."""
    near = (low - lead) / (spread * ROOT_2)
    far = (high - lead) / (spread * ROOT_2)
    if near + far < 0.0:
        return 0.5 * (math.erfc(-far) - math.erfc(-near))
    return 0.5 * (math.erfc(near) - math.erfc(far))
