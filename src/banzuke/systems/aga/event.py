"""An event: with what each player enters it, and what each game then changes."""

from __future__ import annotations

import math
from typing import Any

from banzuke.model.log import Log, Record
from banzuke.numeric.exact_sums import POINTS, on_grid
from banzuke.numeric.normal import normal_chance
from banzuke.parts.deviations import NEVER
from banzuke.parts.meetings import opponent_of
from banzuke.systems.aga.formulas import (
    closed,
    first_deviation,
    game_spread,
    handicap_worth,
    opened,
    rank_middle,
)
from banzuke.systems.aga.work import Work


def stones_of(log: Log, game: int) -> float:
    """The handicap of a game, whoever received it."""
    return max(log.handicap[2 * game], log.handicap[2 * game + 1])


def is_rated(log: Log, game: int) -> bool:
    """Whether a game is on 19 lines, or on a board that is not told, with at most 9 stones."""
    size = log.board_size[game]
    return not (size < 19.0 or size > 19.0) and stones_of(log, game) <= 9.0


def komi_of(log: Log, rules: Any, game: int) -> float:
    """The komi of a game; where it is not told, the usual one."""
    komi = log.komi[game]
    if komi < 0.0 or komi >= 0.0:
        return komi
    if stones_of(log, game) > 0.0:
        return rules.handicap_komi
    return rules.komi


def second_mover(log: Log, game: int) -> int:
    """The entry of who moved second, or gave the stones; -1 if nothing tells who did."""
    one = 2 * game
    if log.handicap[one] > log.handicap[one + 1]:
        return one + 1
    if log.handicap[one] < log.handicap[one + 1]:
        return one
    if log.advantage[one] > log.advantage[one + 1]:
        return one + 1
    if log.advantage[one] < log.advantage[one + 1]:
        return one
    return -1


def worth_for(log: Log, rules: Any, entry: int) -> float:
    """What the player of an entry gives up by handicap and komi, stones; less than 0: receives.

    0 in an even game of which nobody knows who moved first.
    """
    game = entry // 2
    second = second_mover(log, game)
    if second < 0:
        return 0.0
    worth = handicap_worth(stones_of(log, game), komi_of(log, rules, game))
    if second == entry:
        return worth
    return 0.0 - worth


def spread_of(log: Log, rules: Any, game: int) -> float:
    """The deviation of a game, stones."""
    return game_spread(stones_of(log, game), komi_of(log, rules, game))


def read_games(log: Log, rules: Any, work: Work, begin: int, end: int) -> None:
    """Write what each game of a period is worth to the winner, and how sharp it is."""
    for game in range(begin // 2, end // 2):
        work.sharp[game] = 0.0
        work.worth[game] = worth_for(log, rules, 2 * game)
        if is_rated(log, game):
            work.sharp[game] = 1.0 / spread_of(log, rules, game)


def aged_variance(deviation: float, seen: float, time: float, ageing: float) -> float:
    """The variance after the days since ``seen``; none are counted where either is unknown."""
    grown = 0.0
    if seen != NEVER and time > seen:
        grown = ageing * (time - seen)
    return deviation * deviation + grown * grown


def enter(state: Any, log: Log, rules: Any, work: Work, chain: tuple[int, float]) -> None:
    """Find a player's seed and variance; chain : the first entry, the event's time."""
    entry, time = chain
    one = log.player[entry]
    value = closed(state.rating[one])
    rank = -1e9
    wins = 0
    at = entry
    while at >= 0:
        if work.sharp[at // 2] > 0.0:
            said = log.entry_rank[at]
            if said < 0.0 or said > 0.0:
                rank = max(rank, rank_middle(said))
            if log.place[at] < log.place[opponent_of(at)]:
                wins += 1
        at = work.meetings.following[at]
    rise = rank - value
    seed = value
    if wins > 0 and rise >= rules.reseed_from:
        seed = rank
        deviation = first_deviation(rank, rules)
        variance = deviation * deviation
    elif wins > 0 and rise >= rules.promotion_from:
        seed = value + rules.promotion_step + rules.promotion_share * rise
        variance = state.deviation[one] * state.deviation[one]
        variance += rules.promotion_doubt * math.exp(rules.promotion_power * math.log(rise))
    else:
        variance = aged_variance(state.deviation[one], state.seen[one], time, rules.ageing)
    work.seed[one] = on_grid(seed, POINTS)
    work.lift[one] = work.seed[one] - value
    work.variance[one] = variance


def game_part(work: Work, one: int, entry: int) -> float:
    """What a game adds to its player's value: the variance times the pull of the result.

    At the likeliest ratings these add up, with the seed, to the new value.
    """
    sign = 1.0 - 2.0 * (entry % 2)
    return on_grid(work.variance[one] * sign * work.pull[entry // 2], POINTS)


def share_out(state: Any, log: Log, record: Record, work: Work, entry: int) -> None:
    """Write the changes of a player's entries, from the first on, across the gap where need be."""
    one = log.player[entry]
    reached = state.rating[one]
    value = closed(reached)
    missing = work.lift[one]
    last = -1
    at = entry
    while at >= 0:
        record.change[at] = 0.0
        if work.sharp[at // 2] > 0.0:
            last = at
        at = work.meetings.following[at]
    at = entry
    while at >= 0:
        if work.sharp[at // 2] > 0.0:
            change = missing + game_part(work, one, at)
            value += change
            if at == last:
                value = work.found[one]
            work.gap[at] = gap_between(reached, value)
            change += work.gap[at]
            work.rounding[at] = 0.0
            if at == last:
                work.rounding[at] = (opened(value) - reached) - change
                change += work.rounding[at]
            missing = 0.0
            record.change[at] = change
            reached += change
        at = work.meetings.following[at]


def gap_between(rating: float, value: float) -> float:
    """What the numbers between -1 and 1, which nobody has, add on the way to a value."""
    if rating < 0.0 and value >= 0.0:
        return 2.0
    if rating > 0.0 and value < 0.0:
        return -2.0
    return 0.0


def forecast(state: Any, log: Log, rules: Any, game: int, worth: float) -> tuple[float, float]:
    """The two chances to win a game, by the ratings and deviations before the event.

    worth : what the first player gives up by handicap and komi
    """
    first, second = log.player[2 * game], log.player[2 * game + 1]
    lead = closed(state.rating[first]) - closed(state.rating[second])
    spread = spread_of(log, rules, game)
    one, other = state.deviation[first], state.deviation[second]
    value = (lead - worth) / math.sqrt(spread * spread + (one * one + other * other))
    smaller = normal_chance(-abs(value))
    if value < 0.0:
        return smaller, 1.0 - smaller
    return 1.0 - smaller, smaller


def apply_entry(state: Any, record: Record, work: Work, at: tuple[int, int, float]) -> None:
    """Add one entry's change; with the last one the deviation; at : player, entry, time."""
    one, entry, time = at
    keep = len(record.before) > 0
    if keep:
        record.before[entry] = state.rating[one]
        record.other_before[0, entry] = state.deviation[one]
    state.rating[one] += record.change[entry]
    if work.meetings.following[entry] < 0 and work.deviation[one] > 0.0:
        state.deviation[one] = work.deviation[one]
        state.seen[one] = time
    if keep:
        record.other_after[0, entry] = state.deviation[one]
