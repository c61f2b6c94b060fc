"""Sum of scores: all discs, centres, points or goals of a player."""

from __future__ import annotations

from fractions import Fraction

from banzuke.model.parameters import Parameters, parameter
from banzuke.scoring.exact import exact
from banzuke.scoring.field import Field
from banzuke.scoring.games import BYES, RoundKind
from banzuke.scoring.tie_break import TieBreak, Values


class ScoreParameters(Parameters):
    """What stands for a score that was not played."""

    unplayed: float = parameter(
        0.0, "what a bye or a game not played counts, as 32 discs of 64", unit="points"
    )


def values(field: Field, parameters: ScoreParameters) -> Values:
    """The sum of the scores of each player; None where a score of a game is not known."""
    unplayed = exact(parameters.unplayed)
    found: Values = []
    for own in field.cells:
        scores = [
            unplayed if cell.kind in BYES or cell.kind is RoundKind.FORFEIT else cell.score
            for cell in own
            if cell.kind is not RoundKind.ABSENT
        ]
        known = [score for score in scores if score is not None]
        found.append(sum(known, Fraction(0)) if len(known) == len(scores) else None)
    return found


TIE_BREAK = TieBreak(
    key="score-sum",
    title="sum of scores",
    summary="All that a player scored in the games: discs, centres, points, goals. Who has a game "
    "without a score has none.",
    source="custom of many games; Othello: rules of the world championship, disc count",
    values=values,
    parameters=ScoreParameters,
)
