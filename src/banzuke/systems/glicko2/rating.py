"""The kernels of Glicko-2: one period of games, or one game after the other."""

from __future__ import annotations

import math
from typing import Any, NamedTuple

import numpy as np

from banzuke.model.log import Column, Log, Record
from banzuke.numeric.exact_sums import POINTS, on_grid, span_of
from banzuke.parts.deviations import (
    both_chances,
    meeting,
    periods_since,
    within,
)
from banzuke.parts.duels import duel_score
from banzuke.systems.glicko2.leads import is_rated, leads
from banzuke.systems.glicko2.volatility import Equation, new_volatility


class Work(NamedTuple):
    """Scratch of one period; n players.

    games : int64[n], games of the period not yet applied
    phi, surprises, information : float64[n], the deviation before, S and I of the period, logits
    deviation, volatility : float64[n], after the period; factor : float64[n], points a surprise
    rating : float64[n], after the period
    """

    games: Column
    phi: Column
    surprises: Column
    information: Column
    deviation: Column
    volatility: Column
    factor: Column
    rating: Column


def work(log: Log, n_players: int) -> Work:
    """Room for any period of a log."""
    return Work(np.zeros(n_players, dtype=np.int64), *(np.zeros(n_players) for _ in range(7)))


def update(
    state: Any, log: Log, rules: Any, record: Record, work: Work, first: int, last: int
) -> None:
    """Rate periods ``first`` to ``last - 1`` in place, each from the values before it."""
    for period in range(first, last):
        game = log.period[period]
        if log.period[period + 1] - game != 1:
            rate_period(state, log, rules, record, work, period)
        elif is_rated(log, rules, log.game[game]):
            rate_game(state, log, rules, record, log.game[game], log.time[period])
        else:
            expect(state, log, rules, record, log.game[game])
            leave(state, log, record, log.game[game])


def leave(state: Any, log: Log, record: Record, one: int) -> None:
    """Record that the game of entries ``one`` and ``one + 1`` moves nobody."""
    for entry in range(one, one + 2):
        who = log.player[entry]
        record.change[entry] = 0.0
        if len(record.before) > 0:
            record.before[entry] = state.rating[who]
            deviation, volatility = state.deviation[who], state.volatility[who]
            record.other_before[0, entry] = deviation
            record.other_after[0, entry] = deviation
            record.other_before[1, entry] = volatility
            record.other_after[1, entry] = volatility


def expect(state: Any, log: Log, rules: Any, record: Record, one: int) -> None:
    """Record what would have been expected of a game that is left, if anything is recorded."""
    if len(record.before) > 0:
        a, b = log.player[one], log.player[one + 1]
        phi_a, phi_b = state.deviation[a] * rules.per_point, state.deviation[b] * rules.per_point
        lead_a, lead_b = leads(state.rating[a], state.rating[b], log, rules, one)
        win, lose = both_chances(phi_a, phi_b, 0.5 * (lead_a - lead_b))
        record.expected[one] = win
        record.expected[one + 1] = lose


def rate_game(state: Any, log: Log, rules: Any, record: Record, one: int, time: float) -> None:
    """Rate the game of entries ``one`` and ``one + 1``, which is a period of its own."""
    two = one + 1
    a, b = log.player[one], log.player[two]
    rating_a, rating_b = state.rating[a], state.rating[b]
    volatility_a, volatility_b = state.volatility[a], state.volatility[b]
    idle_a = elapsed(state, rules, a, time)
    idle_b = elapsed(state, rules, b, time)
    phi_a = start_deviation(state.deviation[a], volatility_a, idle_a, rules)
    phi_b = start_deviation(state.deviation[b], volatility_b, idle_b, rules)
    lead_a, lead_b = leads(rating_a, rating_b, log, rules, one)
    surprise_a, information_a, surprise_b, information_b = meeting(
        phi_a, phi_b, lead_a, lead_b, duel_score(log.place[one], log.place[two])
    )
    surprise_a, surprise_b = on_grid(surprise_a, 1.0), on_grid(surprise_b, 1.0)
    information_a, information_b = on_grid(information_a, 1.0), on_grid(information_b, 1.0)
    new_a = after(phi_a, volatility_a, idle_a, surprise_a, information_a, rules)
    new_b = after(phi_b, volatility_b, idle_b, surprise_b, information_b, rules)
    factor_a = bounded_factor(rules.scale * new_a[0], surprise_a, rules)
    factor_b = bounded_factor(rules.scale * new_b[0], surprise_b, rules)
    moved_a = on_grid(surprise_a * factor_a, POINTS)
    moved_b = on_grid(surprise_b * factor_b, POINTS)
    moved_a = within(rating_a + moved_a, rules.lowest, rules.highest) - rating_a
    moved_b = within(rating_b + moved_b, rules.lowest, rules.highest) - rating_b
    record.change[one] = moved_a
    record.change[two] = moved_b
    deviation_a, deviation_b = rules.scale * new_a[1], rules.scale * new_b[1]
    if len(record.before) > 0:
        win, lose = both_chances(phi_a, phi_b, 0.5 * (lead_a - lead_b))
        record.expected[one] = win
        record.expected[two] = lose
        record.before[one] = rating_a
        record.before[two] = rating_b
        record.other_before[0, one] = rules.scale * phi_a
        record.other_before[0, two] = rules.scale * phi_b
        record.other_after[0, one] = deviation_a
        record.other_after[0, two] = deviation_b
        record.other_before[1, one] = volatility_a
        record.other_before[1, two] = volatility_b
        record.other_after[1, one] = new_a[2]
        record.other_after[1, two] = new_b[2]
    state.rating[a] = rating_a + moved_a
    state.rating[b] = rating_b + moved_b
    state.deviation[a] = deviation_a
    state.deviation[b] = deviation_b
    state.volatility[a] = new_a[2]
    state.volatility[b] = new_b[2]
    state.last[a] = time
    state.last[b] = time


def rate_period(state: Any, log: Log, rules: Any, record: Record, work: Work, period: int) -> None:
    """Rate all games of a period from the values before it."""
    player, time = log.player, log.time[period]
    first, last = log.period[period], log.period[period + 1]
    for game in range(first, last):
        begin = log.game[game]
        if not is_rated(log, rules, begin):
            expect(state, log, rules, record, begin)
        else:
            begin_player(state, rules, work, player[begin], time)
            begin_player(state, rules, work, player[begin + 1], time)
    for game in range(first, last):
        if is_rated(log, rules, log.game[game]):
            gather(state, log, rules, record, work, log.game[game])
    for game in range(first, last):
        begin = log.game[game]
        if not is_rated(log, rules, begin):
            leave(state, log, record, begin)
        else:
            for entry in range(begin, begin + 2):
                one = player[entry]
                if work.games[one] > 0:
                    settle(state, rules, work, one, time)
                apply(state, rules, record, work, one, entry)
                if work.games[one] == 0:
                    state.last[one] = time


def begin_player(state: Any, rules: Any, work: Work, one: int, time: float) -> None:
    """Count a game of the period; with a player's first, what there is before all of them."""
    if work.games[one] == 0:
        idle = elapsed(state, rules, one, time)
        phi = start_deviation(state.deviation[one], state.volatility[one], idle, rules)
        work.phi[one] = phi
        work.surprises[one] = 0.0
        work.information[one] = 0.0
    work.games[one] += 1


def settle(state: Any, rules: Any, work: Work, one: int, time: float) -> None:
    """Write a player's values after the period, of which all games are gathered."""
    idle = elapsed(state, rules, one, time)
    surprises = work.surprises[one]
    new = after(work.phi[one], state.volatility[one], idle, surprises, work.information[one], rules)
    factor = bounded_factor(rules.scale * new[0], surprises, rules)
    whole = state.rating[one] + on_grid(factor * surprises, POINTS)
    work.factor[one] = factor
    work.rating[one] = within(whole, rules.lowest, rules.highest)
    work.deviation[one] = rules.scale * new[1]
    work.volatility[one] = new[2]
    # Counted up from below zero from here on: the values after the period are known.
    work.games[one] = -work.games[one]


def gather(state: Any, log: Log, rules: Any, record: Record, work: Work, one: int) -> None:
    """Add up what the game of entries ``one`` and ``one + 1`` says of its two players."""
    two = one + 1
    a, b = log.player[one], log.player[two]
    phi_a, phi_b = work.phi[a], work.phi[b]
    lead_a, lead_b = leads(state.rating[a], state.rating[b], log, rules, one)
    surprise_a, information_a, surprise_b, information_b = meeting(
        phi_a, phi_b, lead_a, lead_b, duel_score(log.place[one], log.place[two])
    )
    span_a, span_b = span_of(work.games[a]), span_of(work.games[b])
    record.change[one] = on_grid(surprise_a, span_a)
    record.change[two] = on_grid(surprise_b, span_b)
    work.surprises[a] += record.change[one]
    work.surprises[b] += record.change[two]
    work.information[a] += on_grid(information_a, span_a)
    work.information[b] += on_grid(information_b, span_b)
    if len(record.before) > 0:
        win, lose = both_chances(phi_a, phi_b, 0.5 * (lead_a - lead_b))
        record.expected[one] = win
        record.expected[two] = lose


def bounded_factor(factor: float, surprises: float, rules: Any) -> float:
    """The points a surprise, so that a period's gain is larger, or its step no larger, as ruled."""
    moved = factor * surprises
    if moved > 0.0:
        factor *= rules.gain_factor
        moved *= rules.gain_factor
    if 0.0 < rules.most_change < abs(moved):
        factor *= rules.most_change / abs(moved)
    return factor


def apply(state: Any, rules: Any, record: Record, work: Work, one: int, entry: int) -> None:
    """Add an entry's change to its player's rating; the last one of a period ends it.

    The last one also brings what rounding left of the others, and what a bound holds.
    """
    rating = state.rating[one]
    work.games[one] += 1
    last = work.games[one] == 0
    moved = on_grid(record.change[entry] * work.factor[one], POINTS)
    if last:
        moved = work.rating[one] - rating
    record.change[entry] = moved
    if len(record.before) > 0:
        record.before[entry] = rating
        record.other_before[0, entry] = rules.scale * work.phi[one]
        record.other_after[0, entry] = rules.scale * work.phi[one]
        record.other_before[1, entry] = state.volatility[one]
        record.other_after[1, entry] = state.volatility[one]
        if last:
            record.other_after[0, entry] = work.deviation[one]
            record.other_after[1, entry] = work.volatility[one]
    state.rating[one] = rating + moved
    if last:
        state.deviation[one] = work.deviation[one]
        state.volatility[one] = work.volatility[one]


def elapsed(state: Any, rules: Any, one: int, time: float) -> float:
    """The periods of growth since the player was last rated."""
    return periods_since(state.last[one], time, rules.ageing, rules.per_unit, 1.0 * rules.inside)


def start_deviation(deviation: float, volatility: float, idle: float, rules: Any) -> float:
    """Phi before a period's games, logits, within its bounds.

    The last period of growth may be part of the rating itself (step 6).
    """
    phi = deviation * rules.per_point
    if rules.inside == 1:
        idle = max(idle - 1.0, 0.0)
    if idle > 0.0:
        phi = math.sqrt(phi * phi + idle * volatility * volatility)
    return within(phi, rules.least_deviation, rules.most_deviation)


def after(
    phi: float, volatility: float, idle: float, surprises: float, information: float, rules: Any
) -> tuple[float, float, float]:
    """(phi'² unbounded, phi', volatility') of steps 4 to 7, logits.

    The first is what a rating moves by for a surprise of 1.
    """
    equation = Equation(
        volatility * volatility, 1.0 + phi * phi * information, surprises, information, rules.square
    )
    new = new_volatility(volatility, equation, rules.most_volatility, rules.steps)
    new = max(new, rules.least_volatility)
    variance = phi * phi
    if rules.inside == 1:
        variance += min(idle, 1.0) * new * new
    variance = variance / (1.0 + variance * information)
    bound = within(math.sqrt(variance), rules.least_deviation, rules.most_deviation)
    return variance, bound, new
