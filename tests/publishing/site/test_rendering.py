"""Sheets of paper: how texts with numbers are written on them."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from banzuke.publishing.site.kinds import page_at
from banzuke.publishing.site.rendering import Sheets
from banzuke.publishing.site.settings import SiteSettings
from banzuke.publishing.site.texts import THIN
from banzuke.workflows.ledger import Ledger
from banzuke.workflows.site import Site


@pytest.mark.parametrize(
    ("players", "said"),
    [(1, "1 player<"), (9999, "9999 players<"), (1234567, f"1{THIN}234{THIN}567 players<")],
)
def test_counts_in_texts_are_grouped(tmp_path: Path, players: int, said: str):
    """A number in a text for one or many is grouped as every other number is."""
    Ledger.create(tmp_path / "club.db").close()
    with Site(tmp_path / "club.db", SiteSettings(), live=False) as site:
        snapshot = site.snapshot
        kind, page = page_at(snapshot, "players/index")
        page = replace(page, document={**page.document, "players": players})
        sheet = Sheets(snapshot, live=False).drawn(
            kind, page, address="players/index", language="en"
        )
    assert f"<span>{said}" in sheet
