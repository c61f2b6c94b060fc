"""Games of single players in strict order, chosen one by one, the short way.

What is written has the bits of ``pull_luce`` and ``move_singles``, which know shared places, teams,
parts of games and leads in score.
"""

from __future__ import annotations

import math

from banzuke.model.log import Log, Record
from banzuke.systems.weng_lin.luce import RISE
from banzuke.systems.weng_lin.moving import move
from banzuke.systems.weng_lin.pairs import gamma_of
from banzuke.systems.weng_lin.rules import Rules, State, Work
from banzuke.systems.weng_lin.sides import grown


def rate_singles(
    state: State, log: Log, rules: Rules, record: Record, work: Work, game: int, end: int
) -> int:
    """Rate games from ``game`` on, as long as each is such a one; which one is not.

    Everybody plays whole games, and only places count.
    """
    while game < end:
        begin, after = 0 + log.game[game], 0 + log.game[game + 1]
        sides = after - begin
        if sides < 3 or log.side[after - 1] + 1 != sides:
            return game
        total, least, highest, strict = seat(state, log, rules, work, begin, after)
        per_c = 1.0 / (rules.spread * math.sqrt(total + sides * rules.beta_2))
        if not strict or (highest - least) * per_c > RISE:
            return game
        add_up(work, sides, per_c, highest)
        weight = 1.0
        if rules.weighted == 1:
            weight = log.weight[game]
        chosen, squares = 0.0, 0.0
        for number in range(sides):
            own = work.own[number]
            choices = 1.0 / work.total[number]
            chosen += choices
            squares += choices * choices
            pull = (1.0 - own * chosen) * per_c
            loss = max(own * chosen - own * own * squares, 0.0)
            loss = gamma_of(work.variance[number], per_c, sides, rules) * loss * per_c * per_c
            move(state, log, rules, record, (begin + number, weight * pull, weight * loss))
        game += 1
    return game


def seat(
    state: State, log: Log, rules: Rules, work: Work, begin: int, after: int
) -> tuple[float, float, float, bool]:
    """(sum of variances, least and highest rating, whether no place is shared).

    Writes strength and variance of each side.
    """
    total, least, highest = 0.0, math.inf, -math.inf
    strict, place = True, 0
    for entry in range(begin, after):
        one = log.player[entry]
        rating = state.rating[one]
        variance = grown(state.deviation[one], rules.tau_2, rules)
        work.strength[entry - begin] = rating
        work.variance[entry - begin] = variance
        total += variance
        least = min(least, rating)
        highest = max(highest, rating)
        strict = strict and log.place[entry] > place
        place = log.place[entry]
    return total, least, highest, strict


def add_up(work: Work, sides: int, per_c: float, highest: float) -> None:
    """Write x of each side, a part of the highest, and the sum of it and of all behind."""
    total = 0.0
    for step in range(1, sides + 1):
        number = sides - step
        own = math.exp((work.strength[number] - highest) * per_c)
        total += own
        work.own[number] = own
        work.total[number] = total
