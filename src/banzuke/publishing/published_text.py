"""A list of a ledger, as of now or as published, as a person reads it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import polars as pl

from banzuke.publishing.list_text import not_listed
from banzuke.publishing.text_tables import document, prose, table_of, text_table

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
            found[heading] = _number(row[name], "+" if name == "since_published" else "")
    return found


def _number(value: float | None, sign: str) -> str:
    """A number in print; one digit of it where its decimals would show nothing."""
    if not value:
        return "" if value is None else "0"
    return f"{value:{sign}.{DECIMALS}f}" if round(value, DECIMALS) else f"{value:{sign}.1g}"


def published_text(published: Mapping[str, Any], width: int) -> str:
    """A list: its head, its table, who is not on it, and what is to be known of it."""
    head = _head(published)
    rows = [
        {
            "rank": str(row["rank"]),
            "name": row["name"],
            **({"pool": row["pool"]} if row.get("pool") else {}),
            "rating": row["shown"],
            **_deviation(row),
            "games": str(row["games"]),
            **_more(row),
        }
        for row in published["players"]
    ]
    table = pl.DataFrame(rows, infer_schema_length=None) if rows else pl.DataFrame()
    people = [(row["name"], row["why"]) for row in published["unlisted"]]
    said = [*not_listed(people, "--unlisted names them"), *published.get("remarks", ())]
    right = ["rank", "rating", "deviation", "games", *MORE.values()]
    lines = text_table(table, right=right, width=width)
    below = [line for text in said for line in prose(text, width)]
    return document(head, lines or ["nobody is on it"], below)


def unlisted_text(published: Mapping[str, Any], width: int) -> str:
    """Who is not on a list, each with the reason."""
    pools = any(row.get("pool") for row in published["unlisted"])
    columns = ("name", *(["pool"] if pools else []), "why")
    rows = [tuple(row[name] for name in columns) for row in published["unlisted"]]
    table = table_of(rows, columns, width=width) if rows else ["everybody is on it"]
    return document(_head(published), table)


def _head(published: Mapping[str, Any]) -> list[str]:
    head = [f"{published['title']}, as of {published['as_of'] or 'no date'}"]
    if published.get("published"):
        head.append(f"published {published['published'][:10]}, revision {published['revision']}")
    if published.get("corrected"):
        head.append("since corrected: 'banzuke lists show' has the numbers of now")
    return head


def _deviation(row: Mapping[str, Any]) -> dict[str, str]:
    """How sure a rating is, where the system says so."""
    value = row.get("deviation")
    return {} if value is None else {"deviation": f"{value:.4g}"}
