"""How a game of many sides is divided: the share of it that each side got.

Kernels. A game is one whole, so that shares sum to 1: a winner has all of it. Only where the
places say who draws by squares they sum to less, as in the source, if somebody who does not draw
has centres left: everybody's squares are summed, and nobody gets the part of the others.
"""

from __future__ import annotations

import math
from typing import Any

from banzuke.model.log import Log
from banzuke.model.phrases import phrase
from banzuke.numeric.exact_sums import SQUARES as SQUARE_POINTS
from banzuke.numeric.exact_sums import on_grid

# What a game is divided by; of each entry there is a claim, and a share is a part of all claims.
NOBODY, PLACES, MOST_CENTRES, SURVIVORS, SQUARES, SQUARES_OF_FIRSTS = 0, 1, 2, 3, 4, 5

#: What each way to divide a game is called, and the rule behind it.
WORDS = {
    NOBODY: phrase("nobody has a centre left"),
    PLACES: phrase("in equal parts to who shares the first place"),
    MOST_CENTRES: phrase("all to who has the centres of a solo"),
    SURVIVORS: phrase("a draw, in equal parts to who has a centre left"),
    SQUARES: phrase("a draw, by the squares of the centres"),
    SQUARES_OF_FIRSTS: phrase(
        "a draw, by the squares of the centres, to who shares the first place"
    ),
}


def is_by_squares(log: Log, rules: Any, game: int) -> bool:
    """Whether a draw is divided by the squares of the centres: as its category says, or by rule."""
    category = log.category[game]
    if category >= 0 and rules.category_squares[category] >= 0:
        return rules.category_squares[category] == 1
    return rules.squares == 1


def is_duel(log: Log, rules: Any, begin: int, end: int) -> bool:
    """Whether a game is a duel that is rated by Elo's formula."""
    return rules.duel_k > 0.0 and end - begin == 2


def has_centres(log: Log, begin: int, end: int) -> bool:
    """Whether the centres of everybody in a game are known."""
    known = 0
    for entry in range(begin, end):
        if not math.isnan(log.score[entry]):
            known += 1
    return known == end - begin


def division_of(log: Log, rules: Any, begin: int, end: int, squares: bool) -> tuple[int, float]:
    """What a game is divided by, and the sum of all claims."""
    place, score = log.place, log.score
    firsts = 0
    for entry in range(begin, end):
        if place[entry] == 1:
            firsts += 1
    if not has_centres(log, begin, end):
        return PLACES, float(firsts)
    most = 0.0
    holders = 0
    survivors = 0
    total = 0.0
    for entry in range(begin, end):
        total += on_grid(score[entry] * score[entry], SQUARE_POINTS)
        if score[entry] > 0.0:
            survivors += 1
        if score[entry] > most:
            most = score[entry]
            holders = 1
        elif score[entry] == most:
            holders += 1
    if survivors == 0:
        return NOBODY, float(end - begin)
    if rules.solo_centres == 0.0:
        if squares and firsts > 1:
            return SQUARES_OF_FIRSTS, total
        return PLACES, float(firsts)
    if most >= rules.solo_centres and holders == 1:
        return MOST_CENTRES, most
    if squares:
        return SQUARES, total
    return SURVIVORS, float(survivors)


def share_of(log: Log, entry: int, kind: int, total: float) -> float:
    """The share of a game that an entry got, in [0, 1], by ``division_of`` the game."""
    score = log.score[entry]
    if kind == NOBODY:
        return 1.0 / total
    if kind == PLACES:
        return 1.0 / total if log.place[entry] == 1 else 0.0
    if kind == MOST_CENTRES:
        return 1.0 if score == total else 0.0
    if kind == SURVIVORS:
        return 1.0 / total if score > 0.0 else 0.0
    if kind == SQUARES_OF_FIRSTS and log.place[entry] != 1:
        return 0.0
    return on_grid(score * score, SQUARE_POINTS) / total
