"""The kernels of TrueSkill: a duel, two teams, or a chain of many sides."""

from __future__ import annotations

import math
from typing import Any

from banzuke.model.log import Log, Record
from banzuke.numeric.truncated_normal import truncated_above, truncated_between
from banzuke.parts.deviations import WHEN_RATED
from banzuke.parts.performances import (
    margin_of,
    play_of,
    side_end,
    side_performance,
    variance_of,
)
from banzuke.systems.trueskill.chain import Work, pass_messages, told


def rate_duel(state: Any, log: Log, rules: Any, record: Record, one: int, time: float) -> None:
    """Rate the game of entries ``one`` and ``one + 1``."""
    two = one + 1
    a, b = log.player[one], log.player[two]
    play_a, play_b = play_of(log, rules, one), play_of(log, rules, two)
    strength_a = variance_of(state, rules, a, time)
    strength_b = variance_of(state, rules, b, time)
    own_a, own_b = play_a * play_a * strength_a, play_b * play_b * strength_b
    noise = max(rules.noise * (play_a * play_a + play_b * play_b), rules.least)
    variance = (own_a + own_b) + noise
    spread = math.sqrt(variance)
    lead = (play_a * state.rating[a] - play_b * state.rating[b]) / spread
    pull, known = pull_of(lead, rules.duel_margin / spread, log.place[one] == log.place[two])
    pull /= spread
    share = known / variance
    left_a = (1.0 - known) + share * (own_b + noise)
    left_b = (1.0 - known) + share * (own_a + noise)
    apply(state, record, one, a, play_a * strength_a * pull, strength_a, left_a)
    apply(state, record, two, b, -(play_b * strength_b * pull), strength_b, left_b)
    if rules.ageing != WHEN_RATED:
        state.last[a] = time
        state.last[b] = time


def rate_two_sides(
    state: Any, log: Log, rules: Any, record: Record, game: int, time: float
) -> None:
    """Rate a game of two sides with several players."""
    begin, end = log.game[game], log.game[game + 1]
    middle = side_end(log, begin, end)
    mean_a, variance_a = side_performance(state, log, rules, begin, middle, time)
    mean_b, variance_b = side_performance(state, log, rules, middle, end, time)
    variance = variance_a + variance_b
    spread = math.sqrt(variance)
    margin = margin_of(rules, 1.0 * (end - begin)) / spread
    tied = log.place[begin] == log.place[middle]
    pull, known = pull_of((mean_a - mean_b) / spread, margin, tied)
    pull /= spread
    apply_side(state, log, rules, record, (begin, middle, time), (pull, known, variance))
    apply_side(state, log, rules, record, (middle, end, time), (-pull, known, variance))


def rate_many_sides(
    state: Any, log: Log, rules: Any, record: Record, work: Work, game: int, time: float
) -> None:
    """Rate a game of three sides or more."""
    groups = read_sides(state, log, rules, work, game, time)
    pass_messages(work, groups, rules.margin, rules.most_sweeps)
    head, end = log.game[game], log.game[game + 1]
    for group in range(groups):
        for side in range(work.group[group], work.group[group + 1]):
            after = side_end(log, head, end)
            told_of = told(work, group, side, rules.margin)
            apply_side(state, log, rules, record, (head, after, time), told_of)
            head = after


def read_sides(state: Any, log: Log, rules: Any, work: Work, game: int, time: float) -> int:
    """Write what is known of a game's sides before it; how many places they have."""
    head, end = log.game[game], log.game[game + 1]
    side = groups = 0
    place = -1
    while head < end:
        after = side_end(log, head, end)
        mean, variance = side_performance(state, log, rules, head, after, time)
        work.side_mean[side] = mean
        work.side_variance[side] = variance
        work.side_players[side] = after - head
        if log.place[head] != place:
            place = log.place[head]
            work.group[groups] = side
            groups += 1
        side += 1
        head = after
    work.group[groups] = side
    return groups


def pull_of(lead: float, margin: float, tied: bool) -> tuple[float, float]:
    """The source's v and w, of a lead and a draw margin in deviations."""
    if tied:
        return truncated_between(lead, margin)
    return truncated_above(lead - margin)


def apply_side(
    state: Any,
    log: Log,
    rules: Any,
    record: Record,
    who: tuple[int, int, float],
    told_of: tuple[float, float, float],
) -> None:
    """Give each member of a side its part of what the game told of the side.

    who : the first entry, the one after the last, and the time
    told_of : pull, over the variance; the share of the variance that became known; the variance
    """
    head, after, time = who
    pull, known, variance = told_of
    for entry in range(head, after):
        one = log.player[entry]
        play = play_of(log, rules, entry)
        strength = variance_of(state, rules, one, time)
        rest = max(variance - play * play * strength, play * play * rules.noise)
        left = (1.0 - known) + known * min(rest / variance, 1.0)
        apply(state, record, entry, one, play * strength * pull, strength, left)
        if rules.ageing != WHEN_RATED:
            state.last[one] = time


def apply(
    state: Any, record: Record, entry: int, one: int, moved: float, strength: float, left: float
) -> None:
    """Move a player's rating, and keep the share of the variance that is left."""
    after = math.sqrt(strength * left)
    record.change[entry] = moved
    if len(record.before) > 0:
        record.before[entry] = state.rating[one]
        record.other_before[0, entry] = state.deviation[one]
        record.other_after[0, entry] = after
    state.rating[one] += moved
    state.deviation[one] = after
