"""All games of a log, one after the other: what each says, and what its members get of it."""

from __future__ import annotations

import math

from banzuke.model.log import Log, Record
from banzuke.systems.weng_lin.luce import pull_luce
from banzuke.systems.weng_lin.pairs import gamma_of, meeting, pull_pairs, pull_two, spread_of
from banzuke.systems.weng_lin.rules import LUCE, Rules, State, Work
from banzuke.systems.weng_lin.sides import grown, list_sides


def update(
    state: State, log: Log, rules: Rules, record: Record, work: Work, first: int, last: int
) -> None:
    """Rate periods ``first`` to ``last - 1`` in place, each game from the values before it."""
    for game in range(log.period[first], log.period[last]):
        begin, end = 0 + log.game[game], 0 + log.game[game + 1]
        weight = 1.0
        if rules.weighted == 1:
            weight = log.weight[game]
        if end - begin == 2 and rules.plain == 1:
            rate_duel(state, log, rules, record, begin, weight)
        else:
            sides = pull_sides(state, log, rules, work, begin, end)
            for number in range(sides):
                move_side(state, log, rules, record, work, (number, weight))


def pull_sides(state: State, log: Log, rules: Rules, work: Work, begin: int, end: int) -> int:
    """Write what a game says of each of its sides; their number."""
    sides = list_sides(state, log, rules, work, begin, end)
    if sides == 2:
        pull_two(log, rules, work)
    elif rules.model == LUCE:
        pull_luce(log, rules, work, sides)
    else:
        pull_pairs(log, rules, work, sides)
    return sides


def move_side(
    state: State, log: Log, rules: Rules, record: Record, work: Work, found: tuple[int, float]
) -> None:
    """Move the members of a side, each by the square of the own deviation; found : (side, weight).

    A member who played a part has that part of the pull, and the square of it of the loss.
    """
    number, weight = found
    pull, loss = weight * work.pull[number], weight * work.loss[number]
    factor = work.factor[number]
    for entry in range(work.head[number], work.head[number + 1]):
        part = factor * log.play[entry]
        move(state, log, rules, record, (entry, part * pull, part * part * loss))


def move(
    state: State, log: Log, rules: Rules, record: Record, found: tuple[int, float, float]
) -> None:
    """Move the player of an entry; found : (entry, pull, loss)."""
    entry, pull, loss = found
    one = log.player[entry]
    rating, deviation = state.rating[one], state.deviation[one]
    variance = grown(deviation, rules.tau_2, rules)
    after = rating + variance * pull
    moved = after - rating
    narrowed = narrower(variance, loss, rules)
    record.change[entry] = moved
    if len(record.before) > 0:
        record.before[entry] = rating
        record.other_before[0, entry] = deviation
        record.other_after[0, entry] = narrowed
    state.rating[one] = rating + moved
    state.deviation[one] = narrowed


def narrower(variance: float, loss: float, rules: Rules) -> float:
    """The deviation after a game that takes ``loss`` times the variance of it."""
    return math.sqrt(max(variance * max(1.0 - variance * loss, rules.kappa), rules.least))


def rate_duel(
    state: State, log: Log, rules: Rules, record: Record, begin: int, weight: float
) -> None:
    """Rate a game of two players: the bits of ``pull_sides`` and ``move_side``, but faster."""
    two = begin + 1
    a, b = log.player[begin], log.player[two]
    play_a, play_b = log.play[begin], log.play[two]
    variance_a = play_a * play_a * grown(state.deviation[a], rules.tau_2, rules)
    variance_b = play_b * play_b * grown(state.deviation[b], rules.tau_2, rules)
    c = spread_of(variance_a + variance_b, rules)
    score = 1.0 if log.place[begin] < log.place[two] else 0.5
    lead = play_a * state.rating[a] - play_b * state.rating[b]
    slope, fall = meeting(lead, c, score, rules)
    per_c = 1.0 / c
    slope = weight * (slope * per_c)
    fall = fall * per_c * per_c
    loss_a = weight * (fall * gamma_of(variance_a, per_c, 2, rules))
    loss_b = weight * (fall * gamma_of(variance_b, per_c, 2, rules))
    move(state, log, rules, record, (begin, play_a * slope, play_a * play_a * loss_a))
    move(state, log, rules, record, (two, 0.0 - play_b * slope, play_b * play_b * loss_b))
