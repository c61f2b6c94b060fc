"""Other team score: game points where match points rank, match points where game points do."""

from __future__ import annotations

from banzuke.scoring.field import Field
from banzuke.scoring.team_scores import by_score, other_score
from banzuke.scoring.tie_break import NoParameters, TieBreak, Values
from banzuke.scoring.unplayed import FIDE


def values(field: Field, parameters: NoParameters) -> Values:
    """The total of each team by the score that does not rank."""
    return [*by_score(field, other_score(field)).totals]


TIE_BREAK = TieBreak(
    key="other-team-score",
    title="game points or match points",
    code="MPvGP",
    summary="Where teams are ranked by match points their game points (the points of all boards), "
    "and the other way round.",
    source=FIDE,
    values=values,
)
