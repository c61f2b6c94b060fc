"""What a game is worth, what each side expects of it, and what the two make of the share it got."""

from __future__ import annotations

import math
from typing import Any

from banzuke.model.log import Column, Log
from banzuke.model.phrases import phrase
from banzuke.numeric.exact_sums import POINTS, SQUARES, on_grid
from banzuke.parts.duels import duel_score
from banzuke.systems.ghost_ratings.shares import (
    NOBODY,
    division_of,
    is_by_squares,
    is_duel,
    share_of,
)


def worth_of(state: Any, log: Log, rules: Any, game: int) -> float:
    """What a whole share of a game is worth, points."""
    begin, end = log.game[game], log.game[game + 1]
    if is_duel(log, rules, begin, end):
        return rules.duel_k * log.weight[game]
    total, _ = totals_of(state.rating, log.player, begin, end)
    return total / divisor_of(log, rules, game) * log.weight[game]


def worth_words(log: Log, rules: Any, game: int) -> str:
    """How the worth of a game was reckoned, in words."""
    begin, end = int(log.game[game]), int(log.game[game + 1])
    divisor = divisor_of(log, rules, game)
    words: str = phrase("sum of ratings / {divisor:g}", divisor=divisor)
    if is_duel(log, rules, begin, end):
        words = f"K = {rules.duel_k:g}"
    weight = float(log.weight[game])
    if weight == 1.0:
        return words
    return phrase("{worth}, times the weight {weight:g}", worth=words, weight=weight)


def settle(state: Any, log: Log, rules: Any, change: Column, game: int) -> None:
    """Write the change of each entry of one game."""
    rating = state.rating
    player = log.player
    begin, end = log.game[game], log.game[game + 1]
    worth = worth_of(state, log, rules, game)
    if is_duel(log, rules, begin, end):
        chance = duel_chance(rating[player[begin]] - rating[player[begin + 1]], rules.duel_scale)
        score = duel_score(log.place[begin], log.place[begin + 1])
        moved = on_grid(worth * (score - chance), POINTS)
        change[begin] = moved
        change[begin + 1] = 0.0 - moved
        return
    squares = is_by_squares(log, rules, game)
    kind, claims = division_of(log, rules, begin, end, squares)
    totals = totals_of(rating, player, begin, end)
    for entry in range(begin, end):
        change[entry] = 0.0
        if kind != NOBODY:
            expected = expected_share(rating[player[entry]], totals, end - begin, squares)
            share = share_of(log, entry, kind, claims)
            change[entry] = on_grid(worth * (share - expected), POINTS)


def expect(state: Any, log: Log, rules: Any, expected: Column, game: int) -> None:
    """Write the share that each entry of one game is expected to get, in [0, 1]."""
    rating = state.rating
    player = log.player
    begin, end = log.game[game], log.game[game + 1]
    if is_duel(log, rules, begin, end):
        chance = duel_chance(rating[player[begin]] - rating[player[begin + 1]], rules.duel_scale)
        expected[begin] = chance
        expected[begin + 1] = 1.0 - chance
        return
    squares = is_by_squares(log, rules, game)
    totals = totals_of(rating, player, begin, end)
    for entry in range(begin, end):
        expected[entry] = expected_share(rating[player[entry]], totals, end - begin, squares)


def strength_of(rating: float) -> float:
    """What a rating is worth where shares are reckoned: itself, or 0 if it is below 0."""
    return max(rating, 0.0)


def totals_of(rating: Column, player: Column, begin: int, end: int) -> tuple[float, float]:
    """The sum of the ratings of a game's players, and the sum of their squares."""
    total = 0.0
    squares = 0.0
    for entry in range(begin, end):
        strength = strength_of(rating[player[entry]])
        total += strength
        squares += on_grid(strength * strength, SQUARES)
    return total, squares


def expected_share(rating: float, totals: tuple[float, float], sides: int, squares: bool) -> float:
    """The share of a game that a player is expected to get, in [0, 1].

    totals : as ``totals_of`` has them; where nobody has a rating above 0, all expect alike
    """
    strength = strength_of(rating)
    if totals[0] <= 0.0 or totals[1] <= 0.0:
        return 1.0 / sides
    if squares:
        return on_grid(strength * strength, SQUARES) / totals[1]
    return strength / totals[0]


def duel_chance(lead: float, scale: float) -> float:
    """Elo's expected score of a duel, from the lead in points; worked out for who leads."""
    leader = 1.0 / (1.0 + math.exp(-abs(lead) * math.log(10.0) / scale))
    if lead < 0.0:
        return 1.0 - leader
    return leader


def divisor_of(log: Log, rules: Any, game: int) -> float:
    """By what the sum of the ratings is divided: smaller if the game counts more."""
    category = log.category[game]
    if category >= 0:
        return rules.divisor * rules.category_divisor[category]
    return rules.divisor
