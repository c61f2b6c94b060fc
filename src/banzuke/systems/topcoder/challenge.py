"""One challenge by the formulas of the source, each under the name that it has there."""

from __future__ import annotations

import math
from typing import Any

from banzuke.model.log import Column, Log, Record
from banzuke.numeric.exact_sums import CHANCES, POINTS, SQUARES, on_grid
from banzuke.numeric.normal import normal_quantile


def settle(state: Any, log: Log, rules: Any, record: Record, begin: int, end: int) -> None:
    """Write the change (and expectation) of each contestant of one contest."""
    player = log.player
    games = state.games
    everybody = challenge_factor(state, player, begin, end, 0)
    members = everybody
    if rules.newcomers_after == 1:
        members = challenge_factor(state, player, begin, end, 1)
    for entry in range(begin, end):
        one = player[entry]
        known = 0
        factor = everybody
        if rules.newcomers_after == 1 and games[one] > 0.0:
            known = 1
            factor = members
        size = group_size(games, player, begin, end, known)
        expected = expected_rank(state, player, begin, end, entry, known)
        actual = actual_rank(games, log, begin, end, entry, known)
        performed = state.rating[one]
        performed += factor * (performance(actual, size) - performance(expected, size))
        record.change[entry] = change_of(state.rating[one], games[one], performed, rules)
        if len(record.expected) > 0:
            if known == 1:
                expected = expected_rank(state, player, begin, end, entry, 0)
            record.expected[entry] = expected_points(expected, end - begin)


def chance_to_be_above(rating: float, volatility: float, other: float, vol: float) -> float:
    """WP of the source: the chance of the first of two players to be placed above the second."""
    spread = math.sqrt(2.0 * (volatility * volatility + vol * vol))
    if spread == 0.0:
        # Volatilities so small that their squares vanish.
        if rating == other:
            return 0.5
        return 1.0 if rating > other else 0.0
    return 0.5 * (math.erf((rating - other) / spread) + 1.0)


def is_in(games: float, known: int) -> bool:
    """Whether a player belongs to the group: of everybody, or of members with a rating only."""
    return known == 0 or games > 0.0


def group_size(games: Column, player: Column, begin: int, end: int, known: int) -> int:
    """NumCoders of the source."""
    if known == 0:
        return end - begin
    size = 0
    for entry in range(begin, end):
        if games[player[entry]] > 0.0:
            size += 1
    return size


def challenge_factor(state: Any, player: Column, begin: int, end: int, known: int) -> float:
    """CF of the source, points: from the group's volatilities and the spread of its ratings."""
    size = group_size(state.games, player, begin, end, known)
    if size < 2:
        return 0.0
    total = 0.0
    for entry in range(begin, end):
        if is_in(state.games[player[entry]], known):
            total += on_grid(state.rating[player[entry]], POINTS)
    mean = total / size
    squares = 0.0
    spread = 0.0
    for entry in range(begin, end):
        one = player[entry]
        if is_in(state.games[one], known):
            squares += on_grid(state.volatility[one] * state.volatility[one], SQUARES)
            off = state.rating[one] - mean
            spread += on_grid(off * off, SQUARES)
    return math.sqrt(squares / size + spread / (size - 1))


def expected_rank(
    state: Any, player: Column, begin: int, end: int, entry: int, known: int
) -> float:
    """ERank of the source: 0.5 and everybody's chance to be above, one's own with 0.5."""
    rating, volatility = state.rating, state.volatility
    one = player[entry]
    total = 0.5
    for other in range(begin, end):
        two = player[other]
        if is_in(state.games[two], known):
            chance = chance_to_be_above(rating[two], volatility[two], rating[one], volatility[one])
            total += on_grid(chance, CHANCES)
    return total


def expected_points(rank: float, size: int) -> float:
    """How many of all others are expected below whom one expects at a rank; a tie counts half."""
    return size + 0.5 - rank - 0.5


def actual_rank(games: Column, log: Log, begin: int, end: int, entry: int, known: int) -> float:
    """ARank of the source: the place in the group, the mean of places that are shared."""
    better, sharing = 0, 0
    for other in range(begin, end):
        if is_in(games[log.player[other]], known):
            if log.place[other] < log.place[entry]:
                better += 1
            elif log.place[other] == log.place[entry]:
                sharing += 1
    return better + 0.5 * (sharing + 1)


def performance(rank: float, size: int) -> float:
    """EPerf or APerf of the source, in standard deviations; the higher, the better."""
    return -normal_quantile((rank - 0.5) / size)


def contest_weight(rating: float, games: float, rules: Any) -> float:
    """Weight of the source, from the contests before and the rating."""
    share = (rules.first_share - rules.last_share) / (games + 1.0) + rules.last_share
    weight = 1.0 / (1.0 - share) - 1.0
    factor = 1.0
    for row in range(len(rules.steady_from)):
        if rating >= rules.steady_from[row]:
            factor = rules.steady_factor[row]
    return weight * factor


def largest_change(games: float, rules: Any) -> float:
    """Cap of the source, points."""
    more = rules.cap_of_new / (games + 2.0)
    if rules.cap_whole == 1:
        more = math.floor(more)
    return rules.cap + more


def change_of(rating: float, games: float, performed: float, rules: Any) -> float:
    """What a contest adds to a rating, from the rating performed."""
    weight = contest_weight(rating, games, rules)
    cap = largest_change(games, rules)
    change = weight / (1.0 + weight) * (performed - rating)
    change = min(max(change, -cap), cap)
    if rating + change < rules.lowest_rating:
        change = rules.lowest_rating - rating
    if rules.whole == 1:
        change = math.floor(rating + change + 0.5) - rating
    return on_grid(change, POINTS)


def volatility_after(
    rating: float, volatility: float, games: float, change: float, rules: Any
) -> float:
    """NewVolatility of the source, points."""
    if games == 0.0 and rules.first_volatility > 0.0:
        return rules.first_volatility
    weight = contest_weight(rating, games, rules)
    after = math.sqrt(change * change / weight + volatility * volatility / (weight + 1.0))
    if rules.whole == 1:
        # A volatility of 0 would leave a player without any spread for good.
        after = max(math.floor(after + 0.5), 1.0)
    return after
