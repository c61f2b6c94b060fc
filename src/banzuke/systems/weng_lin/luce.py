"""Sides that are chosen one by one, the best first: the model of Plackett and Luce.

Algorithm 4 of the source. A side of strength s is chosen with the chance x / S, where x is
exp(s / c) and S the sum of x over those not chosen yet. Both are kept as parts of exp(top), and
top is raised where strengths rise by far, so that no gap is too wide.

Shared places are averaged (sharing), or follow the published rule.
"""

from __future__ import annotations

import math

from banzuke.model.log import Column, Log
from banzuke.numeric.exact_sums import CHANCES, on_grid
from banzuke.systems.weng_lin.pairs import gamma_of, group_end
from banzuke.systems.weng_lin.rules import Rules, Work
from banzuke.systems.weng_lin.sharing import LEAST, share_place
from banzuke.systems.weng_lin.sides import lead_factor

#: By how much the logarithm of a strength may be above ``top``.
RISE = 100.0


def pull_luce(log: Log, rules: Rules, work: Work, sides: int) -> None:
    """Write what the ranking of several sides says of each of them."""
    lowest, highest = work.strength[0], work.strength[0]
    total = work.variance[0]
    shared = False
    for number in range(1, sides):
        lowest = min(lowest, work.strength[number])
        highest = max(highest, work.strength[number])
        total += work.variance[number]
        shared = shared or work.place[number] == work.place[number - 1]
    if shared:
        total = sum_in_no_order(rules, work, sides)
    per_c = 1.0 / (rules.spread * math.sqrt(total + sides * rules.beta_2))
    if shared or (highest - lowest) * per_c > RISE:
        pull_places(log, rules, work, sides, per_c)
    else:
        pull_strict(log, rules, work, sides, (per_c, highest))


def pull_strict(log: Log, rules: Rules, work: Work, sides: int, found: tuple[float, float]) -> None:
    """``pull_luce`` of a strict order, in two passes; found : (1 / c, the highest strength)."""
    per_c, highest = found
    for number in range(sides):
        work.own[number] = math.exp((work.strength[number] - highest) * per_c)
    total = 0.0
    for step in range(1, sides + 1):
        number = sides - step
        total += work.own[number]
        work.total[number] = total
    last = work.head[sides - 1]
    pulled, chosen, squares = 0.0, 0.0, 0.0
    for number in range(sides):
        own = work.own[number]
        choices = 1.0 / work.total[number]
        factor = lead_factor(log, rules, work.head[number], last)
        pulled += factor * choices
        chosen += choices
        squares += choices * choices
        work.pull[number] = (factor - own * pulled) * per_c
        loss = max(own * chosen - own * own * squares, 0.0)
        gamma = gamma_of(work.variance[number], per_c, sides, rules)
        work.loss[number] = gamma * loss * per_c * per_c


def pull_places(log: Log, rules: Rules, work: Work, sides: int, per_c: float) -> None:
    """``pull_luce`` where places are shared, or some side is far behind."""
    per_c_2 = per_c * per_c
    sum_up(work, sides, per_c)
    # Sums over the choices so far of 1 / S, with and without the factor of scores, and 1 / S².
    pulled, chosen, squares = 0.0, 0.0, 0.0
    first = 0
    top = work.top[0]
    last = work.head[sides - 1]
    while first < sides:
        after = group_end(work.place, first, sides)
        fallen = work.top[first] - top
        if fallen != 0.0:
            fallen = math.exp(fallen)
            pulled *= fallen
            chosen *= fallen
            squares *= fallen * fallen
            top = work.top[first]
        factor = lead_factor(log, rules, work.head[first], last)
        choices = 1.0 / work.total[first]
        choice_squares = choices * choices
        if after - first == 1:
            work.pull[first] = 1.0 - work.own[first] * choices
            work.loss[first] = work.own[first] * choices * work.pull[first]
        elif rules.averaged == 1:
            choices, choice_squares = share_place(work, first, after)
        else:
            for number in range(first, after):
                chance = work.own[number] * choices
                work.pull[number] = 1.0 / (after - first) - chance
                work.loss[number] = chance * (1.0 - chance)
        for number in range(first, after):
            own = work.own[number]
            earlier = own * chosen - own * own * squares
            work.pull[number] = (factor * work.pull[number] - own * pulled) * per_c
            gamma = gamma_of(work.variance[number], per_c, sides, rules)
            work.loss[number] = gamma * max(work.loss[number] + earlier, 0.0) * per_c_2
        pulled += factor * choices
        chosen += choices
        squares += choice_squares
        first = after


def sum_in_no_order(rules: Rules, work: Work, sides: int) -> float:
    """The sum of the variances of all sides, the same in whatever order they stand."""
    widest = 0.0
    for number in range(sides):
        widest = max(widest, work.variance[number])
    span = rules.square_span
    while span < sides * widest:
        span *= 2.0
    total = 0.0
    for number in range(sides):
        total += (work.variance[number] + span) - span
    return total


def sum_up(work: Work, sides: int, per_c: float) -> None:
    """Write x of each side, and S of each place and of those below it, at its first side."""
    total = 0.0
    after = sides
    top = -math.inf
    while after > 0:
        first = group_begin(work.place, after)
        highest = -math.inf
        for number in range(first, after):
            work.own[number] = work.strength[number] * per_c
            highest = max(highest, work.own[number])
        if highest - top > RISE:
            if after < sides:
                total *= math.exp(top - highest)
            top = highest
        work.rest[first] = total
        work.top[first] = top
        if after - first == 1:
            work.own[first] = math.exp(highest - top)
            total += work.own[first]
        else:
            share = 0.0
            for number in range(first, after):
                share += on_grid(math.exp(work.own[number] - highest), CHANCES)
                work.own[number] = max(math.exp(work.own[number] - top), LEAST)
            total += share * math.exp(highest - top)
        work.total[first] = total
        after = first


def group_begin(place: Column, after: int) -> int:
    """The first side of those that share the place of the side before ``after``."""
    first = after - 1
    while first > 0 and place[first - 1] == place[after - 1]:
        first -= 1
    return first
