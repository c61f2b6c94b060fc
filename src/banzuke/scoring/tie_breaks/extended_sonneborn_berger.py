"""Extended Sonneborn-Berger: Sonneborn-Berger of teams, each factor by either score."""

from __future__ import annotations

from typing import Literal

from banzuke.model.parameters import parameter
from banzuke.model.phrases import phrase
from banzuke.scoring.field import Field
from banzuke.scoring.team_scores import by_score
from banzuke.scoring.tie_break import TieBreak, Values
from banzuke.scoring.unplayed import (
    FIDE,
    CutParameters,
    adjusted_scores,
    cut_sum,
    cut_title,
    times_points,
)


class ExtendedParameters(CutParameters):
    """Which score each factor is in."""

    opponents: Literal["match", "game"] = parameter(
        "match", "the score of the opponents: match points or game points"
    )
    own: Literal["match", "game"] = parameter("game", "one's own score against them")


def values(field: Field, parameters: ExtendedParameters) -> Values:
    """The sum of opponents' scores times one's own against them, of each team."""
    of_opponents, own = by_score(field, parameters.opponents), by_score(field, parameters.own)
    scores = adjusted_scores(of_opponents, parameters)
    return [
        cut_sum(times_points(of_opponents, own, team, parameters, scores), parameters)
        for team in range(len(field))
    ]


def called(parameters: ExtendedParameters) -> str:
    """The letters with what is cut, as ``EMGSB, cut 1``."""
    letters = f"{parameters.opponents[0]}{parameters.own[0]}".upper()
    title = phrase("extended Sonneborn-Berger {letters}", letters=f"E{letters}SB")
    return cut_title(title, parameters)


TIE_BREAK = TieBreak(
    key="extended-sonneborn-berger",
    title="extended Sonneborn-Berger",
    code="ESB",
    variants={
        "EMMSB": {"opponents": "match", "own": "match"},
        "EMGSB": {"opponents": "match", "own": "game"},
        "EGMSB": {"opponents": "game", "own": "match"},
        "EGGSB": {"opponents": "game", "own": "game"},
    },
    summary="The sum over the rounds of the opponent's match points or game points times one's "
    "own match points or game points in that round; the Olympiad takes match points of the "
    "opponents and one's own game points, and leaves out the lowest.",
    source=FIDE,
    values=values,
    parameters=ExtendedParameters,
    called=called,
)
