"""First ratings: who of an event's unrated players gets one, and all of them together."""

from __future__ import annotations

from typing import Any

from banzuke.model.log import Log
from banzuke.numeric.exact_sums import CHANCES, POINTS, on_grid
from banzuke.parts.duels import duel_score
from banzuke.parts.meetings import opponent_of
from banzuke.systems.dwz.formulas import expectation, nearest

#: What a player is in an event: without a rating, rated before, or rated for the first time by
#: games against the rated (level 1), or against these too (level 2).
UNRATED, RATED, LEVEL_1, LEVEL_2 = 0, 1, 2, 3


def find_levels(state: Any, log: Log, rules: Any, work: Any, period: tuple[int, int, int]) -> None:
    """Write ``work.level`` of everybody in a period, given as (first entry, end, year)."""
    begin, end, year = period
    player = log.player
    for entry in range(begin, end):
        one = player[entry]
        work.level[one] = UNRATED
        work.strength[one] = state.rating[one]
        if state.rating[one] > 0.0:
            work.level[one] = RATED
    for level in range(LEVEL_1, LEVEL_2 + 1):
        for entry in range(begin, end):
            one = player[entry]
            if work.meetings.first[one] == entry and work.level[one] == UNRATED:
                games, points = tally(state, log, rules, work, (entry, year, level - 1))
                if games >= rules.first_games and 0.0 < points < games:
                    work.level[one] = level


def tally(
    state: Any, log: Log, rules: Any, work: Any, chain: tuple[int, int, int]
) -> tuple[float, float]:
    """An unrated player's games and points against opponents up to a level, stored ones too.

    chain : the player's first entry, the year, the highest level of the opponents
    """
    entry, year, highest = chain
    place = log.place
    one = log.player[entry]
    games = 0.0
    points = 0.0
    if is_kept(state.rest_games[one], state.rest_year[one], year, rules.rest_years):
        games = state.rest_games[one]
        points = state.rest_points[one]
    while entry >= 0:
        other = opponent_of(entry)
        level = work.level[log.player[other]]
        if UNRATED < level <= highest:
            games += 1.0
            points += duel_score(place[entry], place[other])
        entry = work.meetings.following[entry]
    return games, points


def is_kept(rest_games: float, rest_year: float, year: int, rest_years: int) -> bool:
    """Whether stored games still count in a year; where nothing is dated they do."""
    return rest_games > 0.0 and (year == 0 or rest_year == 0.0 or year - rest_year <= rest_years)


def find_first_ratings(
    state: Any, log: Log, rules: Any, work: Any, period: tuple[int, int, int]
) -> None:
    """Write ``work.strength`` of who is rated for the first time: all scored as expected.

    All are moved at once, each to where the score fits the others' last values, until nobody
    moves: so that nobody's place in the list matters.
    """
    begin, end, year = period
    player = log.player
    newcomers = 0
    for entry in range(begin, end):
        one = player[entry]
        if work.level[one] >= LEVEL_1:
            work.strength[one] = 1500.0
            newcomers += 1
    if newcomers == 0:
        return
    for _ in range(10000):
        for entry in range(begin, end):
            one = player[entry]
            if work.level[one] >= LEVEL_1 and work.meetings.first[one] == entry:
                work.fresh[one] = performance(state, log, rules, work, (entry, year))
        moved = 0.0
        for entry in range(begin, end):
            one = player[entry]
            if work.level[one] >= LEVEL_1:
                moved = max(moved, abs(work.fresh[one] - work.strength[one]))
                work.strength[one] = work.fresh[one]
        if moved < 1e-9:
            break
    for entry in range(begin, end):
        one = player[entry]
        if work.level[one] >= LEVEL_1 and work.meetings.first[one] == entry:
            work.strength[one] = first_rating(work.strength[one], rules)


def performance(state: Any, log: Log, rules: Any, work: Any, chain: tuple[int, int]) -> float:
    """The rating at which the expected score is the score, by halving an interval.

    chain : the player's first entry, the year
    """
    entry, year = chain
    one = log.player[entry]
    stored = is_kept(state.rest_games[one], state.rest_year[one], year, rules.rest_years)
    low, high = 1e9, -1e9
    if stored:
        low = high = state.rest_level[one]
    points = state.rest_points[one] if stored else 0.0
    at = entry
    while at >= 0:
        other = opponent_of(at)
        if work.level[log.player[other]] > UNRATED:
            low = min(low, work.strength[log.player[other]])
            high = max(high, work.strength[log.player[other]])
            points += duel_score(log.place[at], log.place[other])
        at = work.meetings.following[at]
    low -= 4000.0
    high += 4000.0
    for _ in range(70):
        middle = (low + high) / 2.0
        expected = 0.0
        if stored:
            chance = expectation(middle - state.rest_level[one], rules.logistic)
            expected = on_grid(state.rest_games[one] * chance, CHANCES)
        at = entry
        while at >= 0:
            other = log.player[opponent_of(at)]
            if work.level[other] > UNRATED:
                chance = expectation(middle - work.strength[other], rules.logistic)
                expected += on_grid(chance, CHANCES)
            at = work.meetings.following[at]
        if expected < points:
            low = middle
        else:
            high = middle
    return high


def first_rating(iterated: float, rules: Any) -> float:
    """The first DWZ from the iterated value: what is below 800 is drawn together above 700."""
    value = iterated
    if value < 800.0:
        value = 700.0 + value / 8.0
    if rules.whole_ratings == 1:
        value = nearest(value)
    return max(on_grid(value, POINTS), 1.0)
