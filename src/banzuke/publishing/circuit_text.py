"""Circuits of a ledger, as a person and as a program reads them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import polars as pl

from banzuke.ledger.circuits import CircuitRecord
from banzuke.model.version import version
from banzuke.publishing.text_tables import document, each_once, prose, table_of, text_table
from banzuke.scoring.circuits.season import Season
from banzuke.scoring.exact import shown
from banzuke.scoring.table import Standing


def circuits_text(records: Sequence[CircuitRecord], names: Mapping[int, str], width: int) -> str:
    """The circuits, a block each: what it is, and its events.

    names : {event: its name}
    """
    if not records:
        return "no circuit is set up yet; 'banzuke circuits set KEY --add-event NAME' makes one\n"
    return document(*(_block(record, names, width) for record in records))


def _block(record: CircuitRecord, names: Mapping[int, str], width: int) -> list[str]:
    by_rule = f", by the rule {record.rule}" if record.rule else ""
    head = f"{record.key}: {record.title}{by_rule}"
    rows = [
        {"event": names[event], "class": its_class}
        for event, its_class in record.events.items()
        if event in names
    ]
    if not rows:
        return [head, "no event belongs to it"]
    columns = ["event", "class"] if any(record.events.values()) else ["event"]
    return [head, *text_table(pl.DataFrame(rows).select(columns), width=width)]


def season_text(
    record: CircuitRecord, season: Season, called: Mapping[str, str], width: int
) -> str:
    """The table of a circuit: places, points of every event, totals; and what does not count.

    called : {player: name}; what of an event does not count stands in brackets
    """
    events = season.standings.rounds
    columns = ["place", "player", *events, "total"]
    rows = [
        [str(row.place or ""), called.get(row.player, row.player), *_points(row, len(events)),
         shown(row.total)]
        for row in season.standings.rows
    ]  # fmt: skip
    # An event may be called as another column is.
    columns = each_once(columns)
    right = [name for name in columns if name != columns[1]]
    below = [f"{name} does not count: {why}." for name, why in season.left_out.items()]
    below += [
        f"{called.get(row.player, row.player)} takes no place: {season.unplaced[row.player]}."
        for row in season.standings.rows
        if row.player in season.unplaced
    ]
    head = f"{record.title}, {season.circuit.title}"
    told = [line for text in below for line in prose(text, width)]
    return document([head], table_of(rows, columns, right, width), told)


def season_document(
    record: CircuitRecord, season: Season, called: Mapping[str, str]
) -> dict[str, Any]:
    """key, title, rule, the table with names beside keys, what is said of it, banzuke.

    left_out, unplaced and by_plain_points are those of ``Season``.
    """
    table = season.standings.to_dict()
    events = table.pop("rounds")
    rows = [
        {"place": row["place"], "player": row["player"], "name": called.get(row["player"])}
        | {name: value for name, value in row.items() if name not in ("place", "player")}
        for row in table.pop("standings")
    ]
    return {
        "key": record.key,
        "title": record.title,
        "rule": {"key": season.circuit.key, "title": season.circuit.title},
        "events": events,
        **table,
        "standings": rows,
        "why": [
            {"event": event, "player": player, "why": text}
            for (event, player), text in season.why.items()
        ],
        "left_out": dict(season.left_out),
        "unplaced": dict(season.unplaced),
        "by_plain_points": dict(season.by_plain_points),
        "banzuke": version(),
    }


def _points(row: Standing, events: int) -> list[str]:
    """What each event gave a player; in brackets where it does not count."""
    cells = [""] * events
    for result in row.results:
        if result.games:
            points = shown(result.points)
            cells[result.round] = f"({points})" if result.dropped else points
    return cells
