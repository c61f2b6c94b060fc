"""Average performance of opponents."""

from __future__ import annotations

from banzuke.scoring.field import Field
from banzuke.scoring.performance import RatedParameters, of_opponents
from banzuke.scoring.tie_break import TieBreak, Values
from banzuke.scoring.unplayed import FIDE


def values(field: Field, parameters: RatedParameters) -> Values:
    """The mean of the performance ratings of each player's opponents."""
    return of_opponents(field, parameters, perfect=False)


TIE_BREAK = TieBreak(
    key="opponents-performance",
    title="average performance of opponents",
    code="APRO",
    summary="The mean of the opponents' performance ratings.",
    source=f"{FIDE}, article 10",
    values=values,
    parameters=RatedParameters,
)
