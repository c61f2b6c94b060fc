"""Games of two sides, of which most logs are full, the short way.

All write the bits that ``pull_sides`` of ``updating`` and ``move_side`` of ``moving`` write, which
go through games of any sides: what is left out here is what such games have no need of.
"""

from __future__ import annotations

from banzuke.model.log import Log, Record
from banzuke.systems.weng_lin.moving import move, move_members
from banzuke.systems.weng_lin.pairs import logistic_meeting, only_meeting
from banzuke.systems.weng_lin.rules import Rules, State, Work
from banzuke.systems.weng_lin.sides import (
    grown,
    lead_factor,
    list_heads,
    mean_size,
    measured,
    size_factor,
)


def rate_duels(state: State, log: Log, rules: Rules, record: Record, game: int, end: int) -> int:
    """Rate games from ``game`` on, as long as each is of two players; which one is not."""
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
    """Rate a game of two sides of any size.

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

    Everybody plays whole games, and only the logistic curve and places count.
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
