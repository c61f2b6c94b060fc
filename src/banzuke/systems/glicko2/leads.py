"""Who leads by how much, as each of the two meets the other: first move, stones and komi.

Source of the Go part: online-go/goratings, public code of the server OGS. The opponent's rating
is moved by the handicap in ranks, where a stone is a stone for everybody: rank = 23.15
ln(rating / 525). Black's head start in points is perfect komi - komi - White's bonus + 13 (or 12)
for each move more; 12 points are a rank, a third of that on 13 lines, a sixth on 9.
"""

from __future__ import annotations

import math
from typing import Any

from banzuke.model.log import Column, Log
from banzuke.parts.deviations import both_chances, lead_of

#: Who counts what: territory alone; area; area with White's bonus for stones.
SCORINGS = ("territory", "area", "chinese", "american")

_PERFECT_KOMI, _STONE = 6.0, 12.0
_LOWEST, _PER_RANK = 525.0, 23.15


def leads(rating_a: float, rating_b: float, log: Log, rules: Any, one: int) -> tuple[float, float]:
    """The leads of entries ``one`` and ``one + 1`` of a game, in logits.

    The second is the first turned round, unless a handicap moves ratings by ranks.
    """
    lead = (rating_a - rating_b) * rules.per_point + lead_of(log, rules.first_move, one)
    if rules.by_ranks == 0:
        return lead, -lead
    ranks = ranks_ahead(log, rules, one)
    return (
        (rating_a - moved_by(rating_b, -ranks)) * rules.per_point,
        (rating_b - moved_by(rating_a, ranks)) * rules.per_point,
    )


def is_rated(log: Log, rules: Any, one: int) -> bool:
    """Whether board and head start of the game of entries ``one`` and ``one + 1`` are as ruled."""
    if rules.by_ranks == 0:
        return True
    if not is_known_board(log.board_size[one // 2]):
        return False
    if rules.most_ranks == 0.0 or black_of(log, one) == 0.0:
        return True
    return ranks_of_black(log, rules, one) <= rules.most_ranks


def is_known_board(size: float) -> bool:
    """Whether it is known what a head start is worth on so many lines; NaN is 19."""
    return math.isnan(size) or size in (9.0, 13.0, 19.0)


def predict(state: Any, log: Log, rules: Any, chance: Column, first: int, last: int) -> None:
    """Write the expected score of each entry, with both deviations; a draw counts half.

    chance : float64[n_entries], in [0, 1]; the two of a game sum to 1
    """
    for game in range(log.period[first], log.period[last]):
        one = log.game[game]
        a, b = log.player[one], log.player[one + 1]
        lead_a, lead_b = leads(state.rating[a], state.rating[b], log, rules, one)
        phi_a, phi_b = state.deviation[a] * rules.per_point, state.deviation[b] * rules.per_point
        win, lose = both_chances(phi_a, phi_b, 0.5 * (lead_a - lead_b))
        chance[one] = win
        chance[one + 1] = lose


def ranks_ahead(log: Log, rules: Any, one: int) -> float:
    """How many ranks the handicap helps entry ``one``; negative if it helps the other."""
    black = black_of(log, one)
    if black == 0.0:
        return 0.0
    ranks = ranks_of_black(log, rules, one)
    return ranks if black > 0.0 else -ranks


def black_of(log: Log, one: int) -> float:
    """Above 0 if entry ``one`` is Black, below if the other is; 0 for an even game.

    Black is who receives stones, else who moves first.
    """
    stones = log.handicap[one] - log.handicap[one + 1]
    if stones != 0.0:
        return stones
    return log.advantage[one] - log.advantage[one + 1]


def ranks_of_black(log: Log, rules: Any, one: int) -> float:
    """The head start of Black in the game of entries ``one`` and ``one + 1``, ranks."""
    stones = log.handicap[one] + log.handicap[one + 1]
    return head_start(stones, log.komi[one // 2], log.board_size[one // 2], rules.scoring)


def head_start(stones: float, komi: float, size: float, scoring: int) -> float:
    """Black's head start in ranks.

    komi : NaN where it is not told: then it is fair in an even game and 0.5 with stones
    size : lines of the board, NaN for 19; scoring : index of ``SCORINGS``
    """
    extra = stones - 1.0 if stones > 1.0 else 0.0
    area = 1.0 if scoring > 0 else 0.0
    bonus = 0.0
    if scoring == 2:
        bonus = stones
    elif scoring == 3:
        bonus = extra
    if math.isnan(komi):
        komi = 0.5 if stones > 0.0 else _PERFECT_KOMI + area
    points = _PERFECT_KOMI + area - komi - bonus + (_STONE + area) * extra
    if size == 9.0:
        points *= 6.0
    elif size == 13.0:
        points *= 3.0
    return points / _STONE


def moved_by(rating: float, ranks: float) -> float:
    """A rating that is so many ranks higher."""
    if ranks == 0.0:
        return rating
    return _LOWEST * math.exp((math.log(rating / _LOWEST) * _PER_RANK + ranks) / _PER_RANK)
