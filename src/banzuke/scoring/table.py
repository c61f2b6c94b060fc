"""The table of standings: a line a player, with the rounds, the tie-breaks and what decided."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Any, NamedTuple

from banzuke.scoring.field import Cell, Result
from banzuke.scoring.tournament import TournamentRule


class Standing(NamedTuple):
    """One line of the table.

    place : 1 is best, shared places are equal (1, 1, 3); 0 for who takes none
    total : exact; None for who has no result
    start : what the player began with; rounding : what was taken off by rounding down, 0 or less.
        Start, rounding and what counts of each result add up to the total
    tie_breaks : one value a tie-break of the table; None where it was not needed or there is none
    texts : the same as people read them, "" for none
    why : what decided between this line and its neighbours of equal total; "" if nothing had to
    """

    place: int
    player: str
    total: Fraction | None
    start: Fraction
    rounding: Fraction
    results: tuple[Result, ...]
    tie_breaks: tuple[Fraction | None, ...]
    texts: tuple[str, ...]
    why: str


class TieBreakColumn(NamedTuple):
    """A tie-break as the head of a column: its key, title and rule in words."""

    key: str
    title: str
    summary: str
    lowest_is_best: bool


@dataclass(frozen=True)
class Standings:
    """The standings of one event.

    rows : in order; rounds : names of the rounds, in order; a result's ``round`` is an index
    players : all names; the ``opponents`` of a cell are indices into them
    lowest_is_best : whether the lowest total wins; unit : what the totals count
    """

    rows: tuple[Standing, ...]
    rounds: tuple[str, ...]
    players: tuple[str, ...]
    tie_breaks: tuple[TieBreakColumn, ...]
    rule: TournamentRule
    lowest_is_best: bool
    unit: str

    def row(self, player: str) -> Standing:
        """The line of one player."""
        return next(row for row in self.rows if row.player == player)

    def to_dict(self) -> dict[str, Any]:
        """The table as JSON takes it; numbers are floats."""
        return {
            "unit": self.unit,
            "lowest_is_best": self.lowest_is_best,
            "rounds": list(self.rounds),
            "tie_breaks": [column._asdict() for column in self.tie_breaks],
            "standings": [self._row(row) for row in self.rows],
        }

    def _row(self, row: Standing) -> dict[str, Any]:
        return {
            "place": row.place or None,
            "player": row.player,
            "total": _number(row.total),
            "start": _number(row.start),
            "results": [self._result(result) for result in row.results],
            "tie_breaks": [_number(value) for value in row.tie_breaks],
            "tie_breaks_shown": list(row.texts),
            "why": row.why,
        }

    def _result(self, result: Result) -> dict[str, Any]:
        return {
            "round": self.rounds[result.round],
            "points": _number(result.points),
            "counted": _number(result.counted),
            "dropped": result.dropped,
            "games": [
                self._cell(line.cell) | {"dropped": line.dropped or result.dropped}
                for line in result.games
            ],
        }

    def _cell(self, cell: Cell) -> dict[str, Any]:
        return {
            "kind": cell.kind.value,
            "board": cell.board,
            "opponents": [self.players[code] for code in cell.opponents],
            "points": _number(cell.points),
            "place": cell.place or None,
            "score": _number(cell.score),
            "role": cell.role,
        }


def _number(value: Fraction | None) -> float | None:
    return None if value is None else float(value)
