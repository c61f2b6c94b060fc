"""Average perfect performance of opponents."""

from __future__ import annotations

from banzuke.scoring.field import Field
from banzuke.scoring.performance import RatedParameters, of_opponents
from banzuke.scoring.tie_break import TieBreak, Values
from banzuke.scoring.unplayed import FIDE


def values(field: Field, parameters: RatedParameters) -> Values:
    """The mean of the perfect performances of each player's opponents."""
    return of_opponents(field, parameters, perfect=True)


TIE_BREAK = TieBreak(
    key="opponents-perfect-performance",
    title="average perfect performance of opponents",
    code="APPO",
    summary="The mean of the opponents' perfect performances.",
    source=f"{FIDE}, article 10",
    values=values,
    parameters=RatedParameters,
)
