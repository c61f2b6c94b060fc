"""A tournament as tie-breaks see it: of each player what every round was, and the totals."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date
from fractions import Fraction
from functools import cached_property
from typing import NamedTuple

from banzuke.scoring.exact import NOTHING
from banzuke.scoring.games import RoundKind

#: In games of more sides tables do not name each player's opponents: together these would be the
#: square of the players.
MOST_NAMED_SIDES = 100


class Cell(NamedTuple):
    """What one game, or one round without a game, was to a player.

    round : index of the round; game : index of the game, -1 for a round without a row
    kind : played, forfeit, a bye, absent; points : what it gave
    opponents : indices of who sat on the other sides
    place, score, role, first, handicap : as the seat has them
    given : the highest handicap that one of the others received
    others : what the best of the others scored, None if it is not known
    sharers : how many sides have the place
    sides : how many sides the game had
    in_draw : whether the player shares the draw, None if it is not said
    boards : of a team, what each board scored
    """

    round: int
    game: int
    kind: RoundKind
    points: Fraction
    opponents: Sequence[int] = ()
    place: int = 0
    score: Fraction | None = None
    others: Fraction | None = None
    role: str = ""
    board: str = ""
    first: bool | None = None
    handicap: Fraction = NOTHING
    given: Fraction = NOTHING
    sharers: int = 1
    sides: int = 1
    in_draw: bool | None = None
    boards: tuple[Fraction, ...] = ()

    @property
    def is_played(self) -> bool:
        """Whether it was played."""
        return self.kind is RoundKind.PLAYED

    @property
    def is_paired(self) -> bool:
        """Whether somebody was named as an opponent, played or not."""
        return bool(self.opponents)

    @property
    def opponent(self) -> int | None:
        """The only opponent of a duel."""
        return self.opponents[0] if len(self.opponents) == 1 else None

    @property
    def named_opponents(self) -> Sequence[int]:
        """Who sat on the other sides; nobody in a game of so many sides that it is no news."""
        return self.opponents if self.sides <= MOST_NAMED_SIDES else ()

    @property
    def is_won(self) -> bool:
        """Whether the player's side alone has the first place."""
        return self.place == 1 and self.sharers == 1

    @property
    def is_drawn(self) -> bool:
        """Whether the first place is shared."""
        return self.place == 1 and self.sharers > 1


class GameLine(NamedTuple):
    """One game in a player's line: what it was, and whether another of its round counts instead."""

    cell: Cell
    dropped: bool


class Result(NamedTuple):
    """What a round, or a game that counts by itself, adds to a total.

    points : what it gave; counted : how much of it counts; both exact
    dropped : whether it counts nothing because others are better
    """

    round: int
    points: Fraction
    counted: Fraction
    dropped: bool
    games: tuple[GameLine, ...]


class Worth(NamedTuple):
    """What a game gives where match points are given."""

    win: Fraction
    draw: Fraction
    loss: Fraction


@dataclass(frozen=True)
class Field:
    """All players of a tournament, by index.

    players, rounds : names; cells : of each player, round by round
    results : of each player, what adds up to the total; totals : None for who has none
    starts : what each began with (a McMahon score, a handicap)
    ratings : before the tournament, None where unknown
    points : what gives points, as the rule of the tournament says it
    day : the first day of the tournament, None if it has no date
    """

    players: tuple[str, ...]
    rounds: tuple[str, ...]
    cells: tuple[tuple[Cell, ...], ...]
    results: tuple[tuple[Result, ...], ...]
    totals: tuple[Fraction | None, ...]
    starts: tuple[Fraction, ...]
    ratings: tuple[Fraction | None, ...]
    worth: Worth
    lowest_is_best: bool
    points: str = "results"
    day: date | None = None

    def __len__(self) -> int:
        return len(self.players)

    @cached_property
    def boards(self) -> int:
        """How many boards a match of teams has, 0 where that is not told."""
        return max((len(cell.boards) for own in self.cells for cell in own), default=0)

    def total(self, player: int) -> Fraction:
        """A player's total, 0 for who has none."""
        return self.totals[player] or Fraction(0)

    def played(self, player: int) -> Iterator[Cell]:
        """The games that a player really played."""
        return (cell for cell in self.cells[player] if cell.is_played and cell.is_paired)
