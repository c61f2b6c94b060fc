"""A site over PostgreSQL: the same ledger gives the same pages from either database."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from asgi_asking import Asking
from banzuke.publishing.site.forms import FORMS
from banzuke.publishing.site.kinds import moved_address, page_kinds
from banzuke.publishing.site.snapshot import Snapshot
from banzuke.web.app import create_app
from banzuke.workflows.demo.building import SEED, build

#: So many pages of a kind are looked at, spread over all of them.
LOOKED_AT = 2


@pytest.fixture
def places(tmp_path: Path, new_database: Callable[[str], str]) -> tuple[str, str]:
    """The small sample ledger, kept twice with the same clock and the same dice."""
    made = str(tmp_path / "demo.db"), new_database("demo")
    for place in made:
        build(place, SEED, 1)  # type: ignore[arg-type]  # an address, as Ledger takes it
    return made


def test_pages_are_the_same_from_both(places: tuple[str, str]):
    """Pages of every kind, in every form, have the same bytes served from either database."""
    served = [create_app(place) for place in places]
    with (
        served[0].state.site as site,
        served[1].state.site,
        Asking(served[0]) as of_file,
        Asking(served[1]) as of_server,
    ):
        for path in paths(site.snapshot):
            here, there = of_file.get(path), of_server.get(path)
            assert here.status == there.status == 200, path
            assert here.content == there.content, path


def paths(snapshot: Snapshot) -> Iterator[str]:
    """Some pages of each kind, in all forms."""
    for kind in page_kinds():
        found = [one for one in kind.addresses(snapshot) if not moved_address(snapshot, one)]
        for address in found[:: max(len(found) // LOOKED_AT, 1)][:LOOKED_AT]:
            yield from (f"/{address}.{ending}" for ending in FORMS)
