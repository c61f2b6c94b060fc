"""All games of a log, one after the other: what each says, and what its members get of it."""

from __future__ import annotations

import math

from banzuke.model.log import Log, Record
from banzuke.systems.weng_lin.luce import pull_luce
from banzuke.systems.weng_lin.pairs import logistic_meeting, only_meeting, pull_pairs, pull_two
from banzuke.systems.weng_lin.rules import LUCE, Rules, State, Work
from banzuke.systems.weng_lin.sides import (
    grown,
    lead_factor,
    list_heads,
    list_sides,
    mean_size,
    measured,
    size_factor,
)


def update(
    state: State, log: Log, rules: Rules, record: Record, work: Work, first: int, last: int
) -> None:
    """Rate periods ``first`` to ``last - 1`` in place, each game from the values before it."""
    game, end = 0 + log.period[first], 0 + log.period[last]
    while game < end:
        # Loops of their own for what most logs are full of: they are faster than one for all.
        if rules.plain == 1:
            game = rate_duels(state, log, rules, record, game, end)
            if rules.normal == 0 and work.whole[0] == 1:
                game = rate_teams(state, log, rules, record, game, end)
        if game < end:
            rate_any(state, log, rules, record, work, game)
            game += 1


def rate_any(state: State, log: Log, rules: Rules, record: Record, work: Work, game: int) -> None:
    """Rate a game of any number of sides of any size."""
    begin, end = 0 + log.game[game], 0 + log.game[game + 1]
    weight = 1.0
    if rules.weighted == 1:
        weight = log.weight[game]
    if log.side[end - 1] == 1:
        rate_two(state, log, rules, record, work, (begin, end, weight))
    else:
        sides = pull_sides(state, log, rules, work, begin, end)
        if sides == end - begin:
            move_singles(state, log, rules, record, work, (sides, weight))
        else:
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
    span = work.head[number], work.head[number + 1]
    says = weight * work.pull[number], weight * work.loss[number]
    move_members(state, log, rules, record, span, (work.factor[number], says[0], says[1]))


def move_singles(
    state: State, log: Log, rules: Rules, record: Record, work: Work, found: tuple[int, float]
) -> None:
    """``move_side`` of all sides, where each is one player; found : (how many sides, weight)."""
    sides, weight = found
    for number in range(sides):
        entry = work.head[number]
        part = log.play[entry]
        pull, loss = weight * work.pull[number], weight * work.loss[number]
        move(state, log, rules, record, (entry, part * pull, part * part * loss))


def move_members(
    state: State,
    log: Log,
    rules: Rules,
    record: Record,
    span: tuple[int, int],
    says: tuple[float, float, float],
) -> None:
    """Move the members of the side ``span``; says : (what a member counts by, pull, loss)."""
    factor, pull, loss = says
    for entry in range(span[0], span[1]):
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


def rate_duels(state: State, log: Log, rules: Rules, record: Record, game: int, end: int) -> int:
    """Rate games from ``game`` on, as long as each is of two players; which one is not.

    The bits are those of ``pull_sides`` and ``move_side``.
    """
    while game < end:
        begin = 0 + log.game[game]
        if log.game[game + 1] - begin != 2:
            return game
        two = begin + 1
        a, b = log.player[begin], log.player[two]
        play_a, play_b = log.play[begin], log.play[two]
        variance_a = play_a * play_a * grown(state.deviation[a], rules.tau_2, rules)
        variance_b = play_b * play_b * grown(state.deviation[b], rules.tau_2, rules)
        score = 1.0 if log.place[begin] < log.place[two] else 0.5
        lead = play_a * state.rating[a] - play_b * state.rating[b]
        slope, loss_a, loss_b = only_meeting(lead, (variance_a, variance_b), score, rules)
        if rules.weighted == 1:
            weight = log.weight[game]
            slope, loss_a, loss_b = weight * slope, weight * loss_a, weight * loss_b
        move(state, log, rules, record, (begin, play_a * slope, play_a * play_a * loss_a))
        move(state, log, rules, record, (two, 0.0 - play_b * slope, play_b * play_b * loss_b))
        game += 1
    return game


def rate_two(
    state: State, log: Log, rules: Rules, record: Record, work: Work, game: tuple[int, int, float]
) -> None:
    """Rate a game of two sides: the bits of ``pull_sides`` and ``move_side``, but faster.

    game : its first entry, the one after its last, its weight
    """
    begin, end, weight = game
    mean = mean_size(log, rules, begin, end)
    list_heads(log, work, begin, end)
    one, two, after = work.head[0], work.head[1], work.head[2]
    factor_one = size_factor(log, rules, one, two, mean)
    factor_two = size_factor(log, rules, two, after, mean)
    strength_one, variance_one = measured(
        state, log, rules, (one, two), (factor_one, rules.tau_2, 0.0)
    )
    strength_two, variance_two = measured(
        state, log, rules, (two, after), (factor_two, rules.tau_2, 0.0)
    )
    score = 1.0 if log.place[one] < log.place[two] else 0.5
    slope, loss_one, loss_two = only_meeting(
        strength_one - strength_two, (variance_one, variance_two), score, rules
    )
    slope = weight * (slope * lead_factor(log, rules, one, two))
    says_one, says_two = (
        (factor_one, slope, weight * loss_one),
        (factor_two, 0.0 - slope, weight * loss_two),
    )
    move_members(state, log, rules, record, (one, two), says_one)
    move_members(state, log, rules, record, (two, after), says_two)


def rate_teams(state: State, log: Log, rules: Rules, record: Record, game: int, end: int) -> int:
    """Rate games from ``game`` on, as long as each is of two teams of one size; which one is not.

    Everybody plays whole games, and the logistic curve alone counts: the bits of ``rate_two``.
    """
    while game < end:
        begin, after = 0 + log.game[game], 0 + log.game[game + 1]
        size = (after - begin) >> 1
        middle = begin + size
        if size == 1 or middle + size != after or log.side[after - 1] != 1:
            return game
        if log.side[middle - 1] != 0 or log.side[middle] != 1:
            return game
        weight = 1.0
        if rules.weighted == 1:
            weight = log.weight[game]
        strength_one, variance_one, strength_two, variance_two = both_sides(
            state, log, rules, begin, size
        )
        score = 1.0 if log.place[begin] < log.place[middle] else 0.5
        slope, loss_one, loss_two = logistic_meeting(
            strength_one - strength_two, (variance_one, variance_two), score, rules
        )
        slope, loss_one, loss_two = weight * slope, weight * loss_one, weight * loss_two
        for entry in range(begin, middle):
            move(state, log, rules, record, (entry, slope, loss_one))
            move(state, log, rules, record, (entry + size, 0.0 - slope, loss_two))
        game += 1
    return game


def both_sides(
    state: State, log: Log, rules: Rules, begin: int, size: int
) -> tuple[float, float, float, float]:
    """(strength, variance) of one side and of the other, as ``measured`` has them."""
    rating_shift, square_shift = 3.0 * rules.rating_span, 3.0 * rules.square_span
    strength_one, variance_one, strength_two, variance_two = 0.0, 0.0, 0.0, 0.0
    largest = 0.0
    for entry in range(begin, begin + size):
        one, two = log.player[entry], log.player[entry + size]
        rating_one, rating_two = state.rating[one], state.rating[two]
        square_one = grown(state.deviation[one], rules.tau_2, rules)
        square_two = grown(state.deviation[two], rules.tau_2, rules)
        largest = max(largest, abs(rating_one))
        largest = max(largest, abs(rating_two))
        strength_one += (rating_one + rating_shift) - rating_shift
        strength_two += (rating_two + rating_shift) - rating_shift
        variance_one += (square_one + square_shift) - square_shift
        variance_two += (square_two + square_shift) - square_shift
    wide = max(variance_one, variance_two) > rules.square_span
    if wide or size * largest > rules.rating_span:
        how = (1.0, rules.tau_2, 0.0)
        middle = begin + size
        strength_one, variance_one = measured(state, log, rules, (begin, middle), how)
        strength_two, variance_two = measured(state, log, rules, (middle, middle + size), how)
    return strength_one, variance_one, strength_two, variance_two
