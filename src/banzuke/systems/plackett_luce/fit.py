"""The likeliest ratings of a span of places, and the strengths of shared places with them.

D. R. Hunter's step (MM Algorithms for Generalized Bradley-Terry Models, 2004) leads near the goal,
Newton's method to it; its equations are solved by conjugate gradients, so that the work is in
proportion to the runners of all races. A span is one group; or all places at once where strengths
are estimated, since groups share these.
"""

from __future__ import annotations

import math
from typing import Any

from banzuke.model.log import Column
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
from banzuke.systems.plackett_luce.parameters import MOST_TIED
from banzuke.systems.plackett_luce.races import races_of
from banzuke.systems.plackett_luce.rules import NO_TIE_STRENGTH
from banzuke.systems.plackett_luce.sharing import slot_of
from banzuke.systems.plackett_luce.slopes import find_totals, lay_out, look_ahead
from banzuke.systems.plackett_luce.strengths import (
    begin_strengths,
    find_shared_totals,
    lay_out_shared,
    look_ahead_shared,
)

#: So far at most, as a part of it, may what is expected be off what happened.
CLOSE = 1e-9
#: Where all happens as often as is expected, but steps go on to be so long, units, there is no end.
ENDLESS = 1e-2
#: The logarithm of a strength beyond is none.
FAR = 25.0


def fit_span(rules: Any, work: Any, begin: int, end: int) -> float:
    """Write ``work.found`` of the places of a span, and of what is estimated besides.

    Returns 0 if all equations hold closely enough; else below 0, as ``State.group``.
    """
    span = (begin, end, end_of(rules.sharing, work.found, end))
    trouble = begin_at(rules.sharing, rules, work, begin, end)
    if trouble < 0.0:
        return trouble
    close, warm, whole, found = ROUGH, 0, False, False
    largest, promised = 1.0, 0.0
    for _ in range(MOST_STEPS):
        lay_out_span(rules.sharing, rules, work, begin, end)
        if warm < 2:
            warm += 1
            if not step_near(work, span):
                break
            continue
        if whole and largest > SHORT:
            left = product_of(work.slope, work.step, begin, span[2])
            if not abs(left) <= 0.5 * promised:
                whole = False
                move(work, span, safe_share(largest) - 1.0)
                continue
        solved = is_solved(work, begin, span[2])
        found = solved and largest < SETTLED and close < CLOSELY
        if found:
            break
        close = max(min(ROUGH, largest * largest), EXACT)
        solve(rules, work, (work.slope, work.step), span, close)
        promised = product_of(work.slope, work.step, begin, span[2])
        largest = longest(work, span)
        if rules.sharing is not None and solved and largest > ENDLESS:
            return NO_TIE_STRENGTH
        if rules.prior_middle > 0.0:
            for at in range(begin, end):
                largest = max(largest, abs(work.step[at]))
        whole = largest <= LONG
        move(work, span, 1.0 if whole else safe_share(largest))
        for slot in range(end, span[2]):
            if work.found[slot] > FAR:
                return NO_TIE_STRENGTH
    if rules.prior_middle <= 0.0:
        take_means(work, work.found, begin, end)
    return 0.0 if found else UNSOLVED


def end_of(sharing: bool | None, column: Column, end: int) -> int:
    """Where a span ends: behind all places stands what is estimated besides."""
    if sharing is None:
        return end
    return len(column)


def begin_at(sharing: bool | None, rules: Any, work: Any, begin: int, end: int) -> float:
    """Write what happened, and where the search begins; trouble, below 0 as ``State.group``."""
    find_totals(rules, work, begin, end)
    for at in range(begin, end):
        work.found[at] = 0.0
    if sharing is None:
        return 0.0
    alone = find_shared_totals(rules, work.sharing, begin, end)
    for size in range(2, MOST_TIED + 1):
        if work.sharing.strength[size] > 0.0:
            if not alone > 0.0:
                return NO_TIE_STRENGTH
            if not work.actual[slot_of(work.found, size)] > 0.0:
                return UNSOLVED
    begin_strengths(work.sharing, begin, end, alone)
    return 0.0


def lay_out_span(sharing: bool | None, rules: Any, work: Any, begin: int, end: int) -> None:
    """Write what is expected, the slopes and the curvature."""
    if sharing is None:
        lay_out(rules, work, begin, end)
    else:
        lay_out_shared(rules, work.sharing, begin, end)


def look_ahead_span(sharing: bool | None, rules: Any, work: Any, begin: int, end: int) -> None:
    """Write ``work.image``: the curvature applied to ``work.way``."""
    if sharing is None:
        look_ahead(rules, work, begin, end)
    else:
        look_ahead_shared(rules, work.sharing, begin, end)


def step_near(work: Any, span: tuple[int, int, int]) -> bool:
    """Take Hunter's step, unless weights are so unlike that nothing is left of the small ones."""
    begin, end, after = span
    for at in range(begin, after):
        if at < end and not is_alone(work, at, end):
            if not (work.actual[at] > 0.0 and work.expected[at] > 0.0):
                return False
        elif work.actual[at] > 0.0 and not work.expected[at] > 0.0:
            return False
    for at in range(begin, after):
        if work.actual[at] > 0.0:
            work.found[at] += math.log(work.actual[at] / work.expected[at])
    return True


def is_alone(work: Any, at: int, end: int) -> bool:
    """Whether a place is a group of one, of whom no race tells anything."""
    if work.begin[work.member[at]] != at:
        return False
    return at + 1 == end or work.begin[work.member[at + 1]] == at + 1


def is_solved(work: Any, begin: int, end: int) -> bool:
    """Whether all happened as often as is expected, closely enough."""
    off = 0
    for at in range(begin, end):
        if not abs(work.slope[at]) <= CLOSE * work.actual[at]:
            off += 1
    return off == 0


def move(work: Any, span: tuple[int, int, int], share: float) -> None:
    """Take a share of a step."""
    for at in range(span[0], span[2]):
        work.found[at] += share * work.step[at]


def longest(work: Any, span: tuple[int, int, int]) -> float:
    """By how much a step moves any gap in a race at most.

    Between places of different sizes there is besides what their strengths are moved by.
    """
    begin, end, after = span
    largest = 0.0
    first, last = races_of(work.first_race, begin, end)
    for race in range(first, last):
        high = work.step[work.runner[work.race[race]]]
        low = high
        for at in range(work.race[race], work.race[race + 1]):
            high = max(high, work.step[work.runner[at]])
            low = min(low, work.step[work.runner[at]])
        largest = max(largest, high - low)
    high, low = 0.0, 0.0
    for slot in range(end, after):
        high = max(high, work.step[slot])
        low = min(low, work.step[slot])
    return largest + (high - low)


def solve(
    rules: Any,
    work: Any,
    columns: tuple[Column, Column],
    span: tuple[int, int, int],
    close: float,
) -> None:
    """Find what the curvature makes another column of, by conjugate gradients.

    columns : the other one, and that in which the answer is written
    close : the part of what is missing at which they may stop
    """
    begin, end, after = span
    wanted, found = columns
    if rules.prior_middle <= 0.0:
        take_means(work, wanted, begin, end)
    size = begin_solving(work, wanted, found, begin, after)
    enough = close * close * size
    for _ in range(most_turns(after - begin)):
        if size <= enough or size <= NOTHING:
            break
        look_ahead_span(rules.sharing, rules, work, begin, end)
        size = go_on(work, found, size, begin, after)
