"""Fore Buchholz: Buchholz as if all games of the last round were draws."""

from __future__ import annotations

from dataclasses import replace

from banzuke.scoring.field import Field
from banzuke.scoring.games import RoundKind
from banzuke.scoring.tie_break import TieBreak, Values
from banzuke.scoring.unplayed import FIDE, CutParameters, buchholz, cut_title, last_game


def values(field: Field, parameters: CutParameters) -> Values:
    """The sum of the opponents' points with the last round drawn, of each player."""
    return [*buchholz(_with_last_round_played(field), parameters, last_drawn=True)]


def _with_last_round_played(field: Field) -> Field:
    """The field in which every game of the last round was played."""
    cells = []
    for player, own in enumerate(field.cells):
        last = last_game(field, player)
        cells.append(
            tuple(cell._replace(kind=RoundKind.PLAYED) if cell is last else cell for cell in own)
        )
    return replace(field, cells=tuple(cells))


def called(parameters: CutParameters) -> str:
    """The title with what is cut."""
    return cut_title("Fore Buchholz", parameters)


TIE_BREAK = TieBreak(
    key="fore-buchholz",
    title="Fore Buchholz",
    code="FB",
    summary="Buchholz as if all games of the last round were draws, so that it is known before "
    "that round ends.",
    source=f"{FIDE}, article 8",
    values=values,
    parameters=CutParameters,
    called=called,
)
