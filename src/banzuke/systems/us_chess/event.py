"""An event by US Chess: what each player's games come to, and what is counted after them."""

from __future__ import annotations

import math
from typing import NamedTuple

from banzuke.model.log import Column, Log, Record
from banzuke.numeric.exact_sums import CHANCES, POINTS, on_grid
from banzuke.parts.duels import duel_score
from banzuke.parts.meetings import Meetings, opponent_of
from banzuke.systems.us_chess.formulas import (
    earned_floor,
    effective_games,
    is_bonus_event,
    k_factor,
    peak_floor,
    special_rating,
    standard_expectancy,
)
from banzuke.systems.us_chess.rules import Rules, State


class Work(NamedTuple):
    """Scratch of one period; each float64[n_players].

    prior : the rating before the event, or the initial rating of the unrated
    opponent : as what a player is met in the pass; passed : the result of the pass
    effective : N'; special : 1 where the special formula holds; factor : K
    expected : E; bonus, raised : what the last entry adds for the bonus and up to the floor
    """

    meetings: Meetings
    prior: Column
    opponent: Column
    passed: Column
    effective: Column
    special: Column
    factor: Column
    expected: Column
    bonus: Column
    raised: Column


def set_prior(state: State, rules: Rules, work: Work, one: int, year: int) -> None:
    """Steps 1 and 2: initial rating, effective games and formula of one player."""
    prior = state.rating[one]
    games = state.games[one]
    if games == 0.0 and state.born[one] > 0.0 and year > 0:
        prior = min(max(50.0 * (year - state.born[one]), 100.0), 1300.0)
    work.prior[one] = prior
    work.opponent[one] = prior
    work.passed[one] = prior
    work.effective[one] = effective_games(prior, games, rules.old_form)
    work.special[one] = 0.0
    if games <= rules.special_games or state.streak[one] != 0.0:
        work.special[one] = 1.0


def estimate_newcomer(state: State, log: Log, rules: Rules, work: Work, entry: int) -> None:
    """Step 3: an estimate of who is unrated, for opponents; the initial rating is one game."""
    one = log.player[entry]
    if state.games[one] == 0.0:
        prior = work.prior[one]
        found = special_rating(prior, log, work, (entry, 1.0, prior, 0.5))
        work.passed[one] = max(min(found, rules.special_cap), 100.0)


def take_results(log: Log, work: Work, begin: int, end: int) -> None:
    """From now on, opponents are taken at the results of the last pass."""
    for entry in range(begin, end):
        one = log.player[entry]
        work.opponent[one] = work.passed[one]


def rate_player(state: State, log: Log, rules: Rules, work: Work, chain: tuple[int, int]) -> None:
    """Steps 4 and 5: the result of one player; chain : the first entry, whether dual-rated."""
    entry, dual = chain
    one = log.player[entry]
    prior = work.prior[one]
    effective = work.effective[one]
    work.bonus[one] = 0.0
    if work.special[one] == 1.0:
        anchor = prior - 400.0 * state.streak[one]
        past = effective * (0.5 + 0.5 * state.streak[one])
        found = special_rating(prior, log, work, (entry, effective, anchor, past))
        work.passed[one] = max(min(found, max(rules.special_cap, prior)), 100.0)
        return
    games = 0.0
    score = 0.0
    expected = 0.0
    at = entry
    while at >= 0:
        other = opponent_of(at)
        games += 1.0
        score += duel_score(log.place[at], log.place[other])
        chance = standard_expectancy(prior - work.opponent[log.player[other]])
        expected += on_grid(chance, CHANCES)
        at = work.meetings.following[at]
    factor = k_factor(prior, effective, games, dual)
    gain = factor * (score - expected)
    threshold = rules.bonus_threshold * math.sqrt(max(games, 4.0))
    if gain > threshold and is_bonus_event(log, work, entry):
        work.bonus[one] = on_grid(gain - threshold, POINTS)
    work.factor[one] = factor
    work.expected[one] = expected
    work.passed[one] = max(prior + gain + work.bonus[one], 100.0)


def share_out(state: State, log: Log, rules: Rules, record: Record, work: Work, entry: int) -> None:
    """Write the changes of a player's entries, so that with the floor they add up to the result."""
    one = log.player[entry]
    floor = state.floor[one]
    if rules.personal_floor == 1:
        floor = earned_floor(floor, floor_credit(log, work, entry))
    work.raised[one] = 0.0
    reached = state.rating[one]
    at = entry
    while at >= 0:
        other = opponent_of(at)
        last = work.meetings.following[at] < 0
        change = 0.0
        if work.special[one] == 0.0:
            lead = work.prior[one] - work.opponent[log.player[other]]
            score = duel_score(log.place[at], log.place[other])
            change = on_grid(work.factor[one] * (score - standard_expectancy(lead)), POINTS)
            if last:
                change += work.bonus[one]
                if reached + change < floor:
                    work.raised[one] = floor - (reached + change)
                    change += work.raised[one]
        elif last:
            change = max(on_grid(work.passed[one], POINTS), floor) - reached
        record.change[at] = change
        reached += change
        at = work.meetings.following[at]


def floor_credit(log: Log, work: Work, entry: int) -> float:
    """By how much an event raises a personal floor: 4 a win, 2 a draw, 1 from three games on."""
    credit = 0.0
    games = 0
    while entry >= 0:
        games += 1
        credit += 4.0 * duel_score(log.place[entry], log.place[opponent_of(entry)])
        entry = work.meetings.following[entry]
    if games >= 3:
        credit += 1.0
    return credit


def apply_entry(
    state: State, log: Log, rules: Rules, record: Record, work: Work, entry: int
) -> None:
    """Add one entry's change; with a player's last entry, count the games and set the floor."""
    one = log.player[entry]
    keep = len(record.before) > 0
    if keep:
        lead = work.prior[one] - work.prior[log.player[opponent_of(entry)]]
        record.expected[entry] = standard_expectancy(lead)
        record.before[entry] = state.rating[one]
        record.other_before[0, entry] = state.games[one]
        record.other_before[1, entry] = state.floor[one]
        record.other_before[2, entry] = state.streak[one]
        record.other_before[3, entry] = state.born[one]
    state.rating[one] += record.change[entry]
    if work.meetings.following[entry] < 0:
        count_event(state, log, rules, work, work.meetings.first[one])
    if keep:
        record.other_after[0, entry] = state.games[one]
        record.other_after[1, entry] = state.floor[one]
        record.other_after[2, entry] = state.streak[one]
        record.other_after[3, entry] = state.born[one]


def count_event(state: State, log: Log, rules: Rules, work: Work, entry: int) -> None:
    """Count a player's games; raise the floor by the event, then by an established rating."""
    one = log.player[entry]
    if rules.personal_floor == 1:
        credit = floor_credit(log, work, entry)
        state.floor[one] = earned_floor(state.floor[one], credit)
    games = 0.0
    points = 0.0
    at = entry
    while at >= 0:
        games += 1.0
        points += duel_score(log.place[at], log.place[opponent_of(at)])
        at = work.meetings.following[at]
    streak = 0.0
    if points == games:
        streak = 1.0
    elif points == 0.0:
        streak = -1.0
    if state.games[one] > 0.0 and state.streak[one] != streak:
        streak = 0.0
    state.streak[one] = streak
    state.games[one] += games
    if state.games[one] > rules.established_games:
        state.floor[one] = max(state.floor[one], peak_floor(state.rating[one]))
