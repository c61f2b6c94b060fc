"""Draws: games without a solo that a player survived."""

from __future__ import annotations

from fractions import Fraction

from banzuke.scoring.boards_compared import DAANZ, SoloParameters, is_draw
from banzuke.scoring.field import Field
from banzuke.scoring.tie_break import TieBreak, Values


def values(field: Field, parameters: SoloParameters) -> Values:
    """The number of draws that each player took part in."""
    return [Fraction(sum(is_draw(cell, parameters) for cell in own)) for own in field.cells]


TIE_BREAK = TieBreak(
    key="draws",
    title="draws",
    summary="The number of games that nobody won alone and in which the player survived.",
    source=DAANZ,
    values=values,
    parameters=SoloParameters,
)
