"""The likeliest ratings of a group, and how sure they are."""

from __future__ import annotations

import math
from typing import Any

from banzuke.model.log import Column
from banzuke.numeric.exact_sums import on_grid, span_of

#: So far at most, as a part of them, may expected points be off the actual ones.
CLOSE = 1e-9


def chance_of(lead: float) -> float:
    """The chance to win with so many units of lead; not a bit depends on who is asked first."""
    part = math.exp(-abs(lead))
    if lead >= 0.0:
        return 1.0 / (1.0 + part)
    return part / (1.0 + part)


def bend_of(lead: float) -> float:
    """How steep the chance is there: chance × (1 - chance), alike for both sides."""
    part = math.exp(-abs(lead))
    return part / ((1.0 + part) * (1.0 + part))


def fit_group(rules: Any, work: Any, begin: int, end: int) -> bool:
    """Write ``work.found`` of the members ``begin`` to ``end - 1``; False if they stay too far off.

    Newton's method; where a step moves some gap by d, ln(1 + d) / d of it is gone, with which
    no step is too long, wherever one begins (F. Bach, 2010). A step's equations are solved by
    conjugate gradients, so that the work is in proportion to the pairs that met.
    """
    for at in range(begin, end):
        work.found[work.member[at]] = 0.0
    # Far from the goal a step is not worth all its digits.
    close = 1e-6
    for _ in range(500):
        lay_out(rules, work, begin, end)
        find_step(rules, work, (begin, end), close)
        largest = longest(rules, work, begin, end)
        share = 1.0
        if largest > 1e-6:
            share = math.log(1.0 + largest) / largest
        for at in range(begin, end):
            one = work.member[at]
            work.found[one] += share * work.step[one]
        if largest < 1e-7 and close < 1e-20:
            break
        if largest < 1e-2:
            close = 1e-24
    if rules.prior_middle <= 0.0:
        take_mean(work, work.found, begin, end)
    lay_out(rules, work, begin, end)
    for at in range(begin, end):
        one = work.member[at]
        if not abs(work.slope[one]) <= CLOSE * work.actual[one]:
            return False
    return True


def in_group(work: Any, row: int, begin: int) -> bool:
    """Whether the opponent of a row is in the group that begins there."""
    return work.low[work.other[row]] == -1 - begin


def virtual(rules: Any, work: Any, row: int) -> float:
    """The virtual wins of a row, each way; they have no advantage."""
    if work.edge[row] == 0.0:
        return rules.prior_wins
    return 0.0


def lead_of(rules: Any, work: Any, one: int, row: int) -> float:
    """By how much a player is ahead of the opponent of a row, units."""
    gap = work.found[one] - work.found[work.other[row]]
    return gap + rules.advantage * work.edge[row]


def lay_out(rules: Any, work: Any, begin: int, end: int) -> None:
    """Write actual and expected points of each member, slope and curvature.

    The slope is the points beyond those expected, reckoned from what is lost and won against
    the odds: so that few points among many are as exact as any.
    """
    for at in range(begin, end):
        one = work.member[at]
        middle = rules.prior_middle * chance_of(-work.found[one])
        middle -= rules.prior_middle * chance_of(work.found[one])
        largest, total = abs(middle), 2.0 * rules.prior_middle
        for row in range(work.head[one], work.head[one + 1]):
            work.bend[row] = 0.0
            work.pull[row] = 0.0
            if in_group(work, row, begin):
                lead = lead_of(rules, work, one, row)
                extra = virtual(rules, work, row)
                won = work.won[row] + extra
                lost = (work.played[row] - work.won[row]) + extra
                work.bend[row] = (won + lost) * bend_of(lead)
                work.pull[row] = won * chance_of(-lead) - lost * chance_of(lead)
                largest = max(largest, abs(work.pull[row]))
                total += on_grid(won + lost, 2.0**20)
        rows = 1.0 + work.head[one + 1] - work.head[one]
        add_up(rules, work, one, (begin, middle, span_of(rows * largest), span_of(2.0 * total)))


def add_up(rules: Any, work: Any, one: int, part: tuple[int, float, float, float]) -> None:
    """Add up a member's rows; part : where the group begins, pull of the middle, spans of grids."""
    begin, middle, fine, span = part
    slope = on_grid(middle, fine)
    actual = on_grid(rules.prior_middle, span)
    curve = on_grid(2.0 * rules.prior_middle * bend_of(work.found[one]), span)
    for row in range(work.head[one], work.head[one + 1]):
        if in_group(work, row, begin):
            slope += on_grid(work.pull[row], fine)
            actual += on_grid(work.won[row] + virtual(rules, work, row), span)
            curve += on_grid(work.bend[row], span)
    work.actual[one] = actual
    work.expected[one] = actual - slope
    work.slope[one] = slope
    work.curve[one] = max(curve, 1e-300)


def find_step(rules: Any, work: Any, span: tuple[int, int], close: float) -> None:
    """Write Newton's step, ``work.step``, by conjugate gradients.

    span : of the members; close : the part of what is missing, squared, at which they may stop
    """
    begin, end = span
    if rules.prior_middle <= 0.0:
        take_mean(work, work.slope, begin, end)
    for at in range(begin, end):
        one = work.member[at]
        work.step[one] = 0.0
        work.rest[one] = work.slope[one]
        work.turn[one] = work.slope[one] / work.curve[one]
        work.way[one] = work.turn[one]
    size = product_of(work, work.rest, work.turn, (begin, end))
    start = size
    for _ in range(4 * (end - begin) + 40):
        if size <= close * start or size <= 1e-280:
            break
        look_ahead(rules, work, begin, end)
        bow = product_of(work, work.way, work.image, (begin, end))
        if bow <= 0.0:
            break
        length = size / bow
        for at in range(begin, end):
            one = work.member[at]
            work.step[one] += length * work.way[one]
            work.rest[one] -= length * work.image[one]
            work.turn[one] = work.rest[one] / work.curve[one]
        before = size
        size = product_of(work, work.rest, work.turn, (begin, end))
        for at in range(begin, end):
            one = work.member[at]
            work.way[one] = work.turn[one] + size / before * work.way[one]


def look_ahead(rules: Any, work: Any, begin: int, end: int) -> None:
    """Write ``work.image``: the curvature applied to ``work.way``."""
    longest_way = 0.0
    for at in range(begin, end):
        longest_way = max(longest_way, abs(work.way[work.member[at]]))
    for at in range(begin, end):
        one = work.member[at]
        own = work.way[one]
        grid = span_of(4.0 * longest_way * work.curve[one])
        total = on_grid(2.0 * rules.prior_middle * bend_of(work.found[one]) * own, grid)
        for row in range(work.head[one], work.head[one + 1]):
            if work.bend[row] > 0.0:
                total += on_grid(work.bend[row] * (own - work.way[work.other[row]]), grid)
        work.image[one] = total


def longest(rules: Any, work: Any, begin: int, end: int) -> float:
    """By how much a step moves any gap at most, that between a player and the middle included."""
    largest = 0.0
    for at in range(begin, end):
        one = work.member[at]
        if rules.prior_middle > 0.0:
            largest = max(largest, abs(work.step[one]))
        for row in range(work.head[one], work.head[one + 1]):
            if work.bend[row] > 0.0:
                largest = max(largest, abs(work.step[one] - work.step[work.other[row]]))
    return largest


def product_of(work: Any, left: Column, right: Column, span: tuple[int, int]) -> float:
    """The sum of the products of two columns over the members of a group, in any order of them."""
    begin, end = span
    largest = 0.0
    for at in range(begin, end):
        one = work.member[at]
        largest = max(largest, abs(left[one] * right[one]))
    grid = span_of(largest * (end - begin))
    total = 0.0
    for at in range(begin, end):
        one = work.member[at]
        total += on_grid(left[one] * right[one], grid)
    return total


def take_mean(work: Any, column: Column, begin: int, end: int) -> None:
    """Take the mean of the members' values off each of them."""
    largest = 0.0
    for at in range(begin, end):
        largest = max(largest, abs(column[work.member[at]]))
    grid = span_of(largest * (end - begin))
    total = 0.0
    for at in range(begin, end):
        total += on_grid(column[work.member[at]], grid)
    mean = total / (end - begin)
    for at in range(begin, end):
        column[work.member[at]] -= mean
