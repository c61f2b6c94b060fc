"""Score difference: what a player scored, less what the others did."""

from __future__ import annotations

from fractions import Fraction

from banzuke.scoring.field import Field
from banzuke.scoring.tie_break import NoParameters, TieBreak, Values


def values(field: Field, parameters: NoParameters) -> Values:
    """The sum of own scores less those of the best other side; None where one is not known."""
    found: Values = []
    for player in range(len(field)):
        games = list(field.played(player))
        differences = [
            cell.score - cell.others
            for cell in games
            if cell.score is not None and cell.others is not None
        ]
        found.append(sum(differences, Fraction(0)) if len(differences) == len(games) else None)
    return found


TIE_BREAK = TieBreak(
    key="score-difference",
    title="score difference",
    summary="What a player scored in the games, less what the opponents scored: games, goals, "
    "points.",
    source="custom of many leagues",
    values=values,
)
