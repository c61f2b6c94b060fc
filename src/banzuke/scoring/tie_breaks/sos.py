"""SOS: the scores of the opponents."""

from __future__ import annotations

from banzuke.scoring.field import Field
from banzuke.scoring.opponents import OPENGOTHA, GoCutParameters, sum_of_scores
from banzuke.scoring.tie_break import TieBreak, Values


def values(field: Field, parameters: GoCutParameters) -> Values:
    """The sum of the opponents' scores, of each player."""
    return [sum_of_scores(field, player, parameters) for player in range(len(field))]


def called(parameters: GoCutParameters) -> str:
    """The title with what is left out."""
    title = f"SOS-{parameters.cut}" if parameters.cut else "SOS"
    return title + (f" from round {parameters.from_round}" if parameters.from_round > 1 else "")


TIE_BREAK = TieBreak(
    key="sos",
    title="SOS",
    code="SOS",
    summary="The sum of the opponents' final scores. A round without an opponent adds what the "
    "player began with; where stones were given, the opponent's score is corrected by them.",
    source=OPENGOTHA,
    values=values,
    parameters=GoCutParameters,
    called=called,
)
