"""Koya: the points made against those who have at least half of what could be made."""

from __future__ import annotations

from fractions import Fraction

from banzuke.model.parameters import Parameters, parameter
from banzuke.scoring.exact import exact
from banzuke.scoring.field import Field
from banzuke.scoring.tie_break import TieBreak, Values
from banzuke.scoring.unplayed import FIDE


class KoyaParameters(Parameters):
    """How much an opponent must have."""

    share: float = parameter(0.5, "the share of the points that could be made", ge=0, le=1)
    more: float = parameter(0.0, "so much more than the share is asked for", unit="points")
    fixed_pairings: bool = parameter(
        False, "whether all pairings were fixed beforehand: who had no opponent could make nothing"
    )


def values(field: Field, parameters: KoyaParameters) -> Values:
    """Points made against opponents with enough points, of each player."""
    games = len(field.rounds)
    if parameters.fixed_pairings:
        games = max((sum(cell.is_paired for cell in own) for own in field.cells), default=0)
    enough = exact(parameters.share) * field.worth.win * games + exact(parameters.more)
    return [
        sum(
            (
                cell.points
                for cell in own
                for opponent in cell.opponents
                if field.total(opponent) >= enough
            ),
            Fraction(0),
        )
        for own in field.cells
    ]


TIE_BREAK = TieBreak(
    key="koya",
    title="Koya",
    code="KS",
    summary="The points made against opponents who have at least half of the points that could "
    "be made.",
    source=f"{FIDE}, article 9",
    values=values,
    parameters=KoyaParameters,
)
