"""Wins: rounds that gave as much as a win."""

from __future__ import annotations

from fractions import Fraction

from banzuke.scoring.field import Field
from banzuke.scoring.tie_break import NoParameters, TieBreak, Values
from banzuke.scoring.unplayed import FIDE


def values(field: Field, parameters: NoParameters) -> Values:
    """Their number, of each player."""
    return [Fraction(sum(cell.points == field.worth.win for cell in own)) for own in field.cells]


TIE_BREAK = TieBreak(
    key="wins",
    title="wins",
    code="WIN",
    summary="The number of rounds that gave as much as a win, played or not.",
    source=f"{FIDE}, article 7",
    values=values,
)
