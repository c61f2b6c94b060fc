"""A ledger in which some games have no date, as earlier versions let in: the site shows all."""

from __future__ import annotations

import json
from collections.abc import Iterator

import pytest

from banzuke.ledger import recording
from banzuke.workflows.ledger import Ledger
from banzuke.workflows.site import Site
from builders import table
from markup import Markup

DATED = """
    date       event  round player_1 player_2 result
    2023-03-14 Spring 1     Lotta    Kalle    1-0
    2024-03-15 Summer 1     Kalle    Lotta    1-0
"""
UNDATED = """
    event  round player_1 player_2 result
    Autumn 1     Lotta    Kalle    1-0
    Autumn 2     Lotta    Nils     1-0
    Summer 2     Kalle    Lotta    1-0
"""


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Site, int]]:
    """The site of such a ledger, and how many games the ledger tells of."""
    path = tmp_path_factory.mktemp("site") / "club.db"
    with pytest.MonkeyPatch.context() as patch, Ledger.create(path) as ledger:
        patch.setattr(recording, "told_otherwise", lambda *_: None)
        ledger.import_frame(table(DATED), "dated.csv")
        ledger.import_frame(table(UNDATED), "undated.csv")
        ledger.set_list("main", "elo", {})
        games = ledger.games()["game"].n_unique()
    with Site(path, live=True) as site:
        yield site, games


def said(site: Site, address: str) -> dict:
    """A page in JSON."""
    return json.loads(site.answer(f"{address}.json").content)


def test_it_counts_all_games(made: tuple[Site, int]):
    """As many as the ledger tells of, those without a date after the years."""
    site, games = made
    statistics = said(site, "statistics")
    assert statistics["games"] == games == 5
    assert [(one["year"], one["games"]) for one in statistics["years"]] == [
        (2023, 1),
        (2024, 1),
        (None, 3),
    ]
    text = Markup("statistics.html", site.answer("statistics.html").content).text
    assert text.index("2023") < text.index("undated")


def test_lists_of_games_end_with_those_without_a_date(made: tuple[Site, int]):
    """What two players played with each other, and what was played at an event."""
    site, _ = made
    keys = {one.name: key for key, one in site.snapshot.people.items()}
    address = "battle/" + "/".join(sorted((keys["Lotta"], keys["Kalle"])))
    both = said(site, address)
    assert [one["date"] for one in both["games"]] == ["2024-03-15", "2023-03-14", None, None]
    text = Markup(f"{address}.html", site.answer(f"{address}.html").content).text
    assert text.count("undated") == 2
    for name, dates in (("Summer", ["2024-03-15", None]), ("Autumn", [None, None])):
        event = said(site, f"events/{site.snapshot.event_keys[name]}")
        assert [one["date"] for one in event["played"]] == dates
        assert (event["begin"], event["end"]) == (dates[0], dates[0])
        assert event["standings"]
        assert event["tournament_report"]


def test_everybody_is_there(made: tuple[Site, int]):
    """Also who has only games without a date, and the page says why there is no list."""
    site, _ = made
    index = said(site, "players/index")
    assert "Nils" in str(index)
    assert "3 games have no date, but the others have one" in str(said(site, "lists/index"))
    swedish = site.answer("sv/lists/index.html").content.decode()
    assert "3 partier har inget datum, men de andra har ett" in swedish


def test_every_page_is_there(made: tuple[Site, int]):
    """No page of such a ledger fails."""
    site, _ = made
    for address in ("index", "events/index", "events/years/2024", "players/letters/l"):
        for ending in ("html", "json", "csv"):
            site.answer(f"{address}.{ending}")
    for key in site.snapshot.people:
        site.answer(f"players/{key}.html")
