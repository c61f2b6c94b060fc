"""Brightwell quotient: discs and the points of the opponents in one number."""

from __future__ import annotations

from fractions import Fraction

from banzuke.model.parameters import Parameters, parameter
from banzuke.scoring.exact import exact
from banzuke.scoring.field import Cell, Field
from banzuke.scoring.games import ASKED_FOR, RoundKind
from banzuke.scoring.tie_break import TieBreak, Values


class BrightwellParameters(Parameters):
    """The constants."""

    factor: float = parameter(
        6.0, "what a point of an opponent is worth; 6 is for 13 rounds", unit="discs", ge=0
    )
    half: float = parameter(32.0, "half of the discs of a game", unit="discs", ge=0)


def values(field: Field, parameters: BrightwellParameters) -> Values:
    """The quotient of each player; None where the discs of a game are not known."""
    gone = {player for player in range(len(field)) if _has_withdrawn(field, player)}
    return [_quotient(field, player, parameters, gone) for player in range(len(field))]


def _has_withdrawn(field: Field, player: int) -> bool:
    """Whether a player was not there for the last round."""
    last = len(field.rounds) - 1
    return any(cell.round == last and cell.kind in ASKED_FOR for cell in field.cells[player])


def _quotient(
    field: Field, player: int, parameters: BrightwellParameters, gone: set[int]
) -> Fraction | None:
    factor, half = exact(parameters.factor), exact(parameters.half)
    total = Fraction(0)
    for cell in field.cells[player]:
        if cell.kind in ASKED_FOR:
            continue
        if _counts_as_bye(cell, gone):
            total += half + factor * field.total(player)
        elif cell.score is None:
            return None
        else:
            total += cell.score
            total += factor * sum((field.total(one) for one in cell.opponents), Fraction(0))
    return total


def _counts_as_bye(cell: Cell, gone: set[int]) -> bool:
    """Whether half of the discs and one's own points stand for the game."""
    return cell.kind is not RoundKind.PLAYED or any(one in gone for one in cell.opponents)


TIE_BREAK = TieBreak(
    key="brightwell",
    title="Brightwell quotient",
    code="BQ",
    summary="A player's discs and six times the points of the opponents. For a bye, and for a game "
    "against somebody who withdrew, half of the discs and six times one's own points stand "
    "instead. Rounds that one missed add nothing.",
    source="Othello world championship, rules of the Swiss, https://www.othello.dk",
    values=values,
    parameters=BrightwellParameters,
)
