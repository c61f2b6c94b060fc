"""The table of standings: a line a player, with the rounds, the tie-breaks and what decided."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, NamedTuple

import polars as pl

from banzuke.model.errors import UnknownName
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
    by_plain_points : why the scoring system of the event could not be used, so that these are by
        plain points; "" where nothing is wrong with it
    """

    rows: tuple[Standing, ...]
    rounds: tuple[str, ...]
    players: tuple[str, ...]
    tie_breaks: tuple[TieBreakColumn, ...]
    rule: TournamentRule
    lowest_is_best: bool
    unit: str
    by_plain_points: str = ""

    def row(self, player: str) -> Standing:
        """The line of one player; raises UnknownName with the nearest names."""
        found = next((row for row in self.rows if row.player == player), None)
        if found is None:
            raise UnknownName("player", player, self.players)
        return found

    @property
    def named_rounds(self) -> dict[int, str]:
        """The rounds by index; none where the only one has no name."""
        return {} if self.rounds == ("",) else dict(enumerate(self.rounds))

    def to_frame(self) -> pl.DataFrame:
        """A row a player: place, player, ``round …`` with its points, total, tie-breaks, why.

        The points of a round stand there also if they do not count; they are null for who was
        not there. A tie-break's column is called by its key.
        """
        rounds = {f"round {name}": number for number, name in self.named_rounds.items()}
        keys = _apart([column.key for column in self.tie_breaks])
        columns: dict[str, list[Any]] = {
            "place": [row.place or None for row in self.rows],
            "player": [row.player for row in self.rows],
            **{name: [_points(row, at) for row in self.rows] for name, at in rounds.items()},
            "total": [_number(row.total) for row in self.rows],
            **{
                key: [_number(row.tie_breaks[at]) for row in self.rows]
                for at, key in enumerate(keys)
            },
            "why": [row.why for row in self.rows],
        }
        kinds = {"place": pl.Int64, "player": pl.String, "why": pl.String}
        return pl.DataFrame(columns, schema={name: kinds.get(name, pl.Float64) for name in columns})

    def _repr_html_(self) -> str:
        """The table of a notebook."""
        return self.to_frame()._repr_html_()

    def to_dict(self) -> dict[str, Any]:
        """The table as JSON takes it; numbers are floats."""
        return {
            "unit": self.unit,
            "lowest_is_best": self.lowest_is_best,
            "by_plain_points": self.by_plain_points,
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
            "sides": cell.sides,
            "opponents": [self.players[code] for code in cell.named_opponents],
            "points": _number(cell.points),
            "place": cell.place or None,
            "score": _number(cell.score),
            "role": cell.role,
        }


def _number(value: Fraction | None) -> float | None:
    return None if value is None else float(value)


def _points(row: Standing, number: int) -> float | None:
    """The points of a round, dropped or not; None for who was not there."""
    found = [result.points for result in row.results if result.round == number]
    return float(sum(found)) if found else None


def _apart(names: Sequence[str]) -> list[str]:
    """Names, of which the second of a kind has a 2 behind it, and so on."""
    return [
        name if names.index(name) == at else f"{name}_{names[: at + 1].count(name)}"
        for at, name in enumerate(names)
    ]
