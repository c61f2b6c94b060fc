"""An event by US Chess: what each player's games come to, and what is counted after them."""

from __future__ import annotations

import math
from typing import NamedTuple

from banzuke.model.log import Column, Log, Record
from banzuke.numeric.exact_sums import CHANCES, POINTS, on_grid
from banzuke.parts.duels import duel_score
from banzuke.parts.meetings import Meetings, opponent_of
from banzuke.systems.us_chess.formulas import (
    MOST_EARNED,
    earned_floor,
    effective_games,
    is_bonus_event,
    k_factor,
    peak_floor,
    standard_expectancy,
)
from banzuke.systems.us_chess.rules import Rules, State
from banzuke.systems.us_chess.special import special_rating


class Work(NamedTuple):
    """Scratch of one period.

    Each float64[n_players].
    prior : the rating before the event, or the initial rating of the unrated
    opponent : as what a player is met in the pass; passed : the result of the pass
    effective : N'; special : 1 where the special formula holds; factor : K
    expected : E; bonus, raised : what the last entry adds for the bonus and up to the floor
    Each float64[entries of the longest period].
    met : as what the opponents of one player are met, in the order of the games
    forecast : chance to win of each entry by the ratings before; chance : by those of the pass
    heads : int64, the first entry of each player of the period
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
    met: Column
    forecast: Column
    chance: Column
    heads: Column


def gather(log: Log, work: Work, begin: int, end: int) -> int:
    """Write the first entry of each player of a period; how many there are."""
    count = 0
    for entry in range(begin, end):
        if work.meetings.first[log.player[entry]] == entry:
            work.heads[count] = entry
            count += 1
    return count


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


def take_results(log: Log, work: Work, count: int) -> None:
    """From now on, the ``count`` players are met at their results of the last pass."""
    for head in range(count):
        one = log.player[work.heads[head]]
        work.opponent[one] = work.passed[one]


def forecast_games(log: Log, record: Record, work: Work, begin: int, end: int) -> None:
    """Write the expectancies of a period's games by the ratings before it; both of a game at once.

    The two are those of a lead and of the same lead behind: one of them is the other's rest.
    """
    for entry in range(begin, end, 2):
        lead = work.prior[log.player[entry]] - work.prior[log.player[entry + 1]]
        leader = standard_expectancy(abs(lead))
        first, second = leader, 1.0 - leader
        if lead < 0.0:
            first, second = second, first
        work.forecast[entry - begin] = first
        work.forecast[entry + 1 - begin] = second
        if len(record.expected) > 0:
            record.expected[entry] = first
            record.expected[entry + 1] = second


def rate_player(
    state: State, log: Log, rules: Rules, work: Work, chain: tuple[int, int, int]
) -> None:
    """Steps 4 and 5: the result of one player.

    chain : the player's first entry, the period's first one, whether it is dual-rated
    """
    entry, begin, dual = chain
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
    games = 0
    score = 0.0
    expected = 0.0
    at = entry
    while at >= 0:
        other = opponent_of(at)
        score += duel_score(log.place[at], log.place[other])
        met = work.opponent[log.player[other]]
        chance = work.forecast[at - begin]
        if met != work.prior[log.player[other]]:
            chance = standard_expectancy(prior - met)
        expected += on_grid(chance, CHANCES)
        work.chance[at - begin] = chance
        games += 1
        at = work.meetings.following[at]
    factor = k_factor(prior, effective, games, dual)
    gain = factor * (score - expected)
    threshold = rules.bonus_threshold * math.sqrt(max(games, 4.0))
    if gain > threshold and is_bonus_event(log, work, entry):
        work.bonus[one] = on_grid(gain - threshold, POINTS)
    work.factor[one] = factor
    work.expected[one] = expected
    work.passed[one] = max(prior + gain + work.bonus[one], 100.0)


def share_out(
    state: State, log: Log, rules: Rules, record: Record, work: Work, chain: tuple[int, int]
) -> None:
    """Write the changes of a player's entries, so that with the floor they add up to the result.

    chain : the player's first entry, the period's first one
    """
    entry, begin = chain
    one = log.player[entry]
    floor = state.floor[one]
    if rules.personal_floor == 1 and floor < MOST_EARNED:
        floor = earned_floor(floor, floor_credit(log, work, entry))
    work.raised[one] = 0.0
    reached = state.rating[one]
    at = entry
    while at >= 0:
        last = work.meetings.following[at] < 0
        change = 0.0
        if work.special[one] == 0.0:
            score = duel_score(log.place[at], log.place[opponent_of(at)])
            change = on_grid(work.factor[one] * (score - work.chance[at - begin]), POINTS)
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
    if rules.personal_floor == 1 and state.floor[one] < MOST_EARNED:
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
