"""The index of players: everybody once, under a letter, on sheets."""

from __future__ import annotations

from pathlib import Path

import polars as pl
import pytest

from banzuke.model.errors import NoSuchPage
from banzuke.publishing.site.kinds import page_at, page_kinds
from banzuke.publishing.site.kinds.player_index import letter_of
from banzuke.publishing.site.known import Person
from banzuke.publishing.site.settings import SiteSettings
from banzuke.publishing.site.snapshot import Snapshot
from banzuke.workflows.ledger import Ledger
from banzuke.workflows.site import Site

NAMES = ("Bo", "Åsa", "9lives", *(f"A{letter}" for letter in "bcdefghijk"))
GAMES = pl.DataFrame(
    {
        "date": [f"2024-01-{day:02}" for day in range(1, len(NAMES) + 1)],
        "player_1": "Ann",
        "player_2": NAMES,
        "score_1": "1",
        "score_2": "0",
    }
)


@pytest.fixture
def snapshot(tmp_path: Path) -> Snapshot:
    """A few players, ten on a sheet."""
    with Ledger.create(tmp_path / "club.db") as ledger:
        ledger.import_frame(GAMES, "games.csv")
    with Site(tmp_path / "club.db", SiteSettings(rows=10), live=False) as site:
        return site.snapshot


def test_everybody_is_under_one_letter(snapshot: Snapshot):
    """All sheets of all letters have everybody once."""
    kinds = [kind for kind in page_kinds() if kind.template == "player_index.html"]
    pages = dict(page for kind in kinds for page in kind.pages(snapshot))
    head = pages.pop("players/index").document
    names = [row["name"] for page in pages.values() for row in page.document["players"]]
    assert sorted(names) == sorted(["Ann", *NAMES])
    assert [(one["letter"], one["players"]) for one in head["letters"]] == [
        ("#", 1),
        ("A", 11),
        ("B", 1),
        ("Å", 1),
    ]
    assert all(one["page"] in pages for one in head["letters"])


def test_who_is_newest_and_who_played_most(snapshot: Snapshot):
    """The first page tells who came last, and who has most games."""
    page = page_at(snapshot, "players/index")[1]
    first = page.document["most_games"][0]
    assert page.whole is not None
    assert page.document["players"] == len(page.whole()[1]) == 14
    assert (first["name"], first["games"]) == ("Ann", 13)
    assert [row["name"] for row in page.document["newest"][:2]] == ["Ak", "Aj"]


def test_no_such_letter_and_no_such_sheet(snapshot: Snapshot):
    """What is not there says so."""
    for address in ("players/letters/q", "players/letters/a/sheet-3", "players/letters/a/sheet-01"):
        with pytest.raises(NoSuchPage):
            page_at(snapshot, address)


def test_scripts_without_capitals_stand_together():
    """Ideographs are not a letter each."""
    assert letter_of(Person("a", "山田")) == letter_of(Person("b", "佐藤")) == "CJK"
    assert letter_of(Person("c", "ßen")) == "S"
    assert letter_of(Person("d", "Юлія")) == "Ю"
