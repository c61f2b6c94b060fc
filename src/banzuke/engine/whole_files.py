"""Files that are written whole or not at all."""

from __future__ import annotations

import os
import stat
from collections.abc import Callable
from pathlib import Path
from shutil import copyfileobj, copymode
from tempfile import TemporaryDirectory
from uuid import uuid4

from banzuke.model.errors import FileProblem


def write_whole(path: Path, write: Callable[[Path], object]) -> None:
    """Have ``write`` write a file beside ``path``, then put it in its place; raises FileProblem.

    What was there before stays if writing fails, and nothing half written is left. What is no
    file, as a device or a pipe, is given the whole content at the end.
    """
    try:
        if _is_stream(path):
            with TemporaryDirectory() as folder:
                beside = Path(folder) / "whole"
                write(beside)
                with beside.open("rb") as content, path.open("wb") as stream:
                    copyfileobj(content, stream)
            return
        target = path.resolve()
        _check_place(path, target)
        # A name of its own length, because the file's may be as long as names can be.
        beside = target.with_name(f".banzuke-{uuid4().hex}")
        try:
            write(beside)
            if target.exists():
                copymode(target, beside)
            beside.replace(target)
        finally:
            beside.unlink(missing_ok=True)
    except FileProblem:
        raise
    except (OSError, ValueError, RuntimeError) as error:  # of NUL characters, and links in a ring
        what = error.strerror if isinstance(error, OSError) else None
        raise FileProblem(f"{path} cannot be written: {what or error}") from error


def write_new(path: Path, write: Callable[[Path], object]) -> None:
    """``write_whole`` for a file that is not there yet; raises FileProblem if it is."""
    try:
        path.touch(exist_ok=False)
    except FileExistsError as error:
        raise FileProblem(f"{path} is there already; choose another name") from error
    except (OSError, ValueError) as error:  # ValueError: of NUL characters
        what = error.strerror if isinstance(error, OSError) else None
        raise FileProblem(f"{path} cannot be written: {what or error}") from error
    try:
        write_whole(path, write)
    except FileProblem:
        path.unlink(missing_ok=True)
        raise


def _check_place(path: Path, target: Path) -> None:
    """Raise FileProblem where no file can be."""
    if target.is_dir():
        raise FileProblem(f"{path} cannot be written: it is a folder")
    if not target.parent.is_dir():
        raise FileProblem(f"{path} cannot be written: there is no folder {target.parent}")


def is_same_file(one: Path, other: Path) -> bool:
    """Whether two paths lead to one file that is there."""
    try:
        return one.samefile(other)
    except (OSError, ValueError):
        return False


def _is_stream(path: Path) -> bool:
    """Whether a path leads to something that takes bytes but is no file with a folder.

    ``/dev/stdout`` is one, even where it leads to a file: others may write there as well.
    """
    if path.is_symlink() and str(path.readlink()).startswith("/proc/"):
        return True
    try:
        mode = path.stat().st_mode
    except FileNotFoundError:
        return False
    return not (stat.S_ISREG(mode) or stat.S_ISDIR(mode)) or os.fspath(path).startswith("/proc/")
