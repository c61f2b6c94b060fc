"""SODOS: the scores of the defeated opponents."""

from __future__ import annotations

from fractions import Fraction

from banzuke.scoring.field import Field
from banzuke.scoring.opponents import OPENGOTHA, GoParameters, corrected
from banzuke.scoring.tie_break import TieBreak, Values


def values(field: Field, parameters: GoParameters) -> Values:
    """The sum of the scores of those whom a player defeated, half of those with a draw."""
    return [
        sum(
            (
                corrected(field, cell, parameters) * (1 if cell.is_won else Fraction(1, 2))
                for cell in field.played(player)
                if cell.is_won or cell.is_drawn
            ),
            Fraction(0),
        )
        for player in range(len(field))
    ]


TIE_BREAK = TieBreak(
    key="sodos",
    title="SODOS",
    code="SODOS",
    summary="The sum of the final scores of the defeated opponents; a draw counts half.",
    source=OPENGOTHA,
    values=values,
    parameters=GoParameters,
)
