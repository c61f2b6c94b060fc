"""A sample ledger that is there whole or not at all, and is made once in a folder."""

from __future__ import annotations

import shutil
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory

from banzuke.model.errors import FileProblem, WrongUse
from banzuke.workflows.demo.building import DemoReport, build, report_on

#: The sample ledger in its folder.
NAME = "demo.db"

#: How the folder is called in which one is being built; one this old, in seconds, was given up.
UNFINISHED, GIVEN_UP = ".building-", 3600.0


def build_whole(path: Path, seed: int, seasons: int) -> DemoReport:
    """Make a sample ledger beside its place, and put it there when it is done.

    Raises WrongUse where something is already, FileProblem where nothing can be written.
    """
    if path.exists():
        raise WrongUse(f"{path} is there already; choose another name")
    if not path.absolute().parent.is_dir():
        raise FileProblem(f"there is no folder {path.absolute().parent}")
    _remove_given_up(path.parent)
    try:
        with TemporaryDirectory(prefix=UNFINISHED, dir=path.parent) as folder:
            made = Path(folder) / path.name
            report = build(made, seed, seasons)
            made.replace(path)
    except OSError as error:
        if isinstance(error, WrongUse):
            raise
        raise FileProblem(f"{path} cannot be written: {error.strerror or error}") from error
    return replace(report, path=path)


def ready(
    folder: Path, seed: int, seasons: int, before_building: Callable[[], object]
) -> tuple[DemoReport, bool]:
    """The sample ledger of a folder, and whether it was built now.

    One that is there already is left as it is, with whatever was changed in it.
    before_building : called before what takes a while
    Raises FileProblem where nothing can be written, LedgerProblem where something else is.
    """
    path = folder / NAME
    if path.exists():
        return report_on(path), False
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        what = error.strerror or error
        raise FileProblem(f"the folder {folder} cannot be made: {what}") from error
    before_building()
    return build_whole(path, seed, seasons), True


def _remove_given_up(folder: Path) -> None:
    """Remove what interrupted builds left."""
    for left in folder.glob(f"{UNFINISHED}*"):
        if left.is_dir() and time.time() - left.stat().st_mtime > GIVEN_UP:
            shutil.rmtree(left, ignore_errors=True)
