"""The kernels of Glicko: one period of games, or one game after the other."""

from __future__ import annotations

import math
from typing import Any, NamedTuple

import numpy as np

from banzuke.model.log import Column, Log, Record
from banzuke.numeric.exact_sums import POINTS, on_grid, span_of
from banzuke.parts.deviations import (
    both_chances,
    lead_of,
    meeting,
    periods_since,
    reliability,
    within,
)
from banzuke.parts.duels import duel_score


class Work(NamedTuple):
    """Scratch of one period; n players.

    games : int64[n], games of the period not yet applied; count : float64[n], all of them
    phi, surprises, information : float64[n], the deviation before, and the sums of the period, of
        g (s - E) and of g² E (1 - E); logits
    variance : float64[n], the square of the deviation after it; factor : float64[n], points a
        surprise; rating : float64[n], after the period, by its results alone
    before, more : float64[n], the rating before the period, and what bonuses and opponents added
    """

    games: Column
    count: Column
    phi: Column
    surprises: Column
    information: Column
    variance: Column
    factor: Column
    rating: Column
    before: Column
    more: Column


def update(
    state: Any, log: Log, rules: Any, record: Record, work: Work, first: int, last: int
) -> None:
    """Rate periods ``first`` to ``last - 1`` in place, each from the values before it."""
    for period in range(first, last):
        game = log.period[period]
        if log.period[period + 1] - game == 1 and rules.extended == 0:
            rate_game(state, log, rules, record, log.game[game], log.time[period])
        else:
            rate_period(state, log, rules, record, work, period)


def work(log: Log, n_players: int) -> Work:
    """Room for any period of a log."""
    return Work(np.zeros(n_players, dtype=np.int64), *(np.zeros(n_players) for _ in range(9)))


def rate_game(state: Any, log: Log, rules: Any, record: Record, one: int, time: float) -> None:
    """Rate the game of entries ``one`` and ``one + 1``, which is a period of its own."""
    two = one + 1
    a, b = log.player[one], log.player[two]
    rating_a, rating_b = state.rating[a], state.rating[b]
    phi_a = start_deviation(state, rules, a, time)
    phi_b = start_deviation(state, rules, b, time)
    lead = (rating_a - rating_b) * rules.per_point + lead_of(log, rules.first_move, one)
    score = duel_score(log.place[one], log.place[two])
    surprise_a, information_a, surprise_b, information_b = meeting(phi_a, phi_b, lead, -lead, score)
    surprise_a, surprise_b = on_grid(surprise_a, 1.0), on_grid(surprise_b, 1.0)
    information_a, information_b = on_grid(information_a, 1.0), on_grid(information_b, 1.0)
    variance_a = phi_a * phi_a / (1.0 + phi_a * phi_a * information_a)
    variance_b = phi_b * phi_b / (1.0 + phi_b * phi_b * information_b)
    moved_a = on_grid(surprise_a * (rules.scale * variance_a), POINTS)
    moved_b = on_grid(surprise_b * (rules.scale * variance_b), POINTS)
    deviation_a, deviation_b = end_deviation(variance_a, rules), end_deviation(variance_b, rules)
    record.change[one] = moved_a
    record.change[two] = moved_b
    if len(record.before) > 0:
        win, lose = both_chances(phi_a, phi_b, lead)
        record.expected[one] = win
        record.expected[two] = lose
        record.before[one] = rating_a
        record.before[two] = rating_b
        record.other_before[0, one] = rules.scale * phi_a
        record.other_before[0, two] = rules.scale * phi_b
        record.other_after[0, one] = deviation_a
        record.other_after[0, two] = deviation_b
    state.rating[a] = rating_a + moved_a
    state.rating[b] = rating_b + moved_b
    state.deviation[a] = deviation_a
    state.deviation[b] = deviation_b
    state.last[a] = time
    state.last[b] = time


def rate_period(state: Any, log: Log, rules: Any, record: Record, work: Work, period: int) -> None:
    """Rate all games of a period from the values before it."""
    player = log.player
    begin, end = log.game[log.period[period]], log.game[log.period[period + 1]]
    time = log.time[period]
    for entry in range(begin, end):
        one = player[entry]
        if work.games[one] == 0:
            work.phi[one] = start_deviation(state, rules, one, time)
            work.surprises[one] = 0.0
            work.information[one] = 0.0
            work.before[one] = state.rating[one]
            work.more[one] = 0.0
        work.games[one] += 1
    for game in range(log.period[period], log.period[period + 1]):
        gather(state, log, rules, record, work, log.game[game])
    for entry in range(begin, end):
        one = player[entry]
        if work.games[one] > 0:
            work.count[one] = work.games[one]
            variance = work.phi[one] * work.phi[one] + work.count[one] * rules.game_growth
            work.variance[one] = variance / (1.0 + variance * work.information[one])
            work.factor[one] = rules.scale * work.variance[one]
            moved = on_grid(work.factor[one] * work.surprises[one], POINTS)
            work.rating[one] = state.rating[one] + moved
            # Counted up from below zero from here on: the factor of the period is known.
            work.games[one] = -work.games[one]
        apply(state, rules, record, work, entry, one)
        if rules.extended == 1:
            two = player[entry + 1] if (entry - begin) % 2 == 0 else player[entry - 1]
            extend(state, rules, record, work, (entry, one, two))
        if work.games[one] == 0:
            state.last[one] = time


def gather(state: Any, log: Log, rules: Any, record: Record, work: Work, one: int) -> None:
    """Add up what the game of entries ``one`` and ``one + 1`` says of its two players."""
    two = one + 1
    a, b = log.player[one], log.player[two]
    lead = (state.rating[a] - state.rating[b]) * rules.per_point
    lead += lead_of(log, rules.first_move, one)
    score = duel_score(log.place[one], log.place[two])
    surprise_a, information_a, surprise_b, information_b = meeting(
        work.phi[a], work.phi[b], lead, -lead, score
    )
    span_a, span_b = span_of(work.games[a]), span_of(work.games[b])
    record.change[one] = on_grid(surprise_a, span_a)
    record.change[two] = on_grid(surprise_b, span_b)
    work.surprises[a] += record.change[one]
    work.surprises[b] += record.change[two]
    work.information[a] += on_grid(information_a, span_a)
    work.information[b] += on_grid(information_b, span_b)
    if len(record.before) > 0:
        win, lose = both_chances(work.phi[a], work.phi[b], lead)
        record.expected[one] = win
        record.expected[two] = lose


def apply(state: Any, rules: Any, record: Record, work: Work, entry: int, one: int) -> None:
    """Add an entry's change to its player's rating; the last one of a period ends it.

    The last one also brings what rounding left of the others.
    """
    rating = state.rating[one]
    work.games[one] += 1
    before = rules.scale * work.phi[one]
    after = before
    if work.games[one] == 0:
        after = end_deviation(work.variance[one], rules)
        state.deviation[one] = after
    moved = on_grid(record.change[entry] * work.factor[one], POINTS)
    if work.games[one] == 0:
        moved = work.rating[one] - (rating - work.more[one])
    record.change[entry] = moved
    if len(record.before) > 0:
        record.before[entry] = rating
        record.other_before[0, entry] = before
        record.other_after[0, entry] = after
    state.rating[one] = rating + moved


def extend(state: Any, rules: Any, record: Record, work: Work, who: tuple[int, int, int]) -> None:
    """Add what playing itself and the opponent's rating bring; who : entry, player, opponent."""
    entry, one, two = who
    moved = bonus_part(rules, work, one, two)
    moved += neighbour_part(rules, work, one, work.before[two] - work.before[one])
    work.more[one] += moved
    record.change[entry] += moved
    state.rating[one] += moved


def bonus_part(rules: Any, work: Work, one: int, two: int) -> float:
    """What the bonus for playing ``two`` is worth to player ``one``, points."""
    return on_grid(work.factor[one] * rules.bonus * reliability(work.phi[two]), POINTS)


def neighbour_part(rules: Any, work: Work, one: int, away: float) -> float:
    """What an opponent so far above draws player ``one`` by in one of the games, points."""
    return on_grid(rules.neighbourhood / work.count[one] * away, POINTS)


def start_deviation(state: Any, rules: Any, one: int, time: float) -> float:
    """Phi before a period's games, logits, grown since the last one and within its bounds."""
    phi = state.deviation[one] * rules.per_point
    idle = periods_since(state.last[one], time, rules.ageing, rules.per_unit, 0.0)
    if idle > 0.0:
        phi = math.sqrt(phi * phi + idle * rules.growth)
    return within(phi, rules.least_deviation, rules.most_deviation)


def end_deviation(variance: float, rules: Any) -> float:
    """The deviation after a period, points, from the variance in logits²."""
    bound = within(math.sqrt(variance), rules.least_deviation, rules.most_deviation)
    return rules.scale * bound
