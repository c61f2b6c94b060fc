"""Average of opponents' Buchholz."""

from __future__ import annotations

from fractions import Fraction

from banzuke.scoring.exact import half_up
from banzuke.scoring.field import Field
from banzuke.scoring.tie_break import TieBreak, Values
from banzuke.scoring.unplayed import FIDE, CutParameters, buchholz


def values(field: Field, parameters: CutParameters) -> Values:
    """The mean Buchholz of those whom a player really met, to two places."""
    of_all = buchholz(field, parameters)
    found: Values = []
    for player in range(len(field)):
        met = [of_all[opponent] for cell in field.played(player) for opponent in cell.opponents]
        found.append(half_up(sum(met, Fraction(0)) / len(met), 2) if met else None)
    return found


TIE_BREAK = TieBreak(
    key="average-buchholz",
    title="average of opponents' Buchholz",
    code="AOB",
    summary="The mean Buchholz of the opponents whom one really played, rounded to two places.",
    source=f"{FIDE}, article 8",
    values=values,
    parameters=CutParameters,
)
