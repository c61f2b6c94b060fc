"""K of a player, and what a game, its weight and its margin multiply it by."""

from __future__ import annotations

import math

from banzuke.model.log import Log
from banzuke.numeric.exact_sums import POINTS, on_grid
from banzuke.parts.births import age_in
from banzuke.parts.seasons import season_of
from banzuke.systems.elo.rules import LENGTH, NO_MARGIN, STEPS, UNWEIGHTED, Rules, State


def category_of(log: Log, rules: Rules, game: int) -> int:
    """The row of ``rules.category`` that holds in a game."""
    if len(log.category) == 0 or len(rules.category) == 1:
        return 0
    return log.category[game] + 1


def season_at(log: Log, rules: Rules, game: int) -> float:
    """The season of a game, 0 where seasons do not matter."""
    if rules.season_share == 0.0:
        return 0.0
    return season_of(0 + log.day[game], rules.season_month)


def returned(state: State, rules: Rules, one: int, season: float) -> float:
    """What the first game of a new season adds to a rating before it, points."""
    if rules.season_share == 0.0 or state.season[one] == 0.0 or state.season[one] == season:
        return 0.0
    return on_grid(rules.season_share * (rules.season_rating - state.rating[one]), POINTS)


def step_k(state: State, rules: Rules, one: int, rating: float, year: int) -> float:
    """K of the first row of k_steps that fits a player, else k."""
    for number in range(len(rules.steps)):
        fits = rules.steps[number, 0] <= rating < rules.steps[number, 1]
        if len(state.peak) > 0:
            fits = fits and state.peak[one] >= rules.steps[number, 2]
        if len(state.games) > 0:
            fits = fits and state.games[one] < rules.steps[number, 3]
        if len(state.born) > 0:
            fits = fits and age_in(year, state.born[one]) <= rules.steps[number, 4]
        if fits:
            return rules.steps[number, 5]
    return rules.k


def newcomer_times(state: State, rules: Rules, one: int) -> float:
    """What multiplies K of who has played little; it falls evenly to 1."""
    if rules.newcomer_factor == 1.0:
        return 1.0
    played = state.experience[one] if rules.weight == LENGTH else state.games[one]
    return max(
        1.0, rules.newcomer_factor - played * (rules.newcomer_factor - 1.0) / rules.newcomer_games
    )


def player_k(state: State, log: Log, rules: Rules, one: int, game: tuple[int, float]) -> float:
    """K of a player in a game, points; game : its number, and the rating that counts in it."""
    row = category_of(log, rules, game[0])
    k = rules.category[row, 0]
    if k < 0.0:
        year = 0
        if len(log.year) > 0:
            year = log.year[game[0]]
        k = step_k(state, rules, one, game[1], year)
    return k * newcomer_times(state, rules, one)


def capped_k(k: float, games: float, rules: Rules) -> float:
    """K, or the largest whole number that keeps to the cap in so many games."""
    if rules.period_cap > 0.0 and k * games > rules.period_cap:
        return math.floor(rules.period_cap / games)
    return k


def length_factor(log: Log, rules: Rules, game: int) -> float:
    """What multiplies every lead of a game: the power of its length, else 1."""
    if rules.weight != LENGTH:
        return 1.0
    length = log.weight[game]
    if rules.length_power == 0.5:
        return math.sqrt(length)
    if length <= 0.0:
        return 0.0
    return math.exp(rules.length_power * math.log(length))


def game_factor(log: Log, rules: Rules, game: int) -> float:
    """What multiplies K of everybody in a game: its category's weight and its own."""
    factor = rules.category[category_of(log, rules, game), 1]
    if rules.weight == UNWEIGHTED:
        return factor
    if rules.weight == LENGTH:
        return factor * length_factor(log, rules, game)
    return factor * log.weight[game]


def margin_factor(difference: float, lead: float, rules: Rules) -> float:
    """What a margin multiplies K by.

    difference : of the scores, 0 or more; lead : of the winner before the game, points
    """
    if rules.margin == NO_MARGIN:
        return 1.0
    if rules.margin == STEPS:
        last = len(rules.margin_factors) - 1
        if difference < last:
            return min(rules.margin_factors[int(difference)], rules.margin_most)
        beyond = rules.margin_step * (difference - last)
        return min(rules.margin_factors[last] + beyond, rules.margin_most)
    spread = math.log(max(difference, 1.0) + 1.0)
    if difference == 0.0:
        return spread * rules.margin_ease
    ease = rules.margin_ease + rules.margin_ease_per_point * lead
    # A long lead of the loser would divide by nothing, or turn the sign.
    ease = max(ease, rules.margin_ease / rules.margin_upset)
    return spread * rules.margin_ease / ease
