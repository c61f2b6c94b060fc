"""A sample ledger of several games over several years, for a first look and for trying things."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from banzuke.workflows.demo.building import SEASONS, SEED, DemoReport
from banzuke.workflows.demo.telling import demo_text
from banzuke.workflows.demo.whole import build_whole, ready

__all__ = ["DemoReport", "build_demo", "demo_text", "ready_demo"]


def build_demo(path: Path, *, seed: int = SEED, seasons: int = SEASONS) -> DemoReport:
    """Make the sample ledger, a file that is not there yet; it is there whole or not at all.

    seed : the same one gives the same ledger, keys and times included
    seasons : years up to 2026, of about 1,700 games each; the time grows with them
    Raises WrongUse where something is already, FileProblem where nothing can be written.
    """
    return build_whole(path, seed, seasons)


def ready_demo(
    folder: Path,
    before_building: Callable[[], object] = lambda: None,
    *,
    seasons: int | None = None,
) -> tuple[DemoReport, bool]:
    """The sample ledger of a folder, made if it is not there; and whether it was made now.

    before_building : called before what takes a while
    seasons : as in ``build_demo``, of one that is made now
    Raises FileProblem where nothing can be written, LedgerProblem where something else is.
    """
    return ready(folder, SEED, SEASONS if seasons is None else seasons, before_building)
