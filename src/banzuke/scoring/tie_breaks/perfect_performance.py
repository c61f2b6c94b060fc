"""Perfect tournament performance."""

from __future__ import annotations

from banzuke.scoring.field import Field
from banzuke.scoring.performance import RatedParameters, of_each
from banzuke.scoring.tie_break import TieBreak, Values
from banzuke.scoring.unplayed import FIDE


def values(field: Field, parameters: RatedParameters) -> Values:
    """The rating that the score of each player is worth."""
    return of_each(field, parameters, perfect=True)


TIE_BREAK = TieBreak(
    key="perfect-performance",
    title="perfect performance",
    code="PTP",
    summary="The lowest rating of which the score that was made, or more, is expected "
    "against these opponents.",
    source=f"{FIDE}, article 10",
    values=values,
    parameters=RatedParameters,
)
