"""Board results: the first board decides, then the second; or the last is dropped."""

from __future__ import annotations

from fractions import Fraction
from typing import Literal

from banzuke.model.parameters import Parameters, parameter
from banzuke.model.phrases import phrase
from banzuke.scoring.exact import shown
from banzuke.scoring.field import Field
from banzuke.scoring.team_scores import made_on_boards, without_last
from banzuke.scoring.tie_break import TieBreak, Values, by_order
from banzuke.scoring.unplayed import FIDE


class BoardResultsParameters(Parameters):
    """From which end."""

    order: Literal["top", "bottom"] = parameter(
        "top",
        "top: the points of the first board, then of the second, …; bottom: all points but those "
        "of the last board, then but those of the last two, …",
    )


def values(field: Field, parameters: BoardResultsParameters) -> Values:
    """The order of the lists of board points; ``worded`` says the points."""
    return by_order([_compared(field, team, parameters) for team in range(len(field))])


def worded(field: Field, parameters: BoardResultsParameters, team: int) -> str:
    """The points in words, as ``3.5, 2, 4, 1``."""
    return ", ".join(shown(points) for points in _compared(field, team, parameters))


def called(parameters: BoardResultsParameters) -> str:
    """From which end."""
    return phrase("top board") if parameters.order == "top" else phrase("bottom board dropped")


def _compared(field: Field, team: int, parameters: BoardResultsParameters) -> tuple[Fraction, ...]:
    """What is compared, one after the other."""
    made = made_on_boards(field, field.cells[team])
    return tuple(made) if parameters.order == "top" else without_last(made)


TIE_BREAK = TieBreak(
    key="board-results",
    title="top board",
    code="TBR",
    variants={"BBE": {"order": "bottom"}},
    summary="The points that a team made on its first board, then on the second, and so on; or "
    "without its last board, then without its last two, and so on.",
    source=FIDE,
    values=values,
    parameters=BoardResultsParameters,
    called=called,
    worded=worded,
)
