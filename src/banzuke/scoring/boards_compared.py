"""Games of many sides compared: who won alone, who drew, who was eliminated, who lost."""

from __future__ import annotations

from fractions import Fraction

from banzuke.model.parameters import Parameters, parameter
from banzuke.scoring.exact import exact
from banzuke.scoring.field import Cell

DAANZ = "Diplomacy Association of Australia and New Zealand, tournament rules, https://daanz.org"

ENDINGS = ("loss", "elimination", "draw", "win")


class SoloParameters(Parameters):
    """What wins alone."""

    solo: float = parameter(18.0, "the score that wins a game alone", unit="centres", gt=0)


def is_solo(cell: Cell, parameters: SoloParameters) -> bool:
    """Whether the player alone reached what wins."""
    return cell.is_played and cell.score is not None and cell.score >= exact(parameters.solo)


def is_draw(cell: Cell, parameters: SoloParameters) -> bool:
    """Whether nobody won alone, and the player survived."""
    return cell.is_played and cell.score is not None and ending(cell, parameters) == "draw"


def ending(cell: Cell, parameters: SoloParameters) -> str:
    """How a game ended for the player: win, draw, elimination or loss.

    Where scores are not known, who alone has the first place has won, all others drew.
    """
    enough = exact(parameters.solo)
    if cell.score is None:
        return "win" if cell.is_won else "draw"
    if cell.score >= enough:
        return "win"
    if cell.others is not None and cell.others >= enough:
        return "loss"
    return "draw" if cell.score > 0 else "elimination"


def game_key(cell: Cell, parameters: SoloParameters) -> tuple[int, Fraction, int, int]:
    """What puts games in order, the best highest: ending, points, place, fewer sharers."""
    place = cell.place or cell.sides + 1
    return ENDINGS.index(ending(cell, parameters)), cell.points, -place, -cell.sharers
