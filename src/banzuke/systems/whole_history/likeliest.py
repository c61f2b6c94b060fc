"""The likeliest ratings of all days of a group at once.

Newton's method. A step's equations are solved by conjugate gradients, with each player's own
equations solved exactly: so the work of a step is in proportion to the games and days.
"""

from __future__ import annotations

import math
from typing import Any

from banzuke.model.log import Column
from banzuke.numeric.exact_sums import on_grid, span_of
from banzuke.systems.whole_history.chains import factor_chains, solve_chains

#: A fit is good if no rating, were it alone, would still move by more units.
CLOSE = 1e-8
#: A fit ends when what is missing is less, as far as one can tell, units.
SETTLED = 1e-11
#: After so many steps none is gone whole any more.
FULL_STEPS = 40


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
    """Write ``work.found``, and the curvature there; False if the ratings do not settle.

    A step is gone whole if it does not lead beyond the top by as much as half of the slope that
    it had before it. Else, if it moves some gap by d, ln(1 + d) / d of it is gone, with which no
    step is too long, wherever one begins (F. Bach, 2010).
    """
    most = 0.0
    for node in range(begin, end):
        work.found[node] = 0.0
        work.link[node] = 0.0
        if node > begin and work.owner[node] == work.owner[node - 1]:
            work.link[node] = 1.0 / (rules.drift * (work.day[node] - work.day[node - 1]))
        total = 2.0 * rules.virtual
        for slot in range(work.slots[node], work.slots[node + 1]):
            total += on_grid(work.weight[slot], 2.0**20)
        most = max(most, total)
    grid = span_of(2.0 * most)
    span = begin, end
    lay_out(rules, work, span, grid)
    close = 0.1
    for number in range(rules.most_steps):
        find_step(work, span, grid, close)
        largest = longest(work, begin, end)
        ahead = product_of(work.slope, work.step, begin, end)
        move(work, begin, end, 1.0)
        lay_out(rules, work, span, grid)
        beyond = product_of(work.slope, work.step, begin, end)
        if number >= FULL_STEPS or abs(beyond) > 0.5 * ahead + 1e-280:
            # Too far, perhaps.
            share = math.log(1.0 + largest) / max(largest, 1e-9)
            move(work, begin, end, min(share, 1.0) - 1.0)
            lay_out(rules, work, span, grid)
            largest = max(largest, 0.1)
        missing = largest * (largest + close)
        if missing < SETTLED:
            break
        # Far from the goal a step is not worth all its digits.
        close = max(min(0.1, largest), SETTLED / missing)
    return is_settled(work, begin, end)


def move(work: Any, begin: int, end: int, share: float) -> None:
    """Move all ratings by a share of the step."""
    for node in range(begin, end):
        work.found[node] += share * work.step[node]


def is_settled(work: Any, begin: int, end: int) -> bool:
    """Whether no rating, were it alone, would still move."""
    for node in range(begin, end):  # noqa: SIM110  # a generator does not compile
        if not abs(work.slope[node]) <= CLOSE * work.curve[node]:
            return False
    return True


def lay_out(rules: Any, work: Any, span: tuple[int, int], grid: float) -> None:
    """Write slope and curvature of each day at the ratings as they are.

    The slope is reckoned from what is lost and won against the odds, so that few points among
    many are as exact as any. grid : holds the weights of all games of any day
    """
    begin, end = span
    for node in range(begin, end):
        own = work.found[node]
        slope, curve = 0.0, 0.0
        for slot in range(work.slots[node], work.slots[node + 1]):
            lead = own - work.found[work.facing[slot]] + work.edge[slot]
            part = math.exp(-abs(lead))
            likely = 1.0 / (1.0 + part)
            unlikely = part * likely
            weight, won = work.weight[slot], work.won[slot]
            bend = weight * (likely * unlikely)
            work.bend[slot] = bend
            curve += on_grid(bend, grid)
            if lead >= 0.0:
                pull = won * unlikely - (1.0 - won) * likely
            else:
                pull = won * likely - (1.0 - won) * unlikely
            slope += on_grid(weight * pull, grid)
        if work.link[node] > 0.0:
            curve += work.link[node]
            slope -= work.link[node] * (own - work.found[node - 1])
        else:
            curve += 2.0 * rules.virtual * bend_of(own)
            slope += rules.virtual * (chance_of(-own) - chance_of(own))
        if node + 1 < end and work.link[node + 1] > 0.0:
            curve += work.link[node + 1]
            slope += work.link[node + 1] * (work.found[node + 1] - own)
        work.slope[node] = slope
        work.curve[node] = max(curve, 1e-300)
    factor_chains(work, begin, end)


def find_step(work: Any, span: tuple[int, int], grid: float, close: float) -> None:
    """Write Newton's step, ``work.step``, by conjugate gradients.

    close : the part of what is missing at which they may stop
    """
    begin, end = span
    solve_chains(work, work.slope, work.turn, begin, end)
    for node in range(begin, end):
        work.step[node] = 0.0
        work.rest[node] = work.slope[node]
        work.way[node] = work.turn[node]
    size = product_of(work.rest, work.turn, begin, end)
    start = size
    for _ in range(4 * (end - begin) + 40):
        if size <= close * close * start or size <= 1e-280:
            break
        look_ahead(work, span, grid)
        bow = product_of(work.way, work.image, begin, end)
        if bow <= 0.0:
            break
        length = size / bow
        for node in range(begin, end):
            work.step[node] += length * work.way[node]
            work.rest[node] -= length * work.image[node]
        solve_chains(work, work.rest, work.turn, begin, end)
        before = size
        size = product_of(work.rest, work.turn, begin, end)
        for node in range(begin, end):
            work.way[node] = work.turn[node] + size / before * work.way[node]


def look_ahead(work: Any, span: tuple[int, int], grid: float) -> None:
    """Write ``work.image``: the curvature applied to ``work.way``."""
    begin, end = span
    largest = 0.0
    for node in range(begin, end):
        largest = max(largest, abs(work.way[node]))
    fine = grid * span_of(largest)
    for node in range(begin, end):
        own = work.curve[node] * work.way[node]
        if work.link[node] > 0.0:
            own -= work.link[node] * work.way[node - 1]
        if node + 1 < end and work.link[node + 1] > 0.0:
            own -= work.link[node + 1] * work.way[node + 1]
        others = 0.0
        for slot in range(work.slots[node], work.slots[node + 1]):
            others += on_grid(work.bend[slot] * work.way[work.facing[slot]], fine)
        work.image[node] = own - others


def longest(work: Any, begin: int, end: int) -> float:
    """By how much a step moves any gap at most, that from the virtual opponent included."""
    largest = 0.0
    for node in range(begin, end):
        own = work.step[node]
        if work.link[node] <= 0.0:
            largest = max(largest, abs(own))
        for slot in range(work.slots[node], work.slots[node + 1]):
            largest = max(largest, abs(own - work.step[work.facing[slot]]))
    return largest


def product_of(left: Column, right: Column, begin: int, end: int) -> float:
    """The sum of the products of two columns, in any order of them."""
    largest = 0.0
    for node in range(begin, end):
        largest = max(largest, abs(left[node] * right[node]))
    grid = span_of(largest * (end - begin))
    total = 0.0
    for node in range(begin, end):
        total += on_grid(left[node] * right[node], grid)
    return total
