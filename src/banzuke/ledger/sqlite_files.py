"""How SQLite keeps a ledger in a file: each commit on the disk, one writer at a time."""

from __future__ import annotations

from typing import Any

from sqlalchemy import Connection

#: How long a writer waits for another one, seconds.
PATIENCE = 60


def set_up(connection: Any, _: object) -> None:
    """How SQLite is to keep a ledger: each commit on the disk, nothing removed left readable."""
    connection.isolation_level = None  # transactions begin where we say
    cursor = connection.cursor()
    for pragma in (
        "journal_mode=WAL",
        "synchronous=FULL",
        "foreign_keys=ON",
        "secure_delete=ON",
        f"busy_timeout={PATIENCE * 1000}",
    ):
        cursor.execute(f"PRAGMA {pragma}")
    cursor.close()


def begin(connection: Connection) -> None:
    """Begin a transaction; one that writes waits for its turn now, not when it is half done."""
    writes = connection.get_execution_options().get("banzuke_writes")
    connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")
