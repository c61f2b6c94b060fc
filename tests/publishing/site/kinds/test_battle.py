"""Two players compared: their games, where both stand, and how two are chosen."""

from __future__ import annotations

from pathlib import Path

import pytest

from banzuke.ledger.changes import Change
from banzuke.model.errors import NoSuchPage
from banzuke.publishing.site import addresses
from banzuke.publishing.site.kinds import page_at, page_kinds
from banzuke.publishing.site.page import Page
from banzuke.publishing.site.snapshot import Snapshot
from banzuke.workflows.ledger import Ledger
from banzuke.workflows.rating import rate
from banzuke.workflows.site import Site
from builders import table

GAMES = """
    date       event      round player_1 player_2 score_1 score_2
    2024-03-14 Gothenburg 1     Lotta    Kalle    34      30
    2024-03-14 Gothenburg 2     Nils     Kalle    20      44
    2024-03-14 Gothenburg 3     Kalle    Lotta    32      32
    2024-03-15 Lund       1     Lotta    Nils     33      31
    2024-04-02 .          .     Kalle    Lotta    33      31
"""

BOARDS = """
    game date       player place
    1    2024-01-01 Lotta  1
    1    2024-01-01 Kalle  3
    1    2024-01-01 Nils   2
    1    2024-01-01 Olof   4
    2    2024-01-02 Lotta  2
    2    2024-01-02 Kalle  2
    2    2024-01-02 Nils   1
"""


def _made(place: Path, text: str, *rulebooks: str) -> Snapshot:
    with Ledger.create(place) as ledger:
        ledger.import_frame(table(text), "games.csv")
        for rulebook in rulebooks:
            ledger.set_list(rulebook, rulebook, {"title": rulebook.title()})
    return _taken(place)


def _taken(place: Path) -> Snapshot:
    with Site(place, live=True) as site:
        return site.snapshot


def _key(snapshot: Snapshot, name: str) -> str:
    return next(key for key, person in snapshot.people.items() if person.name == name)


def _page(snapshot: Snapshot, one: str, other: str) -> Page:
    address = addresses.battle(_key(snapshot, one), _key(snapshot, other))
    return page_at(snapshot, address)[1]


def _of(page: Page, name: str) -> str:
    """Whether somebody is the first or the other on a page: keys are drawn by lot."""
    return "one" if page.document["one"]["name"] == name else "other"


def test_games_with_both_changes(tmp_path: Path):
    """Every game of the two has its result, and what it changed of both, with the reason."""
    snapshot = _made(tmp_path / "club.db", GAMES, "othello-sweden")
    page = _page(snapshot, "Lotta", "Kalle")
    lotta, kalle = _of(page, "Lotta"), _of(page, "Kalle")
    games = page.document["games"]
    assert [(game[f"{lotta}_score"], game[f"{kalle}_score"]) for game in games] == [
        (31.0, 33.0),
        (32.0, 32.0),
        (34.0, 30.0),
    ]
    assert [game["name"] for game in games] == [None, "Gothenburg", "Gothenburg"]
    assert [str(game["date"]) for game in games] == ["2024-04-02", "2024-03-14", "2024-03-14"]
    for game in games:
        (changes,) = game["changes"]
        assert changes["one"]["change"] == -changes["other"]["change"]
        for who in ("one", "other"):
            told = page_at(snapshot, changes[who]["why"])[1].document
            assert told["name"] == page.document[who]["name"]
    assert page.document["meetings"]["games"] == 3
    assert page.document["meetings"]["drawn"] == 1
    assert page.document["meetings"]["won"] == page.document["meetings"]["lost"] == 1


def test_where_both_stand_and_what_to_expect(tmp_path: Path):
    """Ratings, ranks and the forecast are those of the list and of ``predict``."""
    snapshot = _made(tmp_path / "club.db", GAMES, "elo", "othello-sweden")
    page = _page(snapshot, "Lotta", "Nils")
    by_list = {row["list"]: row for row in page.document["ratings"]}
    row, lotta = by_list["elo"], _of(page, "Lotta")
    listed = {one["player"]: one for one in snapshot.lists["elo"].table.iter_rows(named=True)}
    key = page.document[lotta]["player"]
    assert row[lotta]["rating"] == listed[key]["rating"]
    assert row[lotta]["rank"] == listed[key]["rank"]
    chance = rate(table(GAMES), "elo").predict([["Lotta"], ["Nils"]])[0]
    assert (row["chance"] if lotta == "one" else 1.0 - row["chance"]) == pytest.approx(chance)
    (wide, phone) = page.shown["charts"][0]
    assert wide[0].y == wide[1].y
    assert phone[0].x == phone[1].x


def test_events_with_both(tmp_path: Path):
    """An event that both played is told with both places, also without a game of the two."""
    text = GAMES.replace(
        "2024-03-14 Gothenburg 1     Lotta    Kalle ", "2024-03-14 Gothenburg 1     Lotta    Olof  "
    )
    snapshot = _made(tmp_path / "club.db", text)
    page = _page(snapshot, "Olof", "Nils")
    (event,) = page.document["events"]
    assert (event["name"], event["of"]) == ("Gothenburg", 4)
    assert event[f"{_of(page, 'Olof')}_place"] == 3
    assert page.document["games"] == []


def test_games_of_many_sides(tmp_path: Path):
    """In a game of many who came in the better place has won against the other."""
    snapshot = _made(tmp_path / "club.db", BOARDS, "warlight")
    page = _page(snapshot, "Lotta", "Kalle")
    won = "won" if _of(page, "Lotta") == "one" else "lost"
    assert [game["outcome"] for game in page.document["games"]] == ["drawn", won]


def test_pairs_who_met_twice_have_pages(tmp_path: Path):
    """Plain files have a page for each pair with two meetings, and links lead to no others."""
    place = tmp_path / "club.db"
    snapshot = _made(place, GAMES, "othello-sweden")
    kind = next(kind for kind in page_kinds() if kind.pattern == "battle/{one}/{other}")
    pair = addresses.battle(_key(snapshot, "Lotta"), _key(snapshot, "Kalle"))
    assert list(kind.addresses(snapshot)) == [pair]
    assert [row["page"] for row in page_at(snapshot, "battle/index")[1].document["pairs"]] == [pair]


def test_two_are_chosen_by_name_or_key(tmp_path: Path):
    """A name, or a key, is enough where one person is meant; else those who may be are offered."""
    snapshot = _made(tmp_path / "club.db", GAMES, "othello-sweden")
    asked = {"one": "lotta", "other": _key(snapshot, "Kalle")}
    page = page_at(snapshot, "battle/index", asked)[1]
    assert page.document == _page(snapshot, "Lotta", "Kalle").document
    page = page_at(snapshot, "battle/index", {"one": "Lotta", "other": "Xerxes"})[1]
    assert page.document["one"] is None
    assert [len(one["players"]) for one in page.document["asked"]] == [1, 0]
    assert (
        page_at(snapshot, "battle/index", {"one": "Lotta", "other": "Lotta"})[1].document["one"]
        is None
    )


def test_nobody_is_compared_with_the_removed_or_with_oneself(tmp_path: Path):
    """Removed people have no page with others, and nobody has one alone."""
    place = tmp_path / "club.db"
    snapshot = _made(place, GAMES, "othello-sweden")
    lotta, kalle = (_key(snapshot, name) for name in ("Lotta", "Kalle"))
    with Ledger(place) as ledger:
        ledger.anonymise(kalle)
    snapshot = _taken(place)
    for one, other in ((lotta, kalle), (lotta, lotta), (lotta, "nobody")):
        with pytest.raises(NoSuchPage):
            page_at(snapshot, f"battle/{one}/{other}")


def test_somebody_merged_is_compared_as_who_it_is(tmp_path: Path):
    """The address by a key that went into another gives the page of the one person."""
    place = tmp_path / "club.db"
    text = GAMES.replace(".          .     Kalle ", ".          .     K.Berg")
    snapshot = _made(place, text, "othello-sweden")
    lotta, kalle, berg = (_key(snapshot, name) for name in ("Lotta", "Kalle", "K.Berg"))
    with Ledger(place) as ledger:
        ledger.make(Change("merge", {"person": berg, "into": kalle}))
    snapshot = _taken(place)
    page = page_at(snapshot, f"battle/{berg}/{lotta}")[1]
    assert page.document == _page(snapshot, "Lotta", "Kalle").document
    assert page.document["meetings"]["games"] == 3
    with pytest.raises(NoSuchPage):
        page_at(snapshot, f"battle/{berg}/{kalle}")


def test_pages_are_drawn(tmp_path: Path):
    """The comparison and the choice are drawn, with the chance and a form."""
    place = tmp_path / "club.db"
    snapshot = _made(place, GAMES, "elo")
    address = addresses.battle(_key(snapshot, "Lotta"), _key(snapshot, "Kalle"))
    with Site(place, live=True) as site:
        drawn = site.answer(f"{address}.html").content.decode()
        index = site.answer("battle/index.html", {"one": "Xerxes"}).content.decode()
    assert drawn.count("<path") == 4
    assert "3 games with each other" in drawn
    assert "Nobody is called “Xerxes”." in index
