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
from banzuke.parts.newton_steps import LONG, begin_solving, go_on, safe_share
from banzuke.parts.one_fit import UNSOLVED
from banzuke.systems.bradley_terry.rules import NO_ADVANTAGE, NO_TIE_CHANCE, NO_TIES
from banzuke.systems.bradley_terry.slopes import (
    find_totals,
    lay_out,
    lay_out_common,
    look_ahead,
    take_means,
)
from banzuke.systems.bradley_terry.tallies import ADVANTAGE, OF_ADVANTAGE, OF_BOTH, OF_TIE, TIE

#: So far at most, as a part of them, may expected points be off the actual ones.
CLOSE = 1e-9
#: A rating, an advantage or a strength of ties beyond is none, units.
FAR = 25.0
#: Of the curvature of what is estimated, what ratings do not explain must be more than this part.
TOLD_APART = 1e-9


def fit_span(rules: Any, work: Any, begin: int, end: int) -> float:
    """Write ``work.found`` of the places ``begin`` to ``end - 1``, and ``work.common``.

    Returns 0 if all equations hold closely enough; else below 0, as ``State.group``.
    """
    begin_at(rules, work, begin, end)
    find_tie = rules.find_tie and work.common[TIE] > NO_TIES
    if find_tie and not any_decided(work, begin, end):
        return NO_TIE_CHANCE
    span, close, whole, found = (begin, end), 0.1, False, False
    largest, promised, by_advantage, by_tie = 1.0, 0.0, 0.0, 0.0
    for _ in range(200):
        lay_out(rules, work, begin, end)
        if whole and largest > 1e-3:
            left = gain_of(rules, work, span, by_advantage, by_tie)
            if not abs(left) <= 0.5 * promised:
                whole = False
                move(work, span, safe_share(largest) - 1.0, by_advantage, by_tie)
                continue
        found = largest < 1e-6 and close < 1e-5 and is_solved(work, begin, end)
        if found and not (rules.find_advantage or find_tie):
            break
        # What is estimated is told apart from the ratings once more at the end, for deviations.
        close = 1e-10 if found else max(min(0.1, largest * largest), 1e-10)
        trouble, promised, by_advantage, by_tie = find_step(rules, work, span, close, find_tie)
        if trouble < 0.0:
            return trouble
        if found:
            break
        largest = longest(rules, work, begin, end) + abs(by_advantage) + abs(by_tie)
        whole = largest <= LONG
        move(work, span, 1.0 if whole else safe_share(largest), by_advantage, by_tie)
        if rules.find_advantage and abs(work.common[ADVANTAGE]) > FAR:
            return NO_ADVANTAGE
        if find_tie and abs(work.common[TIE]) > FAR:
            return NO_TIE_CHANCE
    if rules.prior_middle <= 0.0:
        take_means(work, work.found, begin, end)
        take_means(work, work.with_advantage, begin, end)
        take_means(work, work.with_tie, begin, end)
    return 0.0 if found else UNSOLVED


def begin_at(rules: Any, work: Any, begin: int, end: int) -> None:
    """Write where the search begins."""
    find_totals(rules, work, begin, end)
    work.common[ADVANTAGE] = rules.advantage
    work.common[OF_ADVANTAGE] = 0.0
    work.common[OF_BOTH] = 0.0
    work.common[OF_TIE] = 0.0
    work.common[TIE] = rules.tie
    drawn, games = 0.0, 0.0
    for at in range(begin, end):
        # As if all opponents were equals of the middle.
        scored = work.actual[at] + 0.5
        odds = math.log(scored / (work.image[at] + 1.0 - scored))
        work.found[at] = max(min(odds, LONG), -LONG)
        work.with_advantage[at] = 0.0
        work.with_tie[at] = 0.0
        for row in range(work.head[at], work.head[at + 1]):
            drawn += on_grid(work.drawn[row], 2.0**20)
            games += on_grid(work.drawn[row] + (work.won[row] + work.lost[row]), 2.0**20)
    if rules.find_tie and drawn > 0.0:
        # As if all were equals, and a little less.
        work.common[TIE] = math.log(2.0 * drawn / (games - 0.5 * drawn))


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


def gain_of(
    rules: Any, work: Any, span: tuple[int, int], by_advantage: float, by_tie: float
) -> float:
    """How much likelihood the last step gains from here on, a unit of it."""
    begin, end = span
    total = product_of(work.slope, work.step, begin, end)
    if by_advantage != 0.0 or by_tie != 0.0:
        of_advantage, of_tie, _, _, _ = lay_out_common(rules, work, begin, end)
        total += by_advantage * of_advantage + by_tie * of_tie
    return total


def move(
    work: Any, span: tuple[int, int], share: float, by_advantage: float, by_tie: float
) -> None:
    """Take a share of a step."""
    for at in range(span[0], span[1]):
        work.found[at] += share * work.step[at]
    work.common[ADVANTAGE] += share * by_advantage
    work.common[TIE] += share * by_tie


def find_step(
    rules: Any, work: Any, span: tuple[int, int], close: float, find_tie: bool
) -> tuple[float, float, float, float]:
    """Write Newton's step, ``work.step``; return what it gains, a unit of it, and more.

    close : the part of what is missing at which the conjugate gradients may stop
    Returns trouble, the gain, and the steps of the advantage and of ``tie``. Trouble is below 0,
    as ``State.group``, if one of the two cannot be told from the ratings.
    """
    begin, end = span
    find_advantage = rules.find_advantage
    known = (0.0, 0.0, 1.0, 0.0, 1.0)
    if find_advantage or find_tie:
        known = lay_out_common(rules, work, begin, end)
    wanted = (work.slope, work.by_advantage, work.by_tie)
    found = (work.step, work.with_advantage, work.with_tie)
    asked = (True, find_advantage, find_tie)
    for which in range(3):
        if asked[which]:
            part = close if which == 0 else 1e-3 * close
            solve(rules, work, wanted[which], found[which], span, part)
    gain = product_of(work.slope, work.step, begin, end)
    if not (find_advantage or find_tie):
        return 0.0, gain, 0.0, 0.0
    trouble, by_advantage, by_tie = step_of_common(rules, work, span, known, find_tie)
    for at in range(begin, end):
        work.step[at] -= by_advantage * work.with_advantage[at] + by_tie * work.with_tie[at]
    gain = product_of(work.slope, work.step, begin, end)
    return trouble, gain + by_advantage * known[0] + by_tie * known[1], by_advantage, by_tie


def step_of_common(
    rules: Any,
    work: Any,
    span: tuple[int, int],
    known: tuple[float, float, float, float, float],
    find_tie: bool,
) -> tuple[float, float, float]:
    """Trouble, and Newton's step of the advantage and of ``tie``; known : by lay_out_common."""
    begin, end = span
    of_advantage, of_tie, twice, both, bent = known
    at_first, last = twice, bent
    if rules.find_advantage:
        of_advantage -= product_of(work.by_advantage, work.step, begin, end)
        twice -= product_of(work.by_advantage, work.with_advantage, begin, end)
        if not twice > TOLD_APART * at_first:
            return NO_ADVANTAGE, 0.0, 0.0
    else:
        of_advantage, twice, both = 0.0, 1.0, 0.0
    if find_tie:
        of_tie -= product_of(work.by_tie, work.step, begin, end)
        bent -= product_of(work.by_tie, work.with_tie, begin, end)
        if rules.find_advantage:
            both -= product_of(work.by_tie, work.with_advantage, begin, end)
    else:
        of_tie, bent, both, last = 0.0, 1.0, 0.0, 1.0
    left = bent - both * both / twice
    if not left > TOLD_APART * last:
        return NO_TIE_CHANCE, 0.0, 0.0
    by_tie = (of_tie - both * of_advantage / twice) / left
    work.common[OF_ADVANTAGE] = 1.0 / (twice - both * both / bent) if rules.find_advantage else 0.0
    work.common[OF_BOTH] = -both / (twice * left)
    work.common[OF_TIE] = 1.0 / left if find_tie else 0.0
    return 0.0, (of_advantage - both * by_tie) / twice, by_tie


def solve(
    rules: Any, work: Any, wanted: Column, found: Column, span: tuple[int, int], close: float
) -> None:
    """Write ``found``, to which the curvature applied gives ``wanted``, by conjugate gradients."""
    begin, end = span
    if rules.prior_middle <= 0.0:
        take_means(work, wanted, begin, end)
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
