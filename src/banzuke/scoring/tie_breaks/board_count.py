"""Board count: points on the first boards count more."""

from __future__ import annotations

from fractions import Fraction

from banzuke.scoring.field import Field
from banzuke.scoring.tie_break import NoParameters, TieBreak, Values
from banzuke.scoring.unplayed import FIDE


def values(field: Field, parameters: NoParameters) -> Values:
    """The sum of board numbers times points, of each team."""
    return [
        sum(
            (number * points for cell in own for number, points in enumerate(cell.boards, start=1)),
            Fraction(0),
        )
        for own in field.cells
    ]


TIE_BREAK = TieBreak(
    key="board-count",
    title="board count",
    code="BC",
    summary="The points of each board times its number, added; the lowest is best, since the "
    "points then come from the first boards.",
    source=FIDE,
    values=values,
    lowest_is_best=True,
)
