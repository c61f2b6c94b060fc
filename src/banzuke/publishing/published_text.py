"""A list of a ledger, as of now or as published, as a person reads it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import polars as pl

from banzuke.publishing.text_tables import document, text_table

#: Decimals of numbers that the rulebook does not round.
DECIMALS = 1

#: What a list of now tells besides, by the names of its columns in print.
MORE = {
    "since_published": "since last list",
    "peak": "peak",
    "twelve_months": "twelve months",
}


def _more(row: Mapping[str, Any]) -> dict[str, str]:
    """What a list of now tells besides."""
    found = {}
    for name, heading in MORE.items():
        if name in row:
            value = row[name]
            sign = "+" if name == "since_published" else ""
            found[heading] = "" if value is None else f"{value:{sign}.{DECIMALS}f}"
    return found


def published_text(published: Mapping[str, Any], width: int) -> str:
    """A list: its head, its table, and how many are not on it."""
    head = [f"{published['title']}, as of {published['as_of'] or 'no date'}"]
    if published.get("published"):
        head.append(f"published {published['published'][:10]}, revision {published['revision']}")
    if published.get("corrected"):
        head.append("since corrected: 'banzuke lists show' has the numbers of now")
    rows = [
        {
            "rank": str(row["rank"]),
            "name": row["name"],
            **({"pool": row["pool"]} if row.get("pool") else {}),
            "rating": row["shown"],
            "games": str(row["games"]),
            **_more(row),
        }
        for row in published["players"]
    ]
    table = pl.DataFrame(rows, infer_schema_length=None) if rows else pl.DataFrame()
    below = []
    if published["unlisted"]:
        below.append(f"{len(published['unlisted'])} not listed")
    below += published.get("remarks", ())
    lines = text_table(table, right=["rank", "rating", "games", *MORE.values()], width=width)
    return document(head, lines or ["nobody is on it"], below)
