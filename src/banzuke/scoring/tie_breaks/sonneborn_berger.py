"""Sonneborn-Berger: the points of the opponents, each as far as one scored against him."""

from __future__ import annotations

from banzuke.scoring.field import Field
from banzuke.scoring.tie_break import TieBreak, Values
from banzuke.scoring.unplayed import (
    FIDE,
    CutParameters,
    adjusted_scores,
    cut_sum,
    cut_title,
    times_points,
)


def values(field: Field, parameters: CutParameters) -> Values:
    """The sum of opponents' points times points made against them, of each player."""
    scores = adjusted_scores(field, parameters)
    return [
        cut_sum(times_points(field, field, player, parameters, scores), parameters)
        for player in range(len(field))
    ]


def called(parameters: CutParameters) -> str:
    """The title with what is cut."""
    return cut_title("Sonneborn-Berger", parameters)


TIE_BREAK = TieBreak(
    key="sonneborn-berger",
    title="Sonneborn-Berger",
    code="SB",
    summary="The sum over the rounds of the opponent's points, as Buchholz counts them, times "
    "the points made in that round.",
    source=f"{FIDE}, articles 9 and 16",
    values=values,
    parameters=CutParameters,
    called=called,
)
