"""The likeliest ratings of a group of places.

D. R. Hunter's step (MM Algorithms for Generalized Bradley-Terry Models, 2004) leads near the goal,
Newton's method to it; its equations are solved by conjugate gradients, so that the work is in
proportion to the runners of all races.
"""

from __future__ import annotations

import math
from typing import Any

from banzuke.numeric.vectors import product_of, take_mean
from banzuke.parts.newton_steps import LONG, begin_solving, go_on, safe_share
from banzuke.parts.one_fit import UNSOLVED
from banzuke.systems.plackett_luce.slopes import find_totals, lay_out, look_ahead, races_of

#: So far at most, as a part of it, may what is expected be off what happened.
CLOSE = 1e-9


def fit_group(rules: Any, work: Any, begin: int, end: int) -> float:
    """Write ``work.found`` of the places ``begin`` to ``end - 1``.

    Returns 0 if all equations hold closely enough, else UNSOLVED.
    """
    find_totals(rules, work, begin, end)
    for at in range(begin, end):
        work.found[at] = 0.0
    close, warm, whole, found = 0.1, 0, False, False
    largest, promised = 1.0, 0.0
    for _ in range(200):
        lay_out(rules, work, begin, end)
        if warm < 2:
            warm += 1
            if not step_near(work, begin, end):
                break
            continue
        if whole and largest > 1e-3:
            left = product_of(work.slope, work.step, begin, end)
            if not abs(left) <= 0.5 * promised:
                whole = False
                move(work, (begin, end), safe_share(largest) - 1.0)
                continue
        found = largest < 1e-6 and close < 1e-5 and is_solved(work, begin, end)
        if found:
            break
        close = max(min(0.1, largest * largest), 1e-10)
        find_step(rules, work, (begin, end), close)
        promised = product_of(work.slope, work.step, begin, end)
        largest = longest(rules, work, begin, end)
        whole = largest <= LONG
        move(work, (begin, end), 1.0 if whole else safe_share(largest))
    if rules.prior_middle <= 0.0:
        take_mean(work.found, begin, end)
    return 0.0 if found else UNSOLVED


def step_near(work: Any, begin: int, end: int) -> bool:
    """Take Hunter's step, unless weights are so unlike that nothing is left of the small ones."""
    for at in range(begin, end):
        if not (work.actual[at] > 0.0 and work.expected[at] > 0.0):
            return False
    for at in range(begin, end):
        work.found[at] += math.log(work.actual[at] / work.expected[at])
    return True


def is_solved(work: Any, begin: int, end: int) -> bool:
    """Whether everybody was chosen as often as is expected, closely enough."""
    off = 0
    for at in range(begin, end):
        if not abs(work.slope[at]) <= CLOSE * work.actual[at]:
            off += 1
    return off == 0


def move(work: Any, span: tuple[int, int], share: float) -> None:
    """Take a share of a step."""
    for at in range(span[0], span[1]):
        work.found[at] += share * work.step[at]


def longest(rules: Any, work: Any, begin: int, end: int) -> float:
    """By how much a step moves any gap in a race at most, or that to the middle."""
    largest = 0.0
    if rules.prior_middle > 0.0:
        for at in range(begin, end):
            largest = max(largest, abs(work.step[at]))
    first, last = races_of(work, begin, end)
    for race in range(first, last):
        high = work.step[work.runner[work.race[race]]]
        low = high
        for at in range(work.race[race], work.race[race + 1]):
            high = max(high, work.step[work.runner[at]])
            low = min(low, work.step[work.runner[at]])
        largest = max(largest, high - low)
    return largest


def find_step(rules: Any, work: Any, span: tuple[int, int], close: float) -> None:
    """Write Newton's step, ``work.step``, by conjugate gradients.

    close : the part of what is missing at which they may stop
    """
    begin, end = span
    if rules.prior_middle <= 0.0:
        take_mean(work.slope, begin, end)
    size = begin_solving(work, work.slope, work.step, begin, end)
    enough = close * close * size
    for _ in range(4 * (end - begin) + 40):
        if size <= enough or size <= 1e-280:
            break
        look_ahead(rules, work, begin, end)
        size = go_on(work, work.step, size, begin, end)
