"""The likeliest ratings of a span of places, and what is estimated together with them.

Newton's method; a step's equations are solved by conjugate gradients, so that the work is in
proportion to the pairs that met. A short step is taken whole if it pays; if not, or if it moves
some gap far, by d, ln(1 + d) / d of it is: so no step is too long (F. Bach, 2010).
"""

from __future__ import annotations

import math
from typing import Any

from banzuke.model.log import Column
from banzuke.numeric.exact_sums import on_grid, span_of
from banzuke.numeric.vectors import product_of
from banzuke.parts.newton_steps import LONG, begin_solving, go_on, safe_share
from banzuke.parts.one_fit import UNSOLVED
from banzuke.systems.bradley_terry.common import is_any_asked, stride_of_common
from banzuke.systems.bradley_terry.rules import (
    ALIKE,
    ENDLESS,
    NO_ADVANTAGE,
    NO_TIE_CHANCE,
    NO_TIES,
    why_no_covariate,
)
from banzuke.systems.bradley_terry.slopes import (
    find_totals,
    lay_out,
    lay_out_common,
    look_ahead,
    take_means,
    take_rests,
)
from banzuke.systems.bradley_terry.tallies import (
    ADVANTAGE,
    OF_ADVANTAGE,
    OF_COVARIATES,
    OF_TIE,
    TIE,
    WHOLE,
)

#: So far at most, as a part of them, may expected points be off the actual ones.
CLOSE = 1e-9
#: A rating, an advantage or a strength of ties beyond is none, units.
FAR = 25.0
#: So closely it is found how ratings move with what is estimated besides: the square of it must be
#: less than what tells the two apart.
BY_RATINGS = 1e-6
#: At the end what is estimated besides moves no lead by more, units.
BESIDES = 1e-8
#: Where numbers have too few digits for steps so small, the last step may gain so much likelihood,
#: the logarithm of it: it moves nothing by more than a small part of how uncertain it is.
NOTHING_GAINED = 1e-9


def fit_span(rules: Any, work: Any, begin: int, end: int) -> float:
    """Write ``work.found`` of the places ``begin`` to ``end - 1``, and what is estimated besides.

    Returns 0 if all equations hold closely enough; else below 0, as ``State.group``.
    """
    begin_at(rules, work, begin, end)
    trouble = begin_besides(rules, work, begin, end)
    if trouble < 0.0:
        return trouble
    together = is_any_asked(work)
    span, close, whole, found = (begin, end), 0.1, False, False
    largest, promised = 1.0, 0.0
    for _ in range(200):
        lay_out(rules, work, begin, end)
        if whole and largest > 1e-3:
            left = gain_of(rules, work, span)
            if not abs(left) <= 0.5 * promised:
                whole = False
                move(work, span, safe_share(largest) - 1.0)
                continue
        found = largest < 1e-6 and close < 1e-5 and is_solved(work, begin, end)
        if found and not together:
            break
        # What is estimated is told apart from the ratings once more at the end, for deviations.
        close = 1e-10 if found else max(min(0.1, largest * largest), 1e-10)
        trouble, promised = find_step(rules, work, span, close)
        if trouble < 0.0:
            return trouble
        if found and reach_besides(work) <= BESIDES:
            break
        found = False
        largest = longest(rules, work, begin, end) + reach_besides(work)
        whole = largest <= LONG
        move(work, span, 1.0 if whole else safe_share(largest))
        trouble = is_endless(work)
        if trouble < 0.0:
            return trouble
    if not found:
        lay_out(rules, work, begin, end)
        trouble, promised = find_step(rules, work, span, 1e-10)
        if trouble < 0.0:
            return trouble
        found = promised <= NOTHING_GAINED and is_solved(work, begin, end)
    if rules.prior_middle <= 0.0:
        take_means(work, work.found, begin, end)
        size = len(work.found)
        for which in range(len(work.asked)):
            if work.asked[which]:
                of_one = work.with_common[which * size : (which + 1) * size]
                take_means(work, of_one, begin, end)
    return 0.0 if found else UNSOLVED


def begin_at(rules: Any, work: Any, begin: int, end: int) -> None:
    """Write where the search for ratings, and for the strength of ties, begins."""
    find_totals(rules, work, begin, end)
    work.common[ADVANTAGE] = rules.advantage
    work.common[TIE] = rules.tie
    drawn, games = 0.0, 0.0
    for at in range(begin, end):
        # As if all opponents were equals of the middle.
        scored = work.actual[at] + 0.5
        odds = math.log(scored / (work.image[at] + 1.0 - scored))
        work.found[at] = max(min(odds, LONG), -LONG)
        for row in range(work.head[at], work.head[at + 1]):
            drawn += on_grid(work.drawn[row], 2.0**20)
            games += on_grid(work.drawn[row] + (work.won[row] + work.lost[row]), 2.0**20)
    if rules.find_tie and drawn > 0.0:
        # As if all were equals, and a little less.
        work.common[TIE] = math.log(2.0 * drawn / (games - 0.5 * drawn))


def begin_besides(rules: Any, work: Any, begin: int, end: int) -> float:
    """Write what is estimated besides, and in which units; below 0, as ``State.group``, if not."""
    count = len(work.asked)
    work.common[WHOLE] = span_of(4.0 * sum_of_weights(work, begin, end))
    for which in range(count):
        work.asked[which] = which >= OF_COVARIATES
        work.reach[which] = 1.0
        work.stride[which] = 0.0
        work.spread[which] = 0.0
        for other in range(count):
            work.inverse[which * count + other] = 0.0
        for at in range(begin, end):
            work.with_common[which * len(work.found) + at] = 0.0
    work.asked[OF_ADVANTAGE] = rules.find_advantage
    work.asked[OF_TIE] = rules.find_tie and work.common[TIE] > NO_TIES
    if work.asked[OF_TIE] and not any_decided(work, begin, end):
        return NO_TIE_CHANCE
    for number in range(len(work.shift)):
        work.shift[number] = 0.0
        if not choose_scale(work, number, begin, end):
            return why_no_covariate(number, ALIKE)
    return 0.0


def choose_scale(work: Any, number: int, begin: int, end: int) -> bool:
    """Write in which unit a covariate is reckoned with, and each row's; False if all have 0."""
    covariates, most = len(work.shift), 0.0
    for row in range(work.head[begin], work.head[end]):
        if weight_of_row(work, row) > 0.0:
            most = max(most, abs(work.edges[row * covariates + number]))
    if not most > 0.0:
        return False
    squares, games, grid = 0.0, 0.0, work.common[WHOLE]
    for row in range(work.head[begin], work.head[end]):
        part, weight = work.edges[row * covariates + number] / most, weight_of_row(work, row)
        squares += on_grid(weight * (part * part), grid)
        games += on_grid(weight, grid)
    # A power of two: no digit of a covariate is lost.
    scale = span_of(most * math.sqrt(max(squares / games, 2.0**-40)))
    for row in range(work.head[begin], work.head[end]):
        work.edges[row * covariates + number] /= scale
    work.scale[number] = scale
    work.reach[OF_COVARIATES + number] = max(span_of(most / scale), 1.0)
    return True


def sum_of_weights(work: Any, begin: int, end: int) -> float:
    """How much all rows of a span weigh together, at most twice as much as they do."""
    most = 0.0
    for row in range(work.head[begin], work.head[end]):
        most = max(most, weight_of_row(work, row))
    grid, total = span_of(most * (work.head[end] - work.head[begin])), 0.0
    for row in range(work.head[begin], work.head[end]):
        total += on_grid(weight_of_row(work, row), grid)
    return total


def weight_of_row(work: Any, row: int) -> float:
    """How much the results of a row weigh together."""
    return (work.won[row] + work.lost[row]) + work.drawn[row]


def reach_besides(work: Any) -> float:
    """By how much the step of what is estimated besides moves any lead at most."""
    total = 0.0
    for which in range(len(work.asked)):
        total += abs(work.stride[which]) * work.reach[which]
    return total


def is_endless(work: Any) -> float:
    """Below 0, as ``State.group``, if what is estimated besides is as good as infinite."""
    if work.asked[OF_ADVANTAGE] and abs(work.common[ADVANTAGE]) > FAR:
        return NO_ADVANTAGE
    if work.asked[OF_TIE] and abs(work.common[TIE]) > FAR:
        return NO_TIE_CHANCE
    for number in range(len(work.shift)):
        if abs(work.shift[number]) > FAR:
            return why_no_covariate(number, ENDLESS)
    return 0.0


def any_decided(work: Any, begin: int, end: int) -> bool:
    """Whether any result of a span is no tie."""
    for row in range(work.head[begin], work.head[end]):
        if work.won[row] > 0.0 or work.lost[row] > 0.0:
            return True
    return False


def is_solved(work: Any, begin: int, end: int) -> bool:
    """Whether everybody has the points that are expected, closely enough."""
    off = 0
    for at in range(begin, end):
        if not abs(work.slope[at]) <= CLOSE * work.actual[at]:
            off += 1
    return off == 0


def gain_of(rules: Any, work: Any, span: tuple[int, int]) -> float:
    """How much likelihood the last step gains from here on, a unit of it."""
    begin, end = span
    total = product_of(work.slope, work.step, begin, end)
    if is_any_asked(work):
        lay_out_common(rules, work, begin, end)
        total += product_of(work.push, work.stride, 0, len(work.asked))
    return total


def move(work: Any, span: tuple[int, int], share: float) -> None:
    """Take a share of a step."""
    for at in range(span[0], span[1]):
        work.found[at] += share * work.step[at]
    work.common[ADVANTAGE] += share * work.stride[OF_ADVANTAGE]
    work.common[TIE] += share * work.stride[OF_TIE]
    for number in range(len(work.shift)):
        work.shift[number] += share * work.stride[OF_COVARIATES + number]


def find_step(rules: Any, work: Any, span: tuple[int, int], close: float) -> tuple[float, float]:
    """Write Newton's step, ``work.step`` and ``work.stride``; what it gains, a unit of it.

    close : the part of what is missing at which the conjugate gradients may stop
    Returns trouble, and the gain. Trouble is below 0, as ``State.group``, if what is estimated
    besides cannot be told from the ratings.
    """
    begin, end = span
    together = is_any_asked(work)
    enough = min(1e-3 * close, BY_RATINGS) if together else close
    solve(rules, work, work.slope, work.step, span, enough)
    if not together:
        return 0.0, product_of(work.slope, work.step, begin, end)
    lay_out_common(rules, work, begin, end)
    count, size = len(work.asked), len(work.found)
    for which in range(count):
        if work.asked[which]:
            wanted = work.by_common[which * size : (which + 1) * size]
            found = work.with_common[which * size : (which + 1) * size]
            solve(rules, work, wanted, found, span, min(1e-3 * close, BY_RATINGS))
    trouble = stride_of_common(work, span)
    for which in range(count):
        for at in range(begin, end):
            work.step[at] -= work.stride[which] * work.with_common[which * size + at]
    gain = product_of(work.slope, work.step, begin, end)
    return trouble, gain + product_of(work.push, work.stride, 0, count)


def solve(
    rules: Any, work: Any, wanted: Column, found: Column, span: tuple[int, int], close: float
) -> None:
    """Write ``found``, to which the curvature applied gives ``wanted``, by conjugate gradients."""
    begin, end = span
    if rules.prior_middle <= 0.0:
        take_rests(work, wanted, begin, end)
    size = begin_solving(work, wanted, found, begin, end)
    enough = close * close * size
    for _ in range(4 * (end - begin) + 40):
        if size <= enough or size <= 1e-280:
            break
        look_ahead(rules, work, begin, end)
        size = go_on(work, found, size, begin, end)


def longest(rules: Any, work: Any, begin: int, end: int) -> float:
    """By how much a step moves any gap at most, that between a player and the middle included."""
    largest = 0.0
    for at in range(begin, end):
        if rules.prior_middle > 0.0:
            largest = max(largest, abs(work.step[at]))
        own = work.step[at]
        for row in range(work.head[at], work.head[at + 1]):
            largest = max(largest, abs(own - work.step[work.there[row]]))
    return largest
