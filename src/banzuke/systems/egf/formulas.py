"""The formulas of the European ratings: expected result, con and bonus, of 2021 and before."""

from __future__ import annotations

import math
from typing import Any

from banzuke.model.ranks import PROFESSIONAL

#: The rating at which the scale of 2021 ends: there nobody moves any more.
END = 3300.0

#: con of 100, 200 … 2700 before 2021; what lies between is on a straight line.
CON_1996 = (
    116.0,
    110.0,
    105.0,
    100.0,
    95.0,
    90.0,
    85.0,
    80.0,
    75.0,
    70.0,
    65.0,
    60.0,
    55.0,
    51.0,
    47.0,
    43.0,
    39.0,
    35.0,
    31.0,
    27.0,
    24.0,
    21.0,
    18.0,
    15.0,
    13.0,
    11.0,
    10.0,
)


def grade_points(rank: float) -> float:
    """The rating of a declared rank, as numbered by ``rank_number``: 30k -900, 1d 2100, 9p 2940.

    Above 7 dan and below 30 kyu there is nothing.
    """
    if rank > PROFESSIONAL:
        return 2670.0 + 30.0 * (rank - PROFESSIONAL)
    if rank > 0.0:
        return min(2000.0 + 100.0 * rank, 2700.0)
    return max(2100.0 + 100.0 * rank, -900.0)


def stones_points(stones: float, stone: float) -> float:
    """What a handicap adds to the rating of who receives it: nothing, or (H - 0.5) stones."""
    if stones > 0.0:
        return stone * (stones - 0.5)
    return 0.0


def expected_result(mine: float, theirs: float, form: int) -> float:
    """Se of the source, in [0, 1], a jigo counted half; of 2021 (form 0), or before (form 1).

    It is computed for the weaker, so that the two of a game make 1 and nothing can overflow.
    """
    low, high = min(mine, theirs), max(mine, theirs)
    if form == 1:
        weaker = 1.0 / (math.exp((high - low) / max(205.0 - low / 20.0, 70.0)) + 1.0)
    else:
        ratio = max(END - high, 1.0) / max(END - low, 1.0)
        square = ratio * ratio
        power = square * square * square * ratio
        weaker = power / (1.0 + power)
    if mine <= theirs:
        return weaker
    return 1.0 - weaker


def con_of(rating: float, form: int) -> float:
    """The most that a game can move a rating, points."""
    if form == 1:
        step = (min(max(rating, 100.0), 2700.0) - 100.0) / 100.0
        row = min(int(step), len(CON_1996) - 2)
        return CON_1996[row] + (step - row) * (CON_1996[row + 1] - CON_1996[row])
    return math.exp(1.6 * math.log(max(END - rating, 1.0) / 200.0))


def bonus_of(rating: float, con: float, rules: Any) -> float:
    """What every game adds against deflation, points: before 2021 half an epsilon of con."""
    if rules.form == 1:
        return con * rules.epsilon / 2.0
    x = (2300.0 - rating) / 80.0
    return (max(x, 0.0) + math.log(1.0 + math.exp(-abs(x)))) / 5.0
