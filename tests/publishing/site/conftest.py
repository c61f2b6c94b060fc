"""Ledgers as snapshots, for tests of pages."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from banzuke.engine.rulebook import Rulebook, load_rulebook
from banzuke.publishing.site.settings import SiteSettings
from banzuke.publishing.site.snapshot import Snapshot
from banzuke.workflows.ledger import Ledger
from banzuke.workflows.site import Site
from builders import table


@pytest.fixture
def club(tmp_path: Path) -> Callable[..., Ledger]:
    """A ledger of the games of a table, with a list by each of some rulebooks, open."""

    def make(text: str, *rulebooks: str | Rulebook) -> Ledger:
        ledger = Ledger.create(tmp_path / "club.db", title="Our club")
        ledger.import_frame(table(text), "games.csv")
        for one in map(load_rulebook, rulebooks):
            ledger.set_list(one.key, one, {"title": one.title})
        return ledger

    return make


@pytest.fixture
def snapshot_of(tmp_path: Path) -> Callable[..., Snapshot]:
    """The snapshot of a ledger as it is now."""

    def take(ledger: Ledger, settings: SiteSettings | None = None) -> Snapshot:
        with Site(ledger.database.path, settings, live=False) as site:
            return site.snapshot

    return take
