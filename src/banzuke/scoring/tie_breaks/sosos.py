"""SOSOS: the SOS of the opponents."""

from __future__ import annotations

from fractions import Fraction

from banzuke.scoring.field import Field
from banzuke.scoring.opponents import OPENGOTHA, GoParameters, sum_of_scores
from banzuke.scoring.tie_break import TieBreak, Values


def values(field: Field, parameters: GoParameters) -> Values:
    """The sum of the opponents' SOS, of each player; a round without one adds nothing."""
    sos = [sum_of_scores(field, player, parameters) for player in range(len(field))]
    return [
        sum(
            (sos[opponent] for cell in field.played(player) for opponent in cell.opponents),
            Fraction(0),
        )
        for player in range(len(field))
    ]


TIE_BREAK = TieBreak(
    key="sosos",
    title="SOSOS",
    code="SOSOS",
    summary="The sum of the opponents' SOS. What a round without an opponent adds is not ruled "
    "anywhere; here it is nothing.",
    source=OPENGOTHA,
    values=values,
    parameters=GoParameters,
)
