"""Reading the table: the row of a lead, the column of a margin, and what a draw gives."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray


def row_of_lead(lead: float, rules: Any) -> int:
    """The row that holds a lead, a whole number of points."""
    index = int(lead) - rules.lowest_lead
    if index < 0:
        index = 0
    if index > len(rules.row_of) - 1:
        index = len(rules.row_of) - 1
    return rules.row_of[index]


def game_margin(score: float, other: float, rules: Any) -> int:
    """How many discs the winner had more, empty squares counted as the rules say."""
    if score == other:
        return 0
    if rules.empties_to_winner == 1:
        return int(rules.score_total - 2.0 * min(score, other))
    return int(abs(score - other))


def draw_gain(lead: float, column: int, rules: Any) -> float:
    """What a draw gives to the player who leads by ``lead`` (negative if behind)."""
    if lead == 0.0:
        return 0.0
    read = read_lead(lead, rules)
    gain = rules.gains[row_of_lead(read, rules), column]
    return gain if read == lead else 0.0 - gain


def read_lead(lead: float, rules: Any) -> float:
    """The lead whose row a draw is read from, for the player who leads by ``lead``."""
    if rules.draw_row == 0:
        return abs(lead)
    if rules.draw_row == 1:
        return lead
    return 0.0 - abs(lead)


def margins(one: NDArray[np.float64], two: NDArray[np.float64], rules: Any) -> NDArray[np.float64]:
    """``game_margin`` of many games at once."""
    if rules.empties_to_winner:
        full = rules.score_total - 2.0 * np.minimum(one, two)
        return np.where(one == two, 0.0, full)
    return np.abs(one - two)
