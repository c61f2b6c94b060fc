"""Pages of players: where they stand, what changed their ratings, whom they met."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from banzuke.engine.rulebook import load_rulebook
from banzuke.ledger.changes import Change
from banzuke.model.errors import NoSuchPage
from banzuke.publishing.site.kinds import all_addresses, page_at
from banzuke.publishing.site.page import Page
from banzuke.publishing.site.snapshot import Snapshot
from banzuke.workflows.ledger import Ledger
from banzuke.workflows.site import Site
from builders import table

OTHELLO = """
    date       event      round player_1 player_2 score_1 score_2
    2024-03-14 Gothenburg 1     Lotta    Kalle    34      30
    2024-03-14 Gothenburg 2     Lotta    Nils     20      44
    2024-03-14 Gothenburg 3     Kalle    Nils     32      32
    2024-03-14 Gothenburg 3     Lotta    Olof     40      24
    2024-04-02 .          .     Lotta    Kalle    33      31
"""

POOLS = """
    date       pool   player_1 player_2 score_1 score_2
    2024-01-01 hearts Ann      Bo       1       0
    2024-01-02 spades Ann      Bo       0       1
    2024-01-03 spades Ann      Cai      0       1
"""

SEATS = """
    game date       player score role  advantage
    1    2024-01-01 Ann    1     Black yes
    1    2024-01-01 Bo     0     White no
    2    2024-01-02 Bo     1     Black yes
    2    2024-01-02 Ann    0     White no
    3    2024-01-03 Bo     0     Black yes
    3    2024-01-03 Ann    1     White no
"""


@pytest.fixture
def place(tmp_path: Path) -> Path:
    """Where the ledger of a test is."""
    return tmp_path / "club.db"


@pytest.fixture
def made(place: Path) -> Callable[..., Snapshot]:
    """A ledger of the games of a table, with a list by each of some rulebooks, as a snapshot."""

    def make(text: str, *rulebooks: str) -> Snapshot:
        with Ledger.create(place) as ledger:
            ledger.import_frame(table(text), "games.csv")
            for rulebook in rulebooks:
                ledger.set_list(rulebook, rulebook, {"title": rulebook.title()})
        return _taken(place)

    return make


def _taken(place: Path) -> Snapshot:
    with Site(place, live=False) as site:
        return site.snapshot


def _key(snapshot: Snapshot, name: str) -> str:
    return next(key for key, person in snapshot.people.items() if person.name == name)


def _page(snapshot: Snapshot, name: str) -> Page:
    return page_at(snapshot, f"players/{_key(snapshot, name)}")[1]


def test_events_chain_with_place_and_games(made: Callable[..., Snapshot]):
    """Every change begins where the one before ended, and its games add up to it."""
    page = _page(made(OTHELLO, "othello-sweden"), "Lotta")
    (rating,) = page.document["ratings"]
    last, first = rating["events"]
    assert (first["name"], first["place"], first["of"], first["games"]) == ("Gothenburg", 1, 4, 3)
    assert (first["before"], last["before"]) == (1000.0, first["after"])
    assert sum(game["change"] for game in first["played"]) == first["change"]
    assert [game["names"] for game in first["played"]] == [["Kalle"], ["Nils"], ["Olof"]]
    assert last["played"][0]["names"] == ["Kalle"]
    assert rating["rating"] == last["after"]


def test_every_link_to_an_explanation_leads_to_one(made: Callable[..., Snapshot]):
    """What is said to explain a change is a page of the same player, also without an event."""
    snapshot = made(OTHELLO, "othello-sweden", "elo")
    found = 0
    for name in ("Lotta", "Kalle", "Nils", "Olof"):
        for rating in _page(snapshot, name).document["ratings"]:
            for row in rating["events"]:
                told = page_at(snapshot, row["why"])[1].document
                assert (told["name"], told["change"]) == (name, row["change"])
                found += 1
    assert found == 12


def test_pools_are_apart(made: Callable[..., Snapshot]):
    """Ratings of two pools of one list are two careers, each with its own line and games."""
    ratings = _page(made(POOLS, "warlight"), "Ann").document["ratings"]
    assert [(one["pool"], len(one["events"])) for one in ratings] == [("spades", 2), ("hearts", 1)]
    for one in ratings:
        assert one["rating"] == one["events"][0]["after"]
        assert one["events"][-1]["before"] == 1200.0


def test_best_win_and_streaks(made: Callable[..., Snapshot]):
    """The win against the highest opponent, the costliest loss, and runs of results are told."""
    document = _page(made(OTHELLO, "othello-sweden"), "Lotta").document
    (rating,) = document["ratings"]
    assert rating["worst_loss"]["name"] == "Nils"
    assert rating["largest_loss"]["change"] < 0.0 < rating["largest_gain"]["change"]
    record = document["record"]
    assert (record["won"], record["drawn"], record["lost"]) == (3, 0, 1)
    assert (record["winning_streak"], record["winning_now"], record["losing_now"]) == (2, 2, 0)
    assert (str(record["first"]), str(record["last"])) == ("2024-03-14", "2024-04-02")


def test_seats_and_who_moved_first(made: Callable[..., Snapshot]):
    """Success is told by seat, and by who moved first."""
    document = _page(made(SEATS, "elo"), "Ann").document
    assert {(row["role"], row["won"], row["lost"]) for row in document["by_role"]} == {
        ("Black", 1, 0),
        ("White", 1, 1),
    }
    first, second = document["by_advantage"]
    assert (first["first"], first["won"], first["lost"]) == (True, 1, 0)
    assert (second["first"], second["won"], second["lost"]) == (False, 1, 1)


def test_ranks_within_a_nation(place: Path, made: Callable[..., Snapshot]):
    """Who is listed has a rank among those of the same nation, which counts them alone."""
    made(OTHELLO, "othello-sweden")
    with Ledger(place) as ledger:
        for name, nation in (("Lotta", "SWE"), ("Kalle", "SWE"), ("Nils", "NOR")):
            values = {"nation": nation}
            ledger.make(Change("correct person", {"person": name, "values": values}))
    (rating,) = _page(_taken(place), "Kalle").document["ratings"]
    (within,) = rating["within"]
    assert rating["standings"][0]["rank"] == 4
    assert (within["value"], within["rank"], within["of"]) == ("SWE", 2, 2)


def test_merged_and_removed_people(place: Path, made: Callable[..., Snapshot]):
    """The old address of a merged person leads to the one page; a removed person has none."""
    snapshot = made(OTHELLO, "othello-sweden")
    kalle, olof, nils = (_key(snapshot, name) for name in ("Kalle", "Olof", "Nils"))
    with Ledger(place) as ledger:
        ledger.make(Change("merge", {"person": olof, "into": kalle}))
        ledger.anonymise(nils)
    snapshot = _taken(place)
    assert page_at(snapshot, f"players/{olof}")[1].document["moved_to"] == kalle
    assert f"players/{olof}" in all_addresses(snapshot)
    with Site(place, live=False) as site:
        drawn = site.answer(f"players/{olof}.html").content.decode()
    assert f'href="{kalle}.html"' in drawn
    with pytest.raises(NoSuchPage):
        page_at(snapshot, f"players/{nils}")
    assert f"players/{nils}" not in all_addresses(snapshot)


def test_corrections_that_concern_a_player(place: Path, made: Callable[..., Snapshot]):
    """What was corrected of a person, or of an event with the person, is told; awards are none."""
    snapshot = made(OTHELLO, "othello-sweden")
    nils = _key(snapshot, "Nils")
    with Ledger(place) as ledger:
        ledger.make(Change("correct person", {"person": nils, "values": {"club": "Lund"}}))
        values = {"category": "club"}
        ledger.make(Change("correct event", {"event": "Gothenburg", "values": values}))
        award = {"award of Best game": nils}
        ledger.make(Change("correct event", {"event": "Gothenburg", "values": award}))
    snapshot = _taken(place)
    assert [one["title"] for one in _page(snapshot, "Nils").document["awards"]] == ["Best game"]
    whats = {
        name: [row["about"] for row in _page(snapshot, name).document["corrections"]]
        for name in ("Nils", "Olof")
    }
    assert whats == {"Nils": ["Gothenburg", "Nils"], "Olof": ["Gothenburg"]}
    for row in _page(snapshot, "Nils").document["corrections"]:
        assert page_at(snapshot, row["page"])[1].document["revision"] == row["revision"]


def test_pages_are_drawn(place: Path, made: Callable[..., Snapshot]):
    """The page of somebody with several ratings is drawn, with a true minus and its games."""
    snapshot = made(OTHELLO, "othello-sweden", "elo", "glicko2")
    with Site(place, live=False) as site:
        drawn = site.answer(f"players/{_key(snapshot, 'Lotta')}.html").content.decode()
    assert drawn.count("<svg") == 6
    assert "−" in drawn
    assert "3 games" in drawn
    assert "place 1 of 4" in drawn


def test_who_played_nothing_that_is_rated(made: Callable[..., Snapshot]):
    """Without a list a player's page still tells games and opponents."""
    document = _page(made(OTHELLO), "Lotta").document
    assert document["ratings"] == []
    assert document["rivals"][0]["name"] == "Kalle"
    pair = sorted([document["player"], document["rivals"][0]["player"]])
    assert document["rivals"][0]["page"] == "battle/" + "/".join(pair)


def test_without_a_rating_there_is_no_number(club, snapshot_of):
    """Who has no rating yet has no line, no peak and no number before or after a game."""
    text = """
        date       event  round player_1 player_2 score_1 score_2
        2024-03-14 Spring 1     Lotta    Kalle    1       0
        2024-03-15 Spring 2     Kalle    Lotta    1       0
    """
    snapshot = snapshot_of(club(text, "dwz-draft"))
    for address in all_addresses(snapshot):
        if not address.startswith(("systems/", "scoring/")):
            page_at(snapshot, address)
    key = next(key for key, person in snapshot.people.items() if person.name == "Lotta")
    (career,) = page_at(snapshot, f"players/{key}")[1].shown["careers"]
    assert career.charts == (None, None)
    assert career.document["peak"] is None
    assert [(row["before"], row["after"]) for row in career.document["events"]] == [(None, None)]


def test_a_career_has_its_peak(club, snapshot_of):
    """The peak is the highest rating after a period, not what was reached within one."""
    text = """
        date       event  round player_1 player_2 result
        2024-03-14 Spring 1     Lotta    Kalle    1-0
        2024-03-15 Spring 2     Kalle    Lotta    1-0
        2024-04-15 Autumn 1     Kalle    Lotta    1-0
    """
    snapshot = snapshot_of(club(text, load_rulebook("elo", {"period.kind": "event"})))
    keys = {person.name: key for key, person in snapshot.people.items()}
    peaks = {
        name: page_at(snapshot, f"players/{key}")[1].shown["careers"][0].document["peak_text"]
        for name, key in keys.items()
    }
    assert peaks == {"Lotta": "1500", "Kalle": "1516"}
