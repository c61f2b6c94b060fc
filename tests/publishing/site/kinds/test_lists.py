"""Lists on the site: sheets, parts, what moved since one was published, who is not listed."""

from __future__ import annotations

from collections.abc import Callable

import polars as pl
import pytest

from banzuke.model.errors import NoSuchPage
from banzuke.publishing.site.kinds import all_addresses, page_at
from banzuke.publishing.site.rendering import Sheets
from banzuke.publishing.site.settings import SiteSettings
from banzuke.publishing.site.snapshot import Snapshot
from banzuke.workflows.ledger import Ledger
from markup import Markup

GAMES = """
    date       event    player_1 player_2 score_1 score_2
    2024-03-14 Spring   Lotta    Kalle    1       0
    2024-03-14 Spring   Nils     Olof     1       0
    2024-06-01 Summer   Kalle    Lotta    1       0
"""


def _names(page) -> list[str]:
    return [row["name"] for row in page.document["players"]]


def test_equal_players_keep_order_and_rank_over_sheets(club, snapshot_of):
    """205 equal players on sheets of 100 stand in one order with one shared rank."""
    rows = [f"2024-01-01 P{n:03d} P{n + 205:03d} 1 0" for n in range(205)]
    text = "\n".join(["date player_1 player_2 score_1 score_2", *rows])
    snapshot = snapshot_of(club(text, "elo"))
    sheets = [page_at(snapshot, f"lists/elo{end}")[1] for end in ("", "/sheet-2", "/sheet-3")]
    ranks = [[row["rank"] for row in page.document["players"]] for page in sheets]
    names = [name for page in sheets for name in _names(page)]
    assert names[:205] == sorted(names[:205])
    assert len(set(names)) == 300
    assert ranks[0] == [1] * 100
    assert ranks[1] == [1] * 100
    assert ranks[2] == [1] * 5 + [206] * 95


def test_machines_read_the_whole_list(club, snapshot_of):
    """JSON and CSV of a list hold everybody, not only the sheet that a person sees."""
    rows = [f"2024-01-01 P{n:03d} P{n + 205:03d} 1 0" for n in range(205)]
    text = "\n".join(["date player_1 player_2 score_1 score_2", *rows])
    page = page_at(snapshot_of(club(text, "elo")), "lists/elo")[1]
    assert page.whole is not None
    document, table = page.whole()
    assert len(page.document["players"]) == 100
    assert len(document["players"]) == len(table) == 410


def test_a_sheet_that_is_not_there(club, snapshot_of):
    """A sheet beyond the last, a part that nobody is of, an unknown list: no such page."""
    snapshot = snapshot_of(club(GAMES, "elo"))
    for address in (
        "lists/elo/sheet-2",
        "lists/elo/nations/swe",
        "lists/fide",
        "lists/elo/sheet-x",
    ):
        with pytest.raises(NoSuchPage):
            page_at(snapshot, address)


def test_a_part_of_a_list_has_ranks_of_its_own(club, snapshot_of):
    """The players of a nation are ranked among themselves, and in the whole list."""
    with club(GAMES, "elo") as ledger:
        for name, nation in (("Lotta", "NOR"), ("Kalle", "SWE"), ("Nils", "SWE"), ("Olof", "NOR")):
            ledger.correct({"nation": nation}, person=name)
        snapshot = snapshot_of(ledger)
    (address,) = [one for one in all_addresses(snapshot) if one.startswith("lists/elo/nations/swe")]
    rows = page_at(snapshot, address)[1].document["players"]
    everybody = {row["name"]: row["rank"] for row in page_at(snapshot, "lists/elo")[1].rows}
    assert [row["name"] for row in rows] == ["Nils", "Kalle"]
    assert [row["rank"] for row in rows] == [1, 2]
    assert [row["overall"] for row in rows] == [everybody["Nils"], everybody["Kalle"]]


def test_whether_a_list_is_the_one_that_was_published(club, snapshot_of):
    """A list is the published one until a result comes; then it tells how many have moved."""
    with club(GAMES, "elo") as ledger:
        ledger.publish("elo")
        before = page_at(snapshot_of(ledger), "lists/elo")[1].document
        ledger.record(
            pl.DataFrame(
                {
                    "date": ["2024-07-01"],
                    "player_1": ["Nils"],
                    "player_2": ["Olof"],
                    "result": ["1-0"],
                }
            )
        )
        after = page_at(snapshot_of(ledger), "lists/elo")[1].document
    assert before["moved_since_published"] == 0
    assert before["published"]["as_of"] == "2024-06-01"
    assert after["moved_since_published"] > 0
    assert after["change_since"]["as_of"] == "2024-06-01"
    moved = {row["name"]: row["change"] for row in after["players"]}
    assert moved["Lotta"] == 0.0
    assert moved["Nils"] == -moved["Olof"] > 0.0


def test_changes_are_by_the_newest_event_where_nothing_was_published(club, snapshot_of):
    """Without a published list the column tells the newest event, and leads to why."""
    page = page_at(snapshot_of(club(GAMES, "elo")), "lists/elo")[1]
    changes = {row["name"]: (row["change"], row["why"]) for row in page.document["players"]}
    assert page.document["change_since"] is None
    assert changes["Kalle"][0] > 0.0
    assert changes["Kalle"][1].startswith("changes/elo/")
    assert changes["Nils"] == (0.0, None)


def test_every_list_without_anybody(snapshot_of, tmp_path):
    """A ledger without results has pages all the same."""
    with Ledger.create(tmp_path / "empty.db") as ledger:
        ledger.set_list("main", "elo", {"title": "Main"})
        snapshot = snapshot_of(ledger)
    for address in all_addresses(snapshot):
        if not address.startswith(("systems/", "scoring/")):
            page_at(snapshot, address)
    assert page_at(snapshot, "lists/main")[1].document["listed"] == 0


def test_the_list_that_is_chosen_stands_first(club, snapshot_of: Callable[..., Snapshot]):
    """The first page begins with the list that the settings name."""
    with club(GAMES, "elo", "glicko") as ledger:
        snapshot = snapshot_of(ledger, SiteSettings(list="glicko"))
    lists = page_at(snapshot, "index")[1].document["lists"]
    assert [one["list"] for one in lists] == ["glicko", "elo"]


def test_published_lists_stay_and_tell_what_moved(club, snapshot_of):
    """A published list is as it was; what moved since is told, and that it was corrected."""
    with club(GAMES, "elo") as ledger:
        ledger.publish("elo", as_of="2024-03-31")
        first = page_at(snapshot_of(ledger), "lists/elo/published/1")[1]
        ledger.withdraw([1])
        snapshot = snapshot_of(ledger)
    again = page_at(snapshot, "lists/elo/published/1")[1]
    assert first.document["players"] == again.document["players"]
    assert not first.shown["corrected"]
    assert again.shown["corrected"]
    moved = page_at(snapshot, "lists/elo/published/1/changes")[1].document["players"]
    assert {row["name"] for row in moved} >= {"Lotta", "Kalle"}


def test_who_was_removed_has_no_link(club, snapshot_of):
    """Of somebody who was removed the list says what moved, and leads nowhere."""
    ledger: Ledger = club(GAMES, "elo")
    ledger.publish("elo", as_of="2024-04-01")
    ledger.anonymise("Kalle")
    snapshot = snapshot_of(ledger)
    known = set(all_addresses(snapshot))
    page = page_at(snapshot, "lists/elo")[1]
    why = {row["name"]: row["why"] for row in page.document["players"]}
    change = {row["name"]: row["change_text"] for row in page.document["players"]}
    assert change["(removed)"] == "17"
    assert why.pop("(removed)") is None
    assert set(why.values()) <= known
    lotta = next(row["player"] for row in page.document["players"] if row["name"] == "Lotta")
    bill = page_at(snapshot, f"changes/elo/{lotta}/{snapshot.event_keys['Summer']}")[1]
    assert [met["page"] for met in bill.document["explained"][0]["games"][0]["met"]] == [None]


def test_lists_that_are_called_as_pages_are(club, snapshot_of):
    """Lists called as the index, as a sheet or as a device have addresses of their own."""
    ledger: Ledger = club(GAMES, "elo")
    keys = ("index", "sheet-2", "published", "con", "CON", "..", "x" * 300)
    for key in keys:
        ledger.set_list(key, "elo", {"title": key})
        ledger.set_circuit(key, {"title": key}, events=["Spring"])
    snapshot = snapshot_of(ledger)
    found = all_addresses(snapshot)
    assert len({address.casefold() for address in found}) == len(found)
    titles = [page_at(snapshot, address)[1].title for address in found if is_list(address)]
    assert sorted(titles) == sorted([*keys, "Elo"])
    assert page_at(snapshot, "circuits/index")[0].template == "circuit_index.html"


def is_list(address: str) -> bool:
    """Whether an address is that of a whole list."""
    return address.startswith("lists/") and address.count("/") == 1 and address != "lists/index"


def test_pages_of_many_clubs_do_not_lead_to_each_other(club, snapshot_of):
    """The list leads to all of 120 clubs, the page of a club to the largest and to itself."""
    rows = [f"2024-01-01 P{n:03d} P{n + 60:03d} 1 0" for n in range(60)]
    ledger: Ledger = club("\n".join(["date player_1 player_2 score_1 score_2", *rows]), "elo")
    clubs = [{"player": f"P{n:03d}", "club": f"C{n:03d}"} for n in range(120)]
    ledger.import_facts([*clubs[:-1], {"player": "P119", "club": "C000"}])
    snapshot = snapshot_of(ledger)
    pages = [one for one in all_addresses(snapshot) if "/clubs/" in one]
    assert len(pages) == 119
    sheets = Sheets(snapshot, live=False)

    def led_to(address: str) -> set[str]:
        """The clubs to which a page leads."""
        kind, page = page_at(snapshot, address)
        drawn = sheets.drawn(kind, page, address=address, language="en")
        links = Markup(f"{address}.html", drawn.encode()).links()
        return {target.removesuffix(".html") for target, _ in links} & {"lists/elo", *pages}

    assert led_to("lists/elo") >= set(pages)
    last = led_to(pages[-1])
    assert {pages[0], pages[-1], "lists/elo"} <= last
    assert len(last) <= 52
    assert len(led_to("lists/elo/sheet-2")) <= 51
