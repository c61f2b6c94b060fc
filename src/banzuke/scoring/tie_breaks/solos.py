"""Solos: games won alone."""

from __future__ import annotations

from fractions import Fraction

from banzuke.scoring.boards_compared import DAANZ, SoloParameters, is_solo
from banzuke.scoring.field import Field
from banzuke.scoring.tie_break import TieBreak, Values


def values(field: Field, parameters: SoloParameters) -> Values:
    """The number of games that each player won alone."""
    return [Fraction(sum(is_solo(cell, parameters) for cell in own)) for own in field.cells]


TIE_BREAK = TieBreak(
    key="solos",
    title="solo wins",
    summary="The number of games in which the player alone reached what wins.",
    source=DAANZ,
    values=values,
    parameters=SoloParameters,
)
