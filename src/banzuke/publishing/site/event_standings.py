"""The standings of an event, reckoned from its games by its scoring system."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from banzuke.publishing.site.known import Event
from banzuke.publishing.site.snapshot import Snapshot
from banzuke.scoring.exact import shown
from banzuke.scoring.field import Cell
from banzuke.scoring.reckoned_standings import Reckoned, reckoned
from banzuke.scoring.table import Standings

Row = dict[str, Any]


def standings_of(snapshot: Snapshot, event: Event) -> Reckoned:
    """The standings of an event; by plain points where its scoring system cannot be used."""
    results = snapshot.games.results
    if event.name not in snapshot.games.event_codes:
        results = snapshot.standings.results
        if event.name not in snapshot.standings.event_codes:
            return Reckoned(None)
    called = snapshot.once(names_of_people)
    return reckoned(results, event.name, event.facts, called, snapshot.own.scoring)


def names_of_people(snapshot: Snapshot) -> dict[str, str]:
    """{key: name} of everybody, merged people included."""
    return {key: snapshot.name(key) for key in (*snapshot.people, *snapshot.moved)}


def rows_of(snapshot: Snapshot, table: Standings) -> list[Row]:
    """The lines of standings with names, and texts of what points are."""
    line = {row.player: at for at, row in enumerate(table.rows, 1)}
    found = []
    for at, row in enumerate(table.rows, 1):
        results = [
            {
                "round": table.rounds[result.round],
                "points": shown(result.points),
                "dropped": result.dropped,
                "games": [_cell(table, one.cell, line) for one in result.games],
            }
            for result in row.results
        ]
        found.append(
            {
                "line": at,
                "place": row.place or None,
                "player": row.player,
                "name": snapshot.name(row.player),
                "total": _text(row.total),
                "tie_breaks": list(row.texts),
                "why": row.why,
                "results": results,
            }
        )
    return found


def _cell(table: Standings, cell: Cell, line: dict[str, int]) -> Row:
    others = [table.players[code] for code in cell.named_opponents]
    return {
        "kind": cell.kind.value,
        "sides": cell.sides,
        "opponents": others,
        "lines": [line.get(other) for other in others],
        "points": shown(cell.points),
        "outcome": _outcome(cell),
        "score": _text(cell.score),
        "other_score": _text(cell.others) if cell.sides == 2 else None,
        "place": cell.place or None,
        "role": cell.role,
        "board": cell.board,
        "first": cell.first,
    }


def _outcome(cell: Cell) -> str | None:
    """won, drawn or lost; None of who has no place or no opponent."""
    if not cell.place or cell.sides < 2:
        return None
    return "won" if cell.is_won else "drawn" if cell.is_drawn else "lost"


def _text(value: Fraction | None) -> str | None:
    return None if value is None else shown(value)
