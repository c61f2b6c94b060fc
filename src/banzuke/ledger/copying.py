"""Copies of SQLite files, made while they are in use."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from datetime import UTC, datetime
from itertools import count
from pathlib import Path

from banzuke.engine.whole_files import write_whole


def place_beside(path: Path) -> Path:
    """Where a copy of a file may go: beside it, with the time in its name."""
    now = datetime.now(UTC).strftime("%Y%m%dT%H%M%SZ")
    stem = f"{path.stem}-{now}"
    names = (f"{stem}{'' if n == 1 else f'-{n}'}.backup.db" for n in count(1))
    return next(one for name in names if not (one := path.with_name(name)).exists())


def copy_whole(source: Path, target: Path) -> None:
    """Copy a file as it is at one moment: all of it, or nothing."""
    write_whole(target, lambda beside: copy_into(source, beside))


def copy_into(source: Path, target: Path) -> None:
    """Copy what a file holds into another one, through the database itself."""
    with closing(sqlite3.connect(source)) as one, closing(sqlite3.connect(target)) as other:
        one.backup(other)
