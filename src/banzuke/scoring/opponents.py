"""The scores of opponents as Go counts them."""

from __future__ import annotations

from fractions import Fraction

from banzuke.model.parameters import Parameters, parameter
from banzuke.scoring.field import Cell, Field

OPENGOTHA = "OpenGotha, placement criteria, http://opengotha.info"


class GoParameters(Parameters):
    """Whether stones that were given correct the score of an opponent."""

    stones: bool = parameter(
        True,
        "whether the score of an opponent is corrected by the stones that the weaker one was given",
    )


class GoCutParameters(GoParameters):
    """Besides, what is left out."""

    cut: int = parameter(0, "so many lowest ones are left out", unit="opponents", ge=0)
    from_round: int = parameter(1, "the rounds before this one are left out", ge=1)


def corrected(field: Field, cell: Cell, parameters: GoParameters) -> Fraction:
    """The scores of the opponents of a game, less the stones received, plus those given."""
    total = sum((field.total(opponent) for opponent in cell.opponents), Fraction(0))
    return total - (cell.handicap - cell.given if parameters.stones else 0)


def sum_of_scores(field: Field, player: int, parameters: GoParameters) -> Fraction:
    """The sum of the scores of a player's opponents; a round without one adds the start."""
    cut, first = 0, 0
    if isinstance(parameters, GoCutParameters):
        cut, first = parameters.cut, parameters.from_round - 1
    added = [
        corrected(field, cell, parameters)
        if cell.is_played and cell.is_paired
        else field.starts[player]
        for cell in field.cells[player]
        if cell.round >= first
    ]
    return sum(sorted(added)[cut:], Fraction(0))
