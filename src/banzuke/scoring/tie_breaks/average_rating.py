"""Average rating of opponents."""

from __future__ import annotations

from fractions import Fraction

from banzuke.scoring.field import Field
from banzuke.scoring.performance import RatedCutParameters, all_ratings, average, rated_games
from banzuke.scoring.tie_break import TieBreak, Values
from banzuke.scoring.unplayed import FIDE


def values(field: Field, parameters: RatedCutParameters) -> Values:
    """The mean rating of those whom a player met over the board, in whole points."""
    ratings = all_ratings(field, parameters)
    if ratings is None:
        return [None] * len(field)
    low, high = parameters.cut + parameters.median, parameters.median
    found: Values = []
    for player in range(len(field)):
        met = sorted(rating for _, rating in rated_games(field, player, ratings))
        left = met[low : max(len(met) - high, low)]
        found.append(Fraction(average(left)) if left else None)
    return found


TIE_BREAK = TieBreak(
    key="average-rating",
    title="average rating of opponents",
    code="ARO",
    summary="The mean rating of the opponents met over the board, in whole points. If a player "
    "has no rating, and nothing is said to stand for it, nobody has this tie-break.",
    source=f"{FIDE}, article 10",
    values=values,
    parameters=RatedCutParameters,
)
