"""The likeliest ratings of a span of places, and what is estimated together with them.

Newton's method; a step's equations are solved by conjugate gradients, so that the work is in
proportion to the pairs that met. A short step is taken whole if it pays; if not, or if it moves
some gap far, by d, ln(1 + d) / d of it is: so no step is too long (F. Bach, 2010).
"""

from __future__ import annotations

import math
from typing import Any

from banzuke.model.log import Column
from banzuke.numeric.exact_sums import on_grid
from banzuke.numeric.vectors import product_of
from banzuke.parts.mutual_groups import take_means
from banzuke.parts.newton_steps import (
    CLOSELY,
    EXACT,
    LONG,
    MOST_STEPS,
    NOTHING,
    ROUGH,
    SETTLED,
    SHORT,
    begin_solving,
    go_on,
    most_turns,
    safe_share,
)
from banzuke.parts.one_fit import UNSOLVED
from banzuke.systems.bradley_terry.besides import (
    begin_besides,
    is_any_asked,
    is_endless,
    reach_besides,
    stride_of_common,
)
from banzuke.systems.bradley_terry.scratch import (
    ADVANTAGE,
    OF_ADVANTAGE,
    OF_COVARIATES,
    OF_TIE,
    TIE,
)
from banzuke.systems.bradley_terry.slopes import (
    find_totals,
    lay_out,
    lay_out_common,
    look_ahead,
    take_rests,
)

#: So far at most, as a part of them, may expected points be off the actual ones.
CLOSE = 1e-9
#: So closely it is found how ratings move with what is estimated besides: the square of it must be
#: less than what tells the two apart.
BY_RATINGS = 1e-6
#: Where something is estimated besides, steps are solved to so small a part of ``close``.
BESIDE_STEP = 1e-3
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
    span, close, whole, found = (begin, end), ROUGH, False, False
    largest, promised = 1.0, 0.0
    for turn in range(MOST_STEPS + 1):
        last = turn == MOST_STEPS
        lay_out(rules, work, begin, end)
        if together:
            lay_out_common(work, begin, end)
        if whole and largest > SHORT and not last:
            left = gain_of(work, span)
            if not abs(left) <= 0.5 * promised:
                whole = False
                move(work, span, safe_share(largest) - 1.0)
                continue
        found = largest < SETTLED and close < CLOSELY and is_solved(work, begin, end)
        if found and not together:
            break
        # What is estimated is told apart from the ratings once more at the end, for deviations.
        close = EXACT if found or last else max(min(ROUGH, largest * largest), EXACT)
        trouble, promised = find_step(rules, work, span, close)
        if trouble < 0.0:
            return trouble
        if found and reach_besides(work) <= BESIDES:
            break
        found = last and promised <= NOTHING_GAINED and is_solved(work, begin, end)
        if last:
            break
        largest = longest(rules, work, begin, end) + reach_besides(work)
        whole = largest <= LONG
        move(work, span, 1.0 if whole else safe_share(largest))
        trouble = is_endless(work)
        if trouble < 0.0:
            return trouble
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


def is_solved(work: Any, begin: int, end: int) -> bool:
    """Whether everybody has the points that are expected, closely enough."""
    off = 0
    for at in range(begin, end):
        if not abs(work.slope[at]) <= CLOSE * work.actual[at]:
            off += 1
    return off == 0


def gain_of(work: Any, span: tuple[int, int]) -> float:
    """How much likelihood the last step gains from here on, a unit of it."""
    begin, end = span
    total = product_of(work.slope, work.step, begin, end)
    if is_any_asked(work):
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
    enough = min(BESIDE_STEP * close, BY_RATINGS) if together else close
    solve(rules, work, work.slope, work.step, span, enough)
    if not together:
        return 0.0, product_of(work.slope, work.step, begin, end)
    count, size = len(work.asked), len(work.found)
    for which in range(count):
        if work.asked[which]:
            wanted = work.by_common[which * size : (which + 1) * size]
            found = work.with_common[which * size : (which + 1) * size]
            solve(rules, work, wanted, found, span, enough)
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
    for _ in range(most_turns(end - begin)):
        if size <= enough or size <= NOTHING:
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
