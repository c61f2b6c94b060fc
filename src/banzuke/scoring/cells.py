"""The seats of a game as cells of their players: who sat opposite, who shares the place."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import overload

from banzuke.scoring.exact import NOTHING
from banzuke.scoring.field import Cell
from banzuke.scoring.games import Game

Side = tuple[str, object]


class Others(Sequence[int]):
    """Everybody in a game of many sides but those of one's own.

    It looks into what all in the game share, so that a game of thousands does not hold the
    square of them.

    everybody : their indices, rising; own : those of one's own side
    """

    __slots__ = ("_everybody", "_own")

    def __init__(self, everybody: Sequence[int], own: frozenset[int]) -> None:
        self._everybody, self._own = everybody, own

    def __len__(self) -> int:
        return len(self._everybody) - len(self._own)

    def __iter__(self) -> Iterator[int]:
        return (player for player in self._everybody if player not in self._own)

    @overload
    def __getitem__(self, at: int) -> int: ...
    @overload
    def __getitem__(self, at: slice) -> tuple[int, ...]: ...
    def __getitem__(self, at: int | slice) -> int | tuple[int, ...]:
        return tuple(self)[at]

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Sequence) and tuple(self) == tuple(other)

    def __hash__(self) -> int:
        return hash(tuple(self))


class _Best:
    """The best number that each side is not behind of the others: two numbers say it for all."""

    def __init__(self, sides: Sequence[Side], numbers: Sequence[Fraction | None]) -> None:
        best: dict[Side, Fraction] = {}
        for side, number in zip(sides, numbers, strict=True):
            if number is not None:
                best[side] = max(number, best.get(side, number))
        self._two = sorted(best.items(), key=lambda item: item[1], reverse=True)[:2]

    def of_others(self, side: Side) -> Fraction | None:
        """The best of the other sides, None where they have none."""
        return next((number for other, number in self._two if other != side), None)


def cells_of(
    game: Game,
    given: Sequence[Fraction | None],
    at: tuple[int, int],
    code: Mapping[str, int],
) -> Iterator[tuple[int, Cell]]:
    """(index of the player, cell) of each seat that was given points.

    given : the points of each seat, None for who gets nothing that counts
    at : the index of the round, and the number of the game
    code : the index of each player
    """
    sides = [game.side_of(seat) for seat in game.seats]
    codes = [code[seat.player] for seat in game.seats]
    places = {(side, seat.place) for side, seat in zip(sides, game.seats, strict=True)}
    sharers = Counter(place for _, place in places)
    scores = _Best(sides, [seat.score for seat in game.seats])
    handicaps = _Best(sides, [seat.handicap for seat in game.seats])
    n_sides = len(set(sides))
    opponents = _opponents(sides, codes, n_sides)
    for seat, side, player, points in zip(game.seats, sides, codes, given, strict=True):
        if points is None:
            continue
        yield (
            player,
            Cell(
                *at,
                kind=game.kind,
                points=points,
                opponents=opponents(side),
                place=seat.place,
                score=seat.score,
                others=scores.of_others(side),
                role=seat.role,
                board=game.board,
                first=seat.first,
                handicap=seat.handicap,
                given=handicaps.of_others(side) or NOTHING,
                sharers=sharers[seat.place],
                sides=n_sides,
                in_draw=seat.in_draw,
                boards=seat.boards,
            ),
        )


def _opponents(
    sides: Sequence[Side], codes: Sequence[int], n_sides: int
) -> Callable[[Side], Sequence[int]]:
    """Who sits opposite each side."""
    members: dict[Side, list[int]] = {}
    for side, player in zip(sides, codes, strict=True):
        members.setdefault(side, []).append(player)
    if n_sides < 3:
        return lambda side: tuple(
            sorted(one for other, of in members.items() if other != side for one in of)
        )
    everybody = tuple(sorted(codes))
    return lambda side: Others(everybody, frozenset(members[side]))
