"""What a versioned row is about: only one row about it holds at a time."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from sqlalchemy import Connection, Table

from banzuke.ledger.revisions import add_rows, rows_of
from banzuke.ledger.tables import names

#: Tables of which a row says all; of others the last column says what holds of the rest.
WHOLE = ("apart", "awards")


def content_of(row: Mapping[Any, Any]) -> dict[str, Any]:
    """What a versioned row says."""
    return {k: v for k, v in row.items() if k not in ("id", "since", "until")}


def subject_of(table: Table, row: Mapping[Any, Any]) -> tuple[Any, ...]:
    """What a versioned row is about."""
    content = content_of(row)
    if (table is names and row["kind"] == "alias") or table.name in WHOLE:
        return tuple(content.values())
    if table is names:
        return row["person"], row["kind"]
    return tuple(content.values())[:-1]


def add_missing(
    connection: Connection, table: Table, revision: int, rows: Sequence[Mapping[str, Any]]
) -> None:
    """Rows that hold from a revision on, of those about which no row holds yet.

    rows : with the columns of the table in their order
    """
    if not rows:
        return
    held = {subject_of(table, row) for row in rows_of(connection, table).to_dicts()}
    add_rows(connection, table, revision, [r for r in rows if subject_of(table, r) not in held])
