"""What was published stays at its address, whatever becomes of the list."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from banzuke.model.errors import NoSuchPage
from banzuke.publishing.site import addresses
from banzuke.publishing.site.kinds import all_addresses, page_at
from banzuke.workflows.ledger import Ledger
from banzuke.workflows.site import Site
from builders import table

GAMES = """
    date       event      player_1 player_2 score_1 score_2 event_category
    2024-03-14 Gothenburg Lotta    Kalle    1       0       friendly
"""
MORE = """
    date       event      player_1 player_2 score_1 score_2 event_category
    2024-04-14 Lund       Kalle    Lotta    1       0       friendly
"""
UNKNOWN = """
    date       event      player_1 player_2 score_1 score_2 event_category
    2024-05-14 Malmo      Kalle    Lotta    1       0       of-nobody-knows-what
"""


@pytest.fixture
def published(club: Callable[..., Ledger]) -> Path:
    """A ledger of which a list was published twice."""
    with club(GAMES, "fifa") as ledger:
        ledger.publish("fifa", as_of="2024-03-31")
        ledger.import_frame(table(MORE), "more.csv")
        ledger.publish("fifa", as_of="2024-04-30")
        return Path(ledger.database.path)


def in_all_forms(site: Site, address: str) -> list[bytes]:
    """A page's bytes in each form."""
    return [site.answer(f"{address}.{ending}").content for ending in ("html", "json", "csv")]


@pytest.mark.parametrize("what", ["removed", "refused"])
def test_what_was_published_stays(published: Path, what: str):
    """A list that is removed, or that cannot be made any more, leaves what was published of it."""
    one, two = (addresses.publication("fifa", number) for number in (1, 2))
    with Site(published, live=False) as site:
        before = [site.answer(f"{address}.json").content for address in (one, two)]
    with Ledger(published) as ledger:
        if what == "removed":
            ledger.remove_list("fifa")
        else:
            ledger.import_frame(table(UNKNOWN), "unknown.csv")
    with Site(published, live=False) as site:
        snapshot = site.snapshot
        assert list(snapshot.lists) == []
        assert [site.answer(f"{address}.json").content for address in (one, two)] == before
        everything = set(all_addresses(snapshot))
        index = addresses.publications("fifa")
        against = addresses.changes_since("fifa", 1, 2)
        assert {index, one, two, against} <= everything
        for address in (index, one, two, against):
            assert all(in_all_forms(site, address)), address
        moved = page_at(snapshot, against)[1].document["players"]
        with_both = [row for row in moved if row["change"]]
        assert with_both
        for row in with_both:
            assert float(row["change_text"]) == pytest.approx(row["change"], abs=0.0051)
        (former,) = page_at(snapshot, "lists/index")[1].document["former"]
        assert (former["page"], former["published"]) == (index, 2)
        with pytest.raises(NoSuchPage):
            page_at(snapshot, addresses.changes_since("fifa", 1))
