"""Circuits of a ledger as a person reads them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import polars as pl

from banzuke.ledger.circuits import CircuitRecord
from banzuke.publishing.text_tables import document, text_table


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
