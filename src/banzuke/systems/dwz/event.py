"""An event by DWZ: what each player's games come to, and what is counted after them."""

from __future__ import annotations

from typing import NamedTuple

from banzuke.model.log import Column, Log, Record
from banzuke.numeric.exact_sums import CHANCES, POINTS, on_grid
from banzuke.parts.births import age_in
from banzuke.parts.duels import duel_score
from banzuke.parts.meetings import Meetings, opponent_of
from banzuke.systems.dwz.first_rating import (
    LEVEL_1,
    LEVEL_2,
    RATED,
    UNRATED,
    is_kept,
)
from banzuke.systems.dwz.formulas import coefficient, expectation, nearest
from banzuke.systems.dwz.rules import Rules, State


class Work(NamedTuple):
    """Scratch of one period; n players.

    level : int64[n], what a player is in the event; strength : float64[n], the rating that
    opponents are rated against; fresh : float64[n]; counted : float64[n], games that count;
    factor : float64[n], points a game; rounding : float64[n], what the last entry adds
    """

    meetings: Meetings
    level: Column
    strength: Column
    fresh: Column
    counted: Column
    factor: Column
    rounding: Column


def forecast(state: State, log: Log, rules: Rules, entry: int) -> float:
    """The expected score of an entry, by the ratings before the event."""
    mine = state.rating[log.player[entry]]
    theirs = state.rating[log.player[opponent_of(entry)]]
    if mine == 0.0:
        mine = rules.assumed_rating
    if theirs == 0.0:
        theirs = rules.assumed_rating
    return expectation(mine - theirs, rules.logistic)


def rate_player(
    state: State, log: Log, rules: Rules, record: Record, work: Work, chain: tuple[int, int]
) -> None:
    """Write the changes of one player's entries; chain : the first of them, the year."""
    entry, year = chain
    one = log.player[entry]
    old = state.rating[one]
    games = 0.0
    surplus = 0.0
    at = entry
    while at >= 0:
        record.change[at] = 0.0
        other = opponent_of(at)
        if work.level[log.player[other]] > UNRATED:
            chance = expectation(old - work.strength[log.player[other]], rules.logistic)
            games += 1.0
            surplus += on_grid(duel_score(log.place[at], log.place[other]) - chance, CHANCES)
        at = work.meetings.following[at]
    work.counted[one] = games
    work.factor[one] = 0.0
    work.rounding[one] = 0.0
    if work.level[one] == UNRATED or games == 0.0:
        return
    if work.level[one] == RATED:
        age = age_in(year, state.born[one])
        divisor = coefficient(old, age, surplus, state.games[one], rules) + games
        work.factor[one] = 800.0 / divisor
    target = work.strength[one]
    if work.level[one] == RATED:
        target = old + work.factor[one] * surplus
        if rules.whole_ratings == 1:
            target = nearest(target)
        target = max(target, 1.0)
    reached = old
    at = entry
    while at >= 0:
        other = opponent_of(at)
        part = 0.0
        if work.level[one] == RATED and work.level[log.player[other]] > UNRATED:
            chance = expectation(old - work.strength[log.player[other]], rules.logistic)
            score = duel_score(log.place[at], log.place[other])
            part = on_grid(work.factor[one] * (score - chance), POINTS)
        if work.meetings.following[at] < 0 and is_corrected(work.level[one], target, rules):
            work.rounding[one] = (target - reached) - part
            part += work.rounding[one]
        record.change[at] = part
        reached += part
        at = work.meetings.following[at]


def is_corrected(level: int, target: float, rules: Rules) -> bool:
    """Whether the last entry brings the rating to where the formula alone does not."""
    return level >= LEVEL_1 or rules.whole_ratings == 1 or target == 1.0


def apply_entry(
    state: State, log: Log, rules: Rules, record: Record, work: Work, chain: tuple[int, int]
) -> None:
    """Add one entry's change; with a player's last entry of the event, count the event."""
    entry, year = chain
    one = log.player[entry]
    keep = len(record.before) > 0
    if keep:
        record.before[entry] = state.rating[one]
        record.other_before[0, entry] = state.games[one]
        record.other_before[1, entry] = state.born[one]
    state.rating[one] += record.change[entry]
    if work.meetings.following[entry] < 0:
        count_event(state, log, rules, work, (work.meetings.first[one], year))
    if keep:
        record.other_after[0, entry] = state.games[one]
        record.other_after[1, entry] = state.born[one]


def count_event(state: State, log: Log, rules: Rules, work: Work, chain: tuple[int, int]) -> None:
    """Raise the index of who was evaluated; store the games of who still has no rating."""
    entry, year = chain
    one = log.player[entry]
    if work.level[one] == RATED:
        if work.counted[one] > 0.0:
            if state.games[one] == 0.0:
                state.games[one] = rules.foreign_index
            state.games[one] += 1.0
        return
    kept = is_kept(state.rest_games[one], state.rest_year[one], year, rules.rest_years)
    if work.level[one] > RATED:
        state.games[one] = 1.0
        kept = False
    if not kept:
        state.rest_games[one] = 0.0
        state.rest_points[one] = 0.0
        state.rest_level[one] = 0.0
        state.rest_year[one] = 0.0
    if work.level[one] > RATED:
        return
    games = state.rest_games[one]
    total = on_grid(games * state.rest_level[one], POINTS)
    at = entry
    while at >= 0:
        other = opponent_of(at)
        level = work.level[log.player[other]]
        if UNRATED < level < LEVEL_2:
            games += 1.0
            total += work.strength[log.player[other]]
            state.rest_points[one] += duel_score(log.place[at], log.place[other])
            state.rest_year[one] = float(year)
        at = work.meetings.following[at]
    state.rest_games[one] = games
    if games > 0.0:
        state.rest_level[one] = total / games
