"""Games with Black: games played moving second."""

from __future__ import annotations

from fractions import Fraction

from banzuke.scoring.field import Field
from banzuke.scoring.tie_break import NoParameters, TieBreak, Values
from banzuke.scoring.unplayed import FIDE


def values(field: Field, parameters: NoParameters) -> Values:
    """Their number, of each player."""
    return [
        Fraction(sum(cell.is_played and cell.first is False for cell in own)) for own in field.cells
    ]


TIE_BREAK = TieBreak(
    key="black-games",
    title="games with Black",
    code="BPG",
    summary="The number of games played with Black (moving second).",
    source=f"{FIDE}, article 7",
    values=values,
)
