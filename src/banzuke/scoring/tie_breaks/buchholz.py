"""Buchholz: the points of the opponents."""

from __future__ import annotations

from banzuke.scoring.field import Field
from banzuke.scoring.tie_break import TieBreak, Values
from banzuke.scoring.unplayed import FIDE, CutParameters, buchholz, cut_title


def values(field: Field, parameters: CutParameters) -> Values:
    """The sum of the opponents' points, of each player."""
    return [*buchholz(field, parameters)]


def called(parameters: CutParameters) -> str:
    """The title with what is cut."""
    return cut_title("Buchholz", parameters)


TIE_BREAK = TieBreak(
    key="buchholz",
    title="Buchholz",
    code="BH",
    summary="The sum of the opponents' points. A round that an opponent missed after the last one "
    "that he came for counts as a draw of his; a round without a game counts as one against "
    "somebody with one's own points.",
    source=f"{FIDE}, articles 8 and 16",
    values=values,
    parameters=CutParameters,
    called=called,
)
