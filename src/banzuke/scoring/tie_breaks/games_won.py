"""Games won: wins over the board."""

from __future__ import annotations

from fractions import Fraction

from banzuke.scoring.field import Field
from banzuke.scoring.tie_break import NoParameters, TieBreak, Values
from banzuke.scoring.unplayed import FIDE


def values(field: Field, parameters: NoParameters) -> Values:
    """Their number, of each player."""
    return [
        Fraction(sum(cell.is_played and cell.is_paired and cell.is_won for cell in own))
        for own in field.cells
    ]


TIE_BREAK = TieBreak(
    key="games-won",
    title="games won",
    code="WON",
    summary="The number of games won over the board.",
    source=f"{FIDE}, article 7",
    values=values,
)
