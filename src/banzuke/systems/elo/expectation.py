"""The expected score of a duel: We of the source, by one of three curves."""

from __future__ import annotations

import math

from banzuke.numeric.exact_sums import CHANCES
from banzuke.parts.score_table import capped, table_score
from banzuke.systems.elo.rules import LOGISTIC, NORMAL, Rules

_ROOT_2 = math.sqrt(2.0)


def logistic(lead: float, per_point: float) -> float:
    """1 / (1 + base^(-lead/scale)), in [0, 1]; per_point is ln(base) / scale.

    It is computed for the side that leads, so that nothing can overflow and that the two sides
    of a draw move by the same number, whichever of them comes first.
    """
    leader = 1.0 / (1.0 + math.exp(-abs(lead) * per_point))
    if lead < 0.0:
        return 1.0 - leader
    return leader


def normal(lead: float, deviation: float) -> float:
    """The chance that a normal difference with this mean and standard deviation is above 0."""
    leader = 1.0 - 0.5 * math.erfc(abs(lead) / (deviation * _ROOT_2))
    if lead < 0.0:
        return 1.0 - leader
    return leader


def expected_score(lead: float, rules: Rules) -> float:
    """We of the source, in [0, 1], from the lead in points; of two sides the sum is 1."""
    if rules.curve == LOGISTIC:
        return logistic(capped(lead, rules.lead_cap), rules.per_point)
    if rules.curve == NORMAL:
        return normal(capped(lead, rules.lead_cap), rules.scale)
    return table_score(lead, rules.lead_cap, rules.scores)


def addend(chance: float, sides: int) -> float:
    """An expected score as it is added to those of the side's other duels in the game.

    A game of two sides has one duel: nothing is added to it, and it keeps all its digits.
    """
    if sides == 2:
        return chance
    # ``on_grid``, of a number that is never negative.
    return (chance + CHANCES) - CHANCES
