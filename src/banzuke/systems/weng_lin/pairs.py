"""Sides that meet in pairs: the models of Bradley and Terry and of Thurstone and Mosteller.

Algorithms 1 to 3 of the source. Of shared places in the forms where only neighbours in the
ranking meet, each order in which the sides could have come in counts alike: of m sides that
share a place two are neighbours in 2 / m of these orders, and the last of m meets the first of
the next k in 1 / (m k) of them. Where scores count, neighbours count by the lead of the first
side over the last: by their own leads a better place could gain less.
"""

from __future__ import annotations

import math

from banzuke.model.log import Column, Log
from banzuke.numeric.exact_sums import on_grid, span_of
from banzuke.systems.weng_lin.logistic import logistic
from banzuke.systems.weng_lin.rules import BY_DEVIATION, BY_SIDES, Rules, Work
from banzuke.systems.weng_lin.sides import lead_factor
from banzuke.systems.weng_lin.thurstone import drawn, won


def meeting(lead: float, c: float, score: float, rules: Rules) -> tuple[float, float]:
    """What a meeting says of the side that is not placed worse: its slope, and the fall of it.

    lead : of that side, points; c : the spread, points; score : 1 for better placed, 0.5 for a
    shared place. Of the other side it says the same with the other sign.
    """
    if rules.normal == 1:
        if score == 1.0:
            return won(lead / c, rules.draw_margin / c)
        return drawn(lead / c, rules.draw_margin / c)
    return logistic(lead / c, score)


def spread_of(variance: float, rules: Rules) -> float:
    """The spread c of a meeting of two sides whose variances add up to ``variance``."""
    return rules.spread * math.sqrt(variance + 2.0 * rules.beta_2)


def gamma_of(variance: float, per_c: float, sides: int, rules: Rules) -> float:
    """What the loss of deviation of a side is multiplied by."""
    if rules.gamma == BY_DEVIATION:
        return math.sqrt(variance) * per_c
    if rules.gamma == BY_SIDES:
        return 1.0 / sides
    return 1.0


def pull_two(log: Log, rules: Rules, work: Work) -> None:
    """Write what a game of two sides says of them; all models agree but for the curve."""
    score = 1.0 if work.place[0] < work.place[1] else 0.5
    lead = work.strength[0] - work.strength[1]
    variances = work.variance[0], work.variance[1]
    slope, work.loss[0], work.loss[1] = only_meeting(lead, variances, score, rules)
    work.pull[0] = slope * lead_factor(log, rules, work.head[0], work.head[1])
    work.pull[1] = 0.0 - work.pull[0]


def only_meeting(
    lead: float, variances: tuple[float, float], score: float, rules: Rules
) -> tuple[float, float, float]:
    """What the one meeting of two sides says: the pull on the first, the losses of both.

    lead, score : as of ``meeting``; variances : of both, squares of points
    """
    if rules.normal == 0:
        return logistic_meeting(lead, variances, score, rules)
    c = spread_of(variances[0] + variances[1], rules)
    slope, fall = meeting(lead, c, score, rules)
    return of_both(slope, fall, 1.0 / c, variances, rules)


def logistic_meeting(
    lead: float, variances: tuple[float, float], score: float, rules: Rules
) -> tuple[float, float, float]:
    """``only_meeting`` by the logistic curve: in a function of its own it is compiled to less."""
    c = spread_of(variances[0] + variances[1], rules)
    slope, fall = logistic(lead / c, score)
    return of_both(slope, fall, 1.0 / c, variances, rules)


def of_both(
    slope: float, fall: float, per_c: float, variances: tuple[float, float], rules: Rules
) -> tuple[float, float, float]:
    """The pull on the first side, and the losses of both, of a slope and its fall."""
    fall = fall * per_c * per_c
    loss_one = fall * gamma_of(variances[0], per_c, 2, rules)
    loss_two = fall * gamma_of(variances[1], per_c, 2, rules)
    return slope * per_c, loss_one, loss_two


def pull_pairs(log: Log, rules: Rules, work: Work, sides: int) -> None:
    """Write what the meetings of a game of several sides say of each of them."""
    for number in range(sides):
        work.pull[number] = 0.0
        work.loss[number] = 0.0
    span = meeting_span(log, rules, work, sides)
    place = work.place
    first = 0
    while first < sides:
        after = group_end(place, first, sides)
        last = sides
        following = 1
        if rules.partial == 1:
            last = after
            if after < sides:
                last = group_end(place, after, sides)
                following = last - after
        tied = after - first
        for one in range(first, after):
            for two in range(one + 1, last):
                often, score = 1.0, 1.0
                if place[one] == place[two]:
                    score = 0.5
                    if rules.partial == 1:
                        often = 2.0 / tied
                elif rules.partial == 1:
                    often = 1.0 / (tied * following)
                add_meeting(log, rules, work, (one, two, sides), (often, score, span))
        first = after
    for number in range(sides):
        work.pull[number] = work.pull[number] / rules.beta
        work.loss[number] = work.loss[number] / rules.beta_2


def meeting_span(log: Log, rules: Rules, work: Work, sides: int) -> float:
    """The span of a grid on which all that a side's meetings say adds up exactly."""
    lowest, highest = work.strength[0], work.strength[0]
    least, most = 0.0, 0.0
    if rules.score_margin > 0.0:
        least, most = log.score[work.head[0]], log.score[work.head[0]]
    for number in range(1, sides):
        lowest = min(lowest, work.strength[number])
        highest = max(highest, work.strength[number])
        if rules.score_margin > 0.0:
            least = min(least, log.score[work.head[number]])
            most = max(most, log.score[work.head[number]])
    slope = 1.0
    if rules.normal == 1:
        # No slope is larger than 1 plus the lead in units of the spread.
        slope += (highest - lowest + rules.draw_margin) / spread_of(0.0, rules)
    if rules.score_margin > 0.0:
        slope *= 1.0 + math.log(1.0 + (most - least) / rules.score_margin)
    span = 2.0 * span_of(sides)
    while span < sides * slope:
        span *= 2.0
    return span


def add_meeting(
    log: Log,
    rules: Rules,
    work: Work,
    who: tuple[int, int, int],
    how: tuple[float, float, float],
) -> None:
    """Add a meeting; who : the sides one and two of so many; how : (how often, score, span).

    What is added is in units of beta, so that it is small, and on a grid.
    """
    one, two, sides = who
    often, score, span = how
    c = spread_of(work.variance[one] + work.variance[two], rules)
    slope, fall = meeting(work.strength[one] - work.strength[two], c, score, rules)
    unit = rules.beta / c
    ahead, behind = work.head[one], work.head[two]
    if rules.partial == 1:
        ahead, behind = work.head[0], work.head[sides - 1]
    factor = lead_factor(log, rules, ahead, behind)
    slope = on_grid(often * factor * slope * unit, span)
    fall = often * fall * unit * unit
    work.pull[one] += slope
    work.pull[two] -= slope
    work.loss[one] += on_grid(fall * gamma_of(work.variance[one], 1.0 / c, sides, rules), span)
    work.loss[two] += on_grid(fall * gamma_of(work.variance[two], 1.0 / c, sides, rules), span)


def group_end(place: Column, first: int, sides: int) -> int:
    """The side after the last that shares the place of side ``first``; place : of each side."""
    after = first + 1
    while after < sides and place[after] == place[first]:
        after += 1
    return after
