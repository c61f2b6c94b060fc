"""The ratings of an event that are likeliest by seeds and results: Newton's method."""

from __future__ import annotations

import math
from typing import Any

from banzuke.model.log import Log
from banzuke.numeric.exact_sums import POINTS, on_grid
from banzuke.numeric.normal_table import tabled_chance_and_pull
from banzuke.systems.aga.step import find_step

#: Slopes, in 1 / stones: steps of 2^-41, sums up to 4096 are exact. Curvatures: of 2^-29.
PULLS = 2.0**11
CURVES = 2.0**23


def find_ratings(log: Log, rules: Any, work: Any, begin: int, end: int) -> None:
    """Write ``work.found``: the ratings at which seeds and results are likeliest together.

    The system of a step is solved by conjugate gradients, so that the work is in proportion to
    the games, however many players there are; and only as closely as the next step needs. All
    sums are on grids, so that the order of the games does not move a bit.
    """
    count = gather(log, work, begin, end)
    span = (begin, end, count)
    likely = lay_out(rules, work, span)
    largest = 1e300
    for _ in range(100):
        # What a step misses is a tenth of its square; what is missed at last is to be 1e-13.
        size = 0.0
        for number in range(count):
            size = max(size, abs(work.slope[number] * work.unit[number] * work.unit[number]))
        missed = max(0.1 * size, 1e-13 / max(size, 1e-13))
        find_step(work, span, min(missed, 0.05))
        before, largest = largest, 0.0
        for number in range(count):
            largest = max(largest, abs(work.step[number]))
        likely = go_uphill(rules, work, span, (likely, largest))
        # Where steps no longer shrink, they are the grid's.
        if largest < 1e-6 or (largest < 1e-5 and largest > 0.25 * before):
            break
    for number in range(count):
        work.found[work.members[number]] = on_grid(work.at[number], POINTS)


def gather(log: Log, work: Any, begin: int, end: int) -> int:
    """Number the players of a period and begin at their seeds; how many there are."""
    count = 0
    for entry in range(begin, end):
        one = log.player[entry]
        first = work.meetings.first[one]
        if first == entry:
            work.members[count] = one
            work.number[entry] = count
            work.at[count] = work.seed[one]
            work.tried[count] = work.seed[one]
            count += 1
        else:
            work.number[entry] = work.number[first]
    return count


def go_uphill(rules: Any, work: Any, span: tuple[int, int, int], at: tuple[float, float]) -> float:
    """Take the step, or so much of it that nothing gets less likely; how likely it is then.

    at : how likely it was; the largest step. Steps so small that the curvature cannot change on
    the way are taken whole.
    """
    likely, largest = at
    share = 1.0
    reached = likely
    for _ in range(60):
        for number in range(span[2]):
            work.tried[number] = work.at[number] + share * work.step[number]
        if largest < 1e-6:
            follow(work, span)
            break
        reached = lay_out(rules, work, span)
        if largest < 1e-5 or reached >= likely - 1e-12 * (1.0 + abs(likely)):
            break
        share *= 0.5
    for number in range(span[2]):
        work.at[number] = work.tried[number]
    return reached


def follow(work: Any, span: tuple[int, int, int]) -> None:
    """Move the games' slopes with a step so small that it leaves the curvature as it is."""
    for game in range(span[0] // 2, span[1] // 2):
        rise = work.step[work.number[2 * game]] - work.step[work.number[2 * game + 1]]
        work.pull[game] = on_grid(work.pull[game] - work.bend[game] * rise, PULLS)


def lay_out(rules: Any, work: Any, span: tuple[int, int, int]) -> float:
    """Write slope and curvature of the likelihood where it is tried; give its logarithm.

    span : the period's first entry, the entry after its last, how many players it has
    The logarithm is but for a constant.
    """
    begin, end, count = span
    total, lost = 0.0, 0.0
    for number in range(count):
        one = work.members[number]
        sure = 1.0 / work.variance[one]
        off = work.seed[one] - work.tried[number]
        work.slope[number] = on_grid(off * sure, PULLS)
        work.unit[number] = on_grid(sure, CURVES)
        part = -0.5 * off * off * sure
        lost += left_over(total, part)
        total += part
    for game in range(begin // 2, end // 2):
        sharp = work.sharp[game]
        work.pull[game] = 0.0
        work.bend[game] = 0.0
        if sharp > 0.0:
            winner, loser = work.number[2 * game], work.number[2 * game + 1]
            at = (work.tried[winner] - work.tried[loser] - work.worth[game]) * sharp
            part, pull = tabled_chance_and_pull(rules.chances, at)
            lost += left_over(total, part)
            total += part
            bend = on_grid(max(pull * (at + pull), 0.0) * sharp * sharp, CURVES)
            pull = on_grid(pull * sharp, PULLS)
            work.slope[winner] += pull
            work.slope[loser] -= pull
            work.unit[winner] += bend
            work.unit[loser] += bend
            work.pull[game] = pull
            work.bend[game] = bend
    for number in range(count):
        work.unit[number] = 1.0 / math.sqrt(work.unit[number])
    return total + lost


def left_over(total: float, part: float) -> float:
    """What the sum of two numbers loses by rounding, exactly."""
    reached = total + part
    rounded = reached - total
    return (total - (reached - rounded)) + (part - rounded)
