"""Board count: points on the first boards count more."""

from __future__ import annotations

from banzuke.scoring.field import Field
from banzuke.scoring.team_scores import board_count, made_on_boards
from banzuke.scoring.tie_break import NoParameters, TieBreak, Values
from banzuke.scoring.unplayed import FIDE


def values(field: Field, parameters: NoParameters) -> Values:
    """The sum of board numbers times points, of each team."""
    return [board_count(made_on_boards(field, own)) for own in field.cells]


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
