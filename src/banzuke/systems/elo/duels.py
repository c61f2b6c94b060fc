"""One duel: what a side scores in it, and what it moves a player by."""

from __future__ import annotations

from banzuke.model.log import Log
from banzuke.numeric.exact_sums import POINTS, on_grid
from banzuke.parts.duels import duel_score
from banzuke.systems.elo.factors import category_of
from banzuke.systems.elo.rules import Rules, State


def scored_in(log: Log, rules: Rules, game: int, place: int, other: int) -> float:
    """What a side scores in a duel: 1, 0.5 or 0, or what the game's category says."""
    score = duel_score(place, other)
    if score != 0.5:
        row = category_of(log, rules, game)
        if score == 1.0:
            return rules.category[row, 3]
        return rules.category[row, 4]
    return score


def is_established(state: State, rules: Rules, one: int) -> bool:
    """Whether a player has the games, and the points, against established players."""
    if len(state.met_established) == 0:
        return True
    return (
        state.met_established[one] >= rules.provisional_games
        and state.points_from_established[one] >= rules.provisional_points
    )


def duel_change(
    state: State,
    rules: Rules,
    pair: tuple[int, int],
    who: tuple[float, float, float, float],
    result: tuple[float, float, float],
) -> float:
    """What a duel moves a player by, points.

    pair : the player and an opponent; who : the player's K, the ratings of both that count, and
        the player's games of the period against established ones
    result : the factor of K, the score, the expected score
    """
    one, other = pair
    k, mine, theirs, met = who
    factor, score, chance = result
    if rules.provisional_games == 0.0 and rules.provisional_points == 0.0:
        return on_grid(k * factor * (score - chance), POINTS)
    if is_established(state, rules, one):
        if not is_established(state, rules, other):
            factor = factor * rules.provisional_weight
        return on_grid(k * factor * (score - chance), POINTS)
    if not is_established(state, rules, other):
        return 0.0
    performance = theirs + rules.provisional_span * (2.0 * score - 1.0)
    return on_grid((performance - mine) / (state.met_established[one] + met), POINTS)
