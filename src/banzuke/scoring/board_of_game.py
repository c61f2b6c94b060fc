"""A game of an event as the board that a scoring system scores."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from banzuke.model.errors import BoardRefused
from banzuke.model.problems import Problem
from banzuke.scoring.board import Board, board
from banzuke.scoring.games import Game


def board_of_game(game: Game, others: Sequence[Game] = ()) -> Board:
    """The board of a game, its powers in the order of the seats; raises BoardRefused.

    Powers are called by the roles of the seats, or where none is said by numbers from 1; centres
    are the scores. Who is said to share the draw does; where nobody is, all survivors do.

    others : the other boards of the round
    """
    names = [seat.role or str(at) for at, seat in enumerate(game.seats, start=1)]
    if len(set(names)) < len(names):
        twice = next(name for name in names if names.count(name) > 1)
        raise BoardRefused([Problem(f"{twice} is played by two", "one power each")])
    unknown = sum(seat.score is None for seat in game.seats)
    if unknown:
        what = f"{unknown} of {len(names)} players have no score"
        if unknown == len(names):
            what = "no player has a score, so that it is no board"
        right = "what each held at the end, or no scoring system for an event that has none"
        raise BoardRefused([Problem(what, right)])
    seats = dict(zip(names, game.seats, strict=True))
    years = [set(seat.earlier) for seat in game.seats]
    draw = [name for name, seat in seats.items() if seat.in_draw]
    return board(
        {name: _whole(seat.score) for name, seat in seats.items()},
        out={name: seat.eliminated for name, seat in seats.items() if seat.eliminated},
        ended=game.ended,
        draw=draw or None,
        earlier={
            year: {name: _whole(seat.earlier[year]) for name, seat in seats.items()}
            for year in sorted(set.intersection(*years))
        },
        others=[board_of_game(other) for other in others],
    )


def _whole(score: Fraction | None) -> Any:
    """A whole number as one; what is none stays, for the board to refuse."""
    if score is None or score.denominator != 1:
        return score if score is None else float(score)
    return int(score)
