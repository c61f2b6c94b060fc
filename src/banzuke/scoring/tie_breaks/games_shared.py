"""Games shared: the points of the games in which all of the tied sat."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from banzuke.scoring.field import Field
from banzuke.scoring.tie_break import NoParameters, TieBreak, Values


def among(field: Field, parameters: NoParameters, tied: Sequence[int]) -> Values:
    """The points of each of the tied in the games that they had together."""
    games = [{cell.game for cell in field.played(player)} for player in tied]
    shared = set.intersection(*games) if games else set()
    return [
        sum((cell.points for cell in field.played(player) if cell.game in shared), Fraction(0))
        for player in tied
    ]


TIE_BREAK = TieBreak(
    key="games-shared",
    title="games that they shared",
    summary="The points in the games in which all of the tied players took part; 0 if there is "
    "none.",
    source="WDC 2025",
    among=among,
)
