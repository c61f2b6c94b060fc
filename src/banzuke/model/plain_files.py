"""Paths that lead to a plain file, which can be read whole."""

from __future__ import annotations

import stat
from pathlib import Path

from banzuke.model.errors import FileProblem


def refuse_no_file(path: Path) -> None:
    """Raise FileProblem for a path that leads to no plain file, which could go on for ever."""
    try:
        mode = path.stat().st_mode
    except FileNotFoundError as error:
        raise FileProblem(f"{path} cannot be read: there is no such file") from error
    except (OSError, ValueError) as error:  # ValueError: of NUL characters
        what = error.strerror if isinstance(error, OSError) else None
        raise FileProblem(f"{path} cannot be read: {what or error}") from error
    if stat.S_ISDIR(mode):
        raise FileProblem(f"{path} cannot be read: it is a folder")
    if not stat.S_ISREG(mode):
        raise FileProblem(f"{path} is not a plain file: write it to one first")
