"""The formulas of the source: the handicap difference, and how far a game moves a rating.

They read the tables as ``Rules`` has them.
"""

from __future__ import annotations

import math
from typing import Any


def rank_of_rating(rating: float, rules: Any) -> int:
    """The rank that an R.P has, from 0, the weakest."""
    return rules.rank_of[min(int(rating), len(rules.rank_of) - 1)]


def standard_handicap(rank: int, other: int, rules: Any) -> int:
    """Stones that make a game of two ranks fair: b of the source."""
    stones = abs(rank - other) * rules.stones_per_rank
    if rules.standard_handicap_cap > 0:
        stones = min(stones, rules.standard_handicap_cap)
    return stones


def handicap_difference(rank: int, other: int, received: float, given: float, rules: Any) -> int:
    """C of the source, stones: what the weaker player got, less what would have been fair.

    ``received`` and ``given`` are what the player of ``rank`` and the opponent received. Of
    two equal ranks the first counts as the higher; row -C is row C with the roles exchanged,
    so that either choice moves both players alike.
    """
    actual = int(given - received)
    if rank < other:
        actual = -actual
    return actual - standard_handicap(rank, other, rules)


def is_rated(difference: int, new: bool, other_new: bool, rules: Any) -> bool:
    """Whether the game counts for a player: within reach, or by the rule for new members."""
    if abs(difference) <= rules.rated_within or new:
        return True
    return other_new and rules.new_member_games == 2


def may_move(new: bool, other_new: bool, rules: Any) -> bool:
    """Whether a game that counts may change the rating.

    Where the rules say so, it may not for a regular member who meets a new one.
    """
    return new or not other_new or rules.new_member_games != 1


def clipped(difference: int, rules: Any) -> int:
    """The C of the row that is read: the outermost rows hold what lies beyond, too."""
    last = rules.lowest_difference + len(rules.percents) - 1
    return max(rules.lowest_difference, min(last, difference))


def result_percent(difference: int, high: bool, place: int, other: int, rules: Any) -> float:
    """The percent of the base that the table gives to a player for the result."""
    row = clipped(difference, rules) - rules.lowest_difference
    column = 0
    if not high:
        column = 2
    if place < other:
        return rules.percents[row, column]
    if place > other:
        return rules.percents[row, column + 1]
    if rules.jigo_mean == 1:
        return (rules.percents[row, column] + rules.percents[row, column + 1]) / 2.0
    return 0.0


def truncated(rating: float, product: float, rules: Any) -> float:
    """The rating moved by a product of base and percent, its decimal places dropped."""
    if rules.truncate_total == 1:
        return float(math.floor(rating + product))
    return rating + float(int(product))


def moved_rating(rating: float, base: float, percent: float, rules: Any) -> float:
    """The rating moved by percent of base, truncated, and not below the floor."""
    return max(rules.floor, truncated(rating, base * percent / 100.0, rules))


def switched_rating(rating: float, rules: Any) -> float:
    """The rating of who has just become a regular member."""
    if rules.switch_cut == 2 or rating <= rules.switch_cap:
        return rating
    above = rank_of_rating(rating, rules) > rank_of_rating(rules.switch_cap, rules)
    if rules.switch_cut == 1 and not above:
        return rating
    return rules.switch_cap


def fair_chance(difference: int, high: bool, rules: Any) -> float:
    """The chance to win at which the row is a fair bet, weighed against the opponent's.

    In a table whose gains are the other player's losses the two chances are complements anyway.
    """
    mine, theirs = balance(difference, high, rules), balance(difference, not high, rules)
    if mine + theirs == 0.0:
        return 0.5
    return mine / (mine + theirs)


def balance(difference: int, high: bool, rules: Any) -> float:
    """The chance to win at which a player's gain and loss balance: loss / (gain + loss)."""
    row = clipped(difference, rules) - rules.lowest_difference
    column = 0
    if not high:
        column = 2
    gain, loss = rules.percents[row, column], -rules.percents[row, column + 1]
    return loss / (gain + loss)
