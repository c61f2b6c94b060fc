"""A sample ledger of several games over several years, for a first look and for trying things."""

from __future__ import annotations

from pathlib import Path

from banzuke.workflows.demo.building import SEASONS, SEED, DemoReport, fill, report_of
from banzuke.workflows.ledger import Ledger

__all__ = ["DemoReport", "build_demo"]


def build_demo(path: Path, *, seed: int = SEED, seasons: int = SEASONS) -> DemoReport:
    """Make the sample ledger, a file that is not there yet."""
    with Ledger.create(path, title="The sample office", zone="Europe/Stockholm") as ledger:
        fill(ledger, seed, seasons)
        return report_of(ledger, path)
