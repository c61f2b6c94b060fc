"""An event: with what each player enters it, and what each game then changes."""

from __future__ import annotations

import math
from typing import Any, NamedTuple

import numpy as np

from banzuke.model.log import Column, Log, Record
from banzuke.numeric.exact_sums import POINTS, on_grid
from banzuke.numeric.normal import normal_chance
from banzuke.parts.deviations import NEVER
from banzuke.parts.meetings import Meetings, meetings_of, opponent_of
from banzuke.systems.aga.formulas import (
    closed,
    first_deviation,
    game_spread,
    handicap_worth,
    opened,
    rank_middle,
)


class Work(NamedTuple):
    """Scratch of one event, on the scale without the gap, stones.

    Each float64[g]. worth : what the winner gave up by handicap and komi, less than 0 if the
    loser did; spread : the game's deviation, 0 if it is not rated; pull, bend : of the game
    Each float64[n_players]. seed, variance : before the event; found, tried : the best rating,
    one that is tried; slope, curve : of all; step, rest, turn, way, image : of the conjugate
    gradients;
    deviation : after the event; lift : from the rating to the seed
    Each float64[e], for explanations. gap : crossed by the entry; rounding : last digits
    members : int64[n_players], first in it who plays in the event
    Each float64[entries of the longest event], of the rated games of one player, in deviations
    of the game. lead : how much stronger the player is than such a result needs; slant : what
    one deviation of the seed adds to that
    """

    meetings: Meetings
    worth: Column
    spread: Column
    pull: Column
    bend: Column
    seed: Column
    variance: Column
    found: Column
    tried: Column
    slope: Column
    curve: Column
    step: Column
    rest: Column
    turn: Column
    way: Column
    image: Column
    deviation: Column
    lift: Column
    gap: Column
    rounding: Column
    members: Column
    lead: Column
    slant: Column


def room_of(log: Log, n_players: int) -> Work:
    """Room for any period of a log."""
    of_games: Any = [np.zeros(len(log.game) - 1) for _ in range(4)]
    of_players: Any = [np.zeros(n_players) for _ in range(13)]
    of_entries: Any = [np.zeros(len(log.player)) for _ in range(2)]
    of_entries.append(np.zeros(n_players, dtype=np.int64))
    longest = int(np.diff(log.game[log.period].astype(np.int64)).max(initial=0))
    of_entries += [np.zeros(longest) for _ in range(2)]
    return Work(meetings_of(log, n_players), *of_games, *of_players, *of_entries)


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


def read_games(log: Log, rules: Any, work: Work, begin: int, end: int) -> None:
    """Write what each game of a period is worth to the winner, and its deviation."""
    for game in range(begin // 2, end // 2):
        work.spread[game] = 0.0
        work.worth[game] = 0.0
        if is_rated(log, game):
            work.spread[game] = game_spread(stones_of(log, game), komi_of(log, rules, game))
            work.worth[game] = worth_for(log, rules, 2 * game)


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
        if work.spread[at // 2] > 0.0:
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
    work.found[one] = work.seed[one]


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
        if work.spread[at // 2] > 0.0:
            last = at
        at = work.meetings.following[at]
    at = entry
    while at >= 0:
        if work.spread[at // 2] > 0.0:
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


def forecast(state: Any, log: Log, rules: Any, entry: int) -> float:
    """The chance to win of an entry, by the ratings and deviations before the event."""
    one = entry - entry % 2
    first, second = log.player[one], log.player[one + 1]
    lead = closed(state.rating[first]) - closed(state.rating[second])
    spread = game_spread(stones_of(log, one // 2), komi_of(log, rules, one // 2))
    variance = spread * spread + state.deviation[first] * state.deviation[first]
    variance += state.deviation[second] * state.deviation[second]
    value = (lead - worth_for(log, rules, one)) / math.sqrt(variance)
    if entry == one:
        return normal_chance(value)
    return normal_chance(-value)


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
