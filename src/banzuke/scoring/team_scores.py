"""The two scores of a team, match points and game points: either may rank, the other part ties.

Source: FIDE Handbook C.07, Tie-Break Regulations, articles 11 to 13.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import Literal

from banzuke.scoring.field import Cell, Field, Worth
from banzuke.scoring.games import BYES, RoundKind

Score = Literal["match", "game"]


def by_score(field: Field, score: Score) -> Field:
    """The field as if it were ranked by match points, or by game points.

    Where it is ranked so already, it is itself. A bye gives the match points of a win, a
    half-point bye those of a draw; its game points are what its score says, else 0.
    """
    if score == "match" and field.points == "results":
        return field
    if score == "game" and field.points == "scores":
        worth = _game_worth(field)
        return replace(field, worth=worth)
    cells = tuple(
        tuple(cell._replace(points=_points(cell, field, score)) for cell in own)
        for own in field.cells
    )
    totals = tuple(sum((cell.points for cell in own), Fraction(0)) for own in cells)
    return replace(
        field,
        cells=cells,
        totals=totals,
        worth=_game_worth(field) if score == "game" else field.worth,
        points="scores" if score == "game" else "results",
    )


def other_score(field: Field) -> Score:
    """The score by which a field is not ranked."""
    return "game" if field.points == "results" else "match"


def made_on_boards(field: Field, cells: Iterable[Cell]) -> list[Fraction]:
    """What each board made in some matches of a team, the first board first."""
    made = [Fraction(0)] * field.boards
    for cell in cells:
        for number, points in enumerate(cell.boards):
            made[number] += points
    return made


def without_last(made: Sequence[Fraction]) -> tuple[Fraction, ...]:
    """The points of all boards but the last, then of all but the last two, and so on."""
    return tuple(sum(made[:end], Fraction(0)) for end in range(len(made) - 1, 0, -1))


def board_count(made: Sequence[Fraction]) -> Fraction:
    """The points of each board times its number, added."""
    return sum((number * points for number, points in enumerate(made, start=1)), Fraction(0))


def _game_worth(field: Field) -> Worth:
    """What a match that is won, drawn, lost on every board gives in game points."""
    boards = Fraction(field.boards)
    return Worth(boards, boards / 2, Fraction(0))


def _points(cell: Cell, field: Field, score: Score) -> Fraction:
    """The points of one match by a score."""
    if score == "game":
        return cell.score or Fraction(0)
    if cell.kind is RoundKind.HALF_BYE or cell.is_drawn:
        return field.worth.draw
    if cell.kind in (RoundKind.BYE, RoundKind.FULL_BYE) or (cell.is_won and cell.kind not in BYES):
        return field.worth.win
    return field.worth.loss
