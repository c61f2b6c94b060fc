"""Direct comparison: wins among the tied, where all of them have met."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from banzuke.scoring.field import Field
from banzuke.scoring.opponents import OPENGOTHA
from banzuke.scoring.tie_break import NoParameters, TieBreak, Values


def among(field: Field, parameters: NoParameters, tied: Sequence[int]) -> Values:
    """The number of wins of each of the tied against the others; 0 for all if two did not meet."""
    group = set(tied)
    met = {
        (player, opponent)
        for player in tied
        for cell in field.played(player)
        for opponent in cell.opponents
        if opponent in group
    }
    if len(met) < len(group) * (len(group) - 1):
        return [Fraction(0)] * len(tied)
    return [
        Fraction(
            sum(
                cell.is_won
                for cell in field.played(player)
                if any(opponent in group for opponent in cell.opponents)
            )
        )
        for player in tied
    ]


TIE_BREAK = TieBreak(
    key="direct-comparison",
    title="direct comparison",
    code="DC",
    summary="If all of the tied players have met, the number of wins among them; else 0 for all.",
    source=OPENGOTHA,
    among=among,
)
