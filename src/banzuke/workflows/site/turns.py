"""One build of a folder at a time: whoever comes second is told so."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from banzuke.model.errors import FileProblem


@contextmanager
def in_turn(folder: Path) -> Iterator[None]:
    """Be alone in a folder, which is made if it is not there; the system ends it for who is killed.

    Windows locks no folders, nor do some shares in a network: there nobody is kept out.
    Raises FileProblem where another build is at work, and where there can be no folder.
    """
    try:
        folder.mkdir(parents=True, exist_ok=True)
        opened = None if sys.platform == "win32" else os.open(folder, os.O_RDONLY)
    except (OSError, ValueError) as fault:
        what = fault.strerror if isinstance(fault, OSError) else None
        raise FileProblem(f"{folder}: {what or fault}") from fault
    try:
        if opened is not None:
            _lock(opened, folder)
        yield
    finally:
        if opened is not None:
            os.close(opened)


def _lock(opened: int, folder: Path) -> None:
    """Lock a folder that was opened, for as long as it is open."""
    if sys.platform == "win32":
        return
    import fcntl

    try:
        fcntl.flock(opened, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError as fault:
        what = f"another build is at work in {folder}"
        raise FileProblem(f"{what}: wait until it is done, and begin again") from fault
    except OSError:
        return
