"""Tournament performance rating."""

from __future__ import annotations

from banzuke.scoring.field import Field
from banzuke.scoring.performance import RatedParameters, of_each
from banzuke.scoring.tie_break import TieBreak, Values
from banzuke.scoring.unplayed import FIDE


def values(field: Field, parameters: RatedParameters) -> Values:
    """The rating that the score of each player is worth."""
    return of_each(field, parameters, perfect=False)


TIE_BREAK = TieBreak(
    key="performance",
    title="performance",
    code="TPR",
    summary="The average rating of the opponents met, and what the table of the "
    "federation adds for the score.",
    source=f"{FIDE}, article 10",
    values=values,
    parameters=RatedParameters,
)
