"""A sample ledger of several games over several years, for a first look and for trying things."""

from __future__ import annotations

from pathlib import Path

from banzuke.workflows.demo.building import SEASONS, SEED, DemoReport, build

__all__ = ["DemoReport", "build_demo"]


def build_demo(path: Path, *, seed: int = SEED, seasons: int = SEASONS) -> DemoReport:
    """Make the sample ledger, a file that is not there yet.

    seed : the same one gives the same ledger, keys and times included
    seasons : years up to 2026, about 2,500 games each; what is told, and thus the time, is in
        proportion
    Raises WrongUse where something is already.
    """
    return build(path, seed, seasons)
