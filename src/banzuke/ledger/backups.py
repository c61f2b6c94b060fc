"""Copies of a whole ledger, made while it is in use, and put back."""

from __future__ import annotations

import sqlite3
from pathlib import Path

from banzuke.ledger import chunks
from banzuke.ledger.copying import copy_into, copy_whole, place_beside
from banzuke.ledger.database import FORM, Database
from banzuke.ledger.revisions import newest_revision
from banzuke.model.errors import LedgerProblem, WrongUse


def back_up(database: Database, path: Path | None = None) -> Path:
    """Copy a ledger into a file, as it is at one moment; returns the file.

    path : by default beside the ledger, with the time in its name
    """
    if not database.is_file:
        raise WrongUse(f"{database.shown} is backed up by PostgreSQL itself: pg_dump")
    if not database.exists():
        raise LedgerProblem(f"there is no ledger {database.shown}")
    path = path or place_beside(database.path)
    if path.exists():
        raise WrongUse(f"{path} is there already; a backup replaces nothing")
    copy_whole(database.path, path)
    return path


def figures_of(path: Path) -> dict[str, int]:
    """What is in a copy: its newest revision, how many games hold, how many bytes it has."""
    copy = Database(path)
    with copy.reading() as connection:
        games = len(chunks.read(connection, columns=[]))
        found = {"revision": newest_revision(connection), "games": games}
    copy.close()
    return {**found, "bytes": path.stat().st_size}


def restore(database: Database, backup: Path) -> Path | None:
    """Put a backup in the place of a ledger; what was there is backed up first.

    Returns the backup of what was there, None if there was nothing.
    """
    if not database.is_file:
        raise WrongUse(f"{database.shown} is restored by PostgreSQL itself: pg_restore")
    kept = Database(backup)
    if not backup.is_file() or not kept.exists():
        raise LedgerProblem(f"{backup} is no backup of a ledger")
    if kept.form() > FORM:
        raise LedgerProblem(f"{backup} is of a newer version of banzuke; install that first")
    kept.close()
    before = back_up(database) if database.path.exists() else None
    database.close()
    # Through the database itself, so that whoever reads it meanwhile sees the one or the other.
    try:
        copy_into(backup, database.path)
    except sqlite3.Error as error:
        raise LedgerProblem(f"{database.shown} cannot be restored: {error}") from error
    return before
