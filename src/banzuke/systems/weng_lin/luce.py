"""Sides that are chosen one by one, the best first: the model of Plackett and Luce.

Algorithm 4 of the source. A side of strength s is chosen with the chance x / S, where x is
exp(s / c) and S the sum of x over those not chosen yet. Both are kept as parts of exp(top), and
top is raised where strengths rise by far, so that no gap is too wide.

Shared places are averaged (sharing), or follow the published rule.
"""

from __future__ import annotations

import math

from banzuke.model.log import Log
from banzuke.numeric.exact_sums import CHANCES, on_grid
from banzuke.systems.weng_lin.pairs import gamma_of, group_end
from banzuke.systems.weng_lin.rules import Rules, Work
from banzuke.systems.weng_lin.sharing import LEAST, share_place
from banzuke.systems.weng_lin.sides import lead_factor

#: By how much the logarithm of a strength may be above ``top``.
_RISE = 100.0


def pull_luce(log: Log, rules: Rules, work: Work, sides: int) -> None:
    """Write what the ranking of several sides says of each of them."""
    c = luce_spread(rules, work, sides)
    sum_up(log, rules, work, sides, c)
    # Sums over the choices so far of 1 / S, with and without the factor of scores, and 1 / S².
    pulled, chosen, squares = 0.0, 0.0, 0.0
    first = 0
    top = work.top[0]
    last = work.head[sides - 1]
    while first < sides:
        after = group_end(log, work, first, sides)
        fallen = work.top[first] - top
        if fallen != 0.0:
            fallen = math.exp(fallen)
            pulled *= fallen
            chosen *= fallen
            squares *= fallen * fallen
            top = work.top[first]
        factor = lead_factor(log, rules, work.head[first], last)
        if after - first > 1 and rules.averaged == 1:
            choices, choice_squares = share_place(work, first, after)
        else:
            choices = 1.0 / work.total[first]
            choice_squares = choices * choices
            for number in range(first, after):
                own = work.own[number] * choices
                work.pull[number] = 1.0 / (after - first) - own
                work.loss[number] = own * (1.0 - own)
        for number in range(first, after):
            own = work.own[number]
            earlier = own * chosen - own * own * squares
            pull = factor * work.pull[number] - own * pulled
            loss = max(work.loss[number] + earlier, 0.0)
            work.pull[number] = pull / c
            gamma = gamma_of(work.variance[number], c, sides, rules)
            work.loss[number] = gamma * loss / (c * c)
        pulled += factor * choices
        chosen += choices
        squares += choice_squares
        first = after


def luce_spread(rules: Rules, work: Work, sides: int) -> float:
    """The spread c of all sides together, points."""
    widest = 0.0
    for number in range(sides):
        widest = max(widest, work.variance[number])
    span = rules.square_span
    while span < sides * widest:
        span *= 2.0
    square = sides * rules.beta_2
    total = 0.0
    for number in range(sides):
        total += (work.variance[number] + span) - span
    return rules.spread * math.sqrt(total + square)


def sum_up(log: Log, rules: Rules, work: Work, sides: int, c: float) -> None:
    """Write x of each side, and S of each place and of those below it, at its first side."""
    per_c = 1.0 / c
    for number in range(sides):
        work.own[number] = work.strength[number] * per_c
    total = 0.0
    after = sides
    top = work.own[sides - 1]
    while after > 0:
        first = group_begin(log, work, after)
        highest = work.own[first]
        for number in range(first + 1, after):
            highest = max(highest, work.own[number])
        if highest - top > _RISE or after == sides:
            total *= math.exp(top - highest)
            top = highest
        work.rest[first] = total
        work.top[first] = top
        if after - first == 1:
            work.own[first] = math.exp(work.own[first] - top)
            total += work.own[first]
        else:
            share = 0.0
            for number in range(first, after):
                share += on_grid(math.exp(work.own[number] - highest), CHANCES)
                work.own[number] = max(math.exp(work.own[number] - top), LEAST)
            total += share * math.exp(highest - top)
        work.total[first] = total
        after = first


def group_begin(log: Log, work: Work, after: int) -> int:
    """The first side of those that share the place of the side before ``after``."""
    first = after - 1
    place = log.place[work.head[first]]
    while first > 0 and log.place[work.head[first - 1]] == place:
        first -= 1
    return first
