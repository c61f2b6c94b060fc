"""How a board ended, as the terms of a scoring system ask it: who lives, leads, won.

Powers are meant by their index on the board.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property

from banzuke.scoring.board import Board


class Group(StrEnum):
    """Whom a term of a scoring system is for."""

    ALL = "all"
    ALIVE = "alive"
    DEAD = "dead"
    DRAW = "draw"
    TOP = "top"
    LEADER = "leader"
    WINNER = "winner"
    OTHERS = "others"


#: What each group is, in words.
GROUPS = {
    Group.ALL: "every power",
    Group.ALIVE: "who holds a centre",
    Group.DEAD: "who holds none",
    Group.DRAW: "the members of the draw, by default all survivors; the winner of a solo",
    Group.TOP: "who holds most, one or several",
    Group.LEADER: "who alone holds most; nobody where the top is shared",
    Group.WINNER: "who won alone",
    Group.OTHERS: "everybody but the winner",
}


class Counting(StrEnum):
    """Whether the year of an elimination counts as one that was survived."""

    WITH = "incl"
    WITHOUT = "excl"


@dataclass(frozen=True)
class Ending:
    """A board, and who won it by the conventions of the system that scores it.

    winner : index, None without a solo
    before : the year before the first one: years are counted from it
    """

    board: Board
    winner: int | None
    before: int

    @cached_property
    def powers(self) -> range:
        """The indices of all powers."""
        return range(len(self.board.centres))

    @property
    def centres(self) -> tuple[int, ...]:
        """The final counts."""
        return self.board.centres

    @cached_property
    def top(self) -> int:
        """The highest count."""
        return max(self.centres)

    @cached_property
    def leaders(self) -> frozenset[int]:
        """Who holds most."""
        return frozenset(at for at in self.powers if self.centres[at] == self.top)

    @cached_property
    def gap(self) -> int:
        """By how much a lone leader leads; 0 where the top is shared."""
        return self.top - sorted(self.centres)[-2]

    @cached_property
    def alive(self) -> frozenset[int]:
        """Who holds a centre."""
        return frozenset(at for at in self.powers if self.centres[at])

    def group(self, name: Group) -> frozenset[int]:
        """The members of a group."""
        return self._groups[name]

    @cached_property
    def _groups(self) -> dict[Group, frozenset[int]]:
        everybody = frozenset(self.powers)
        won = frozenset() if self.winner is None else frozenset({self.winner})
        return {
            Group.ALL: everybody,
            Group.ALIVE: self.alive,
            Group.DEAD: everybody - self.alive,
            Group.DRAW: won or self.board.draw or self.alive,
            Group.TOP: self.leaders,
            Group.LEADER: self.leaders if len(self.leaders) == 1 else frozenset(),
            Group.WINNER: won,
            Group.OTHERS: everybody - won,
        }

    def last_year(self, at: int) -> int | None:
        """The year in which a power was eliminated or, of who lives, the game ended."""
        return self.board.ended if at in self.alive else self.board.out[at]

    def years(self, at: int, counting: Counting) -> int:
        """How many years a power survived; the year it was eliminated in counts or not.

        Who still holds centres is treated as if eliminated in the year in which the game ended.
        """
        last = self.last_year(at)
        first = self.before if counting is Counting.WITH else self.before + 1
        return 0 if last is None else max(last - first, 0)
