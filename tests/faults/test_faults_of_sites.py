"""Faults and wishes of rating sites, as their readers reported them, against the pages."""

from __future__ import annotations

import csv
import io
import json
import time
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest

from banzuke.engine.rulebook import load_rulebook
from banzuke.workflows.ledger import Ledger
from banzuke.workflows.site import Site
from builders import table

Said = dict[str, Any]


class Club:
    """A ledger and its site, read anew for each question."""

    def __init__(self, path: Path) -> None:
        self.ledger = Ledger.create(path)
        self.path = path

    def rules(self, key: str, rulebook: str, settings: Mapping[str, Any], **values: str) -> None:
        """A list by a rulebook in which some settings are others."""
        self.ledger.set_list(key, load_rulebook(rulebook, settings), {"title": key, **values})

    def key(self, name: str) -> str:
        """The key of a player."""
        return next(one.key for one in self.ledger.people() if one.name == name)

    def page(self, place: str) -> str:
        """A page as it is sent."""
        with Site(self.path, live=True) as site:
            return site.answer(place).content.decode()

    def said(self, address: str) -> Said:
        """A page as JSON says it; no number of it is none."""

        def refuse(text: str) -> None:
            raise AssertionError(f"{text} in JSON")

        found: Said = json.loads(self.page(f"{address}.json"), parse_constant=refuse)
        return found

    def rows(self, address: str) -> list[dict[str, str]]:
        """A page as CSV says it."""
        return list(csv.DictReader(io.StringIO(self.page(f"{address}.csv"), newline="")))


@pytest.fixture
def club(tmp_path: Path) -> Iterator[Club]:
    """An empty ledger with its site."""
    made = Club(tmp_path / "club.db")
    yield made
    made.ledger.close()


def test_a17_one_definition_of_the_rating(run, club: Club):
    """Mean less three deviations: (25, 25/3) is 0 and (25, 4) is 13, wherever it is read."""
    people = [
        {"player": "Ann", "rating": 25, "deviation": 25 / 3},
        {"player": "Bob", "rating": 25, "deviation": 4},
    ]
    club.ledger.import_facts(people)
    game = "date event player_1 player_2 result\n2025-02-01 E Ann Bob 1-0"
    club.ledger.import_frame(table(game), "g")
    club.rules("main", "trueskill", {})
    with Site(club.path, live=True) as site:
        event = site.snapshot.event_keys["E"]
    keys = [club.key(name) for name in ("Ann", "Bob")]
    bills = [club.said(f"changes/main/{key}/{event}")["explained"][0] for key in keys]
    assert [bill["shown"]["before"] for bill in bills] == [0.0, 13.0]
    listed = {row["name"]: row["shown"] for row in club.said("lists/main")["players"]}
    by_table = {row["name"]: row["shown"] for row in club.rows("lists/main")}
    listing = run("lists", "show", "main", "--ledger", club.path, "--format", "json")
    by_command = json.loads(listing.stdout)
    told = {row["name"]: row["shown"] for row in by_command["players"]}
    pages = [club.said(f"players/{key}") for key in keys]
    standing = {page["name"]: shown_of(page) for page in pages}
    assert listed == by_table == told
    assert standing == listed
    after = [bill["shown"]["after"] for bill in bills]
    assert [float(listed[name]) for name in ("Ann", "Bob")] == pytest.approx(after, abs=0.005)


def shown_of(page: Said) -> str:
    """What a player's page shows as the rating by its first list."""
    return str(page["ratings"][0]["standings"][0]["shown"])


def test_a43_the_next_page_is_of_the_same_ratings(club: Club):
    """After a game list, player, event and explanation have one rating, none of before it."""
    club.rules("main", "elo", {})
    day = "date event player_1 player_2 result\n"
    for number, result in enumerate(("1-0", "0-1", "1-0"), 1):
        club.ledger.import_frame(table(f"{day}2024-01-0{number} E{number} Ann Bob {result}"), "g")
        with Site(club.path, live=True) as site:
            ann = club.key("Ann")
            event = site.snapshot.event_keys[f"E{number}"]
            listed = next(
                row["rating"]
                for row in json.loads(site.answer("lists/main.json").content)["players"]
                if row["player"] == ann
            )
            player = json.loads(site.answer(f"players/{ann}.json").content)["ratings"][0]
            bill = json.loads(site.answer(f"changes/main/{ann}/{event}.json").content)
            held = json.loads(site.answer(f"events/{event}.json").content)["ratings"][0]
            after = next(row["after"] for row in held["players"] if row["player"] == ann)
        assert player["events"][0]["after"] == listed == after
        assert bill["explained"][0]["after"] == listed


def test_a57_numbers_stay_numbers_beside_guarded_names(club: Club):
    """A name that would be run is guarded in CSV, a falling rating beside it is a number."""
    names = ("=cmd", "+sum", "-rem", "@abs")
    for name in names:
        game = {"date": "2024-01-01", "event": f"{name[0]}1+1", "result": "0-1"}
        club.ledger.import_frame([{**game, "player_1": name, "player_2": "<b>Bob"}], name)
    club.rules("main", "elo", {})
    rows = club.rows("lists/main")
    assert {row["name"] for row in rows} == {*(f"'{name}" for name in names), "<b>Bob"}
    falls = [float(row["change"]) for row in rows if row["name"].startswith("'")]
    assert min(falls) < 0
    assert all("<b>" not in club.page(f"players/{row['player']}.html") for row in rows)
    assert "<b>" not in club.page("lists/main.html")


@pytest.mark.parametrize("zone", ["Pacific/Kiritimati", "America/Los_Angeles", "UTC"])
def test_a58_a_day_is_the_same_for_every_viewer(
    club: Club, zone: str, monkeypatch: pytest.MonkeyPatch
):
    """A game that ended on 8 January at 00:01 UTC is on the chart of 8 January."""
    club.rules("main", "elo", {})
    game = {"date": "2024-01-08T00:01:00Z", "player_1": "Ann", "player_2": "Bob", "result": "1-0"}
    club.ledger.import_frame([game], "g")
    monkeypatch.setenv("TZ", zone)
    time.tzset()
    try:
        key = club.key("Ann")
        page = club.said(f"players/{key}")
        assert page["ratings"][0]["events"][0]["date"] == "2024-01-08"
        assert "2024-01-07" not in club.page(f"players/{key}.html")
        assert club.said("lists/main")["as_of"][:10] == "2024-01-08"
    finally:
        monkeypatch.undo()
        time.tzset()


def test_f02_the_inactive_are_told_with_the_threshold(club: Club):
    """Who has not played for 365 days is not listed, is told why, and the list says the limit."""
    head = "date player_1 player_2 result\n"
    games = f"{head}2022-01-01 Old Older 1-0\n2024-01-01 Ann Bob 1-0"
    club.ledger.import_frame(table(games), "g")
    club.rules("main", "elo", {"list.active_days": 365})
    said = club.said("lists/main")
    assert sorted(row["name"] for row in said["players"]) == ["Ann", "Bob"]
    assert {row["name"]: "2022-01-01" in row["why"] for row in said["unlisted"]} == {
        "Old": True,
        "Older": True,
    }
    assert said["active_days"] == 365
    assert "not played for 365 days" in club.page("lists/main.html")


def test_f03_nobody_is_cut_off(club: Club):
    """Sheets of a list are as many as it needs, and machines read all of it at once."""
    rows = [
        {"date": "2024-01-01", "player_1": f"A{at:04}", "player_2": f"B{at:04}", "result": "1-0"}
        for at in range(2_600)
    ]
    club.ledger.import_frame(rows, "g")
    club.rules("main", "elo", {})
    with Site(club.path, live=True) as site:
        whole = json.loads(site.answer("lists/main.json").content)
        assert whole["listed"] == len(whole["players"]) == 5_200
        assert site.answer("lists/main.csv").content.count(b"\n") == 5_201
        last = json.loads(site.answer("lists/main/sheet-52.json").content)["players"]
        assert len(last) == 100
        assert last == whole["players"][-100:]


def test_f05_a_change_is_told_with_all_that_made_it(club: Club):
    """Before, opponent, expectation, constant and after are told; they make the new rating."""
    head = "date event player_1 player_2 result\n"
    games = f"{head}2024-01-01 E1 Ann Bob 1-0\n2024-01-02 E2 Ann Bob 0-1"
    club.ledger.import_frame(table(games), "g")
    club.rules("main", "elo", {})
    with Site(club.path, live=True) as site:
        event = site.snapshot.event_keys["E2"]
    said = club.said(f"changes/main/{club.key('Ann')}/{event}")
    bill = said["explained"][0]
    game = bill["games"][0]
    assert [one["name"] for one in game["met"]] == ["Bob"]
    assert sum(term["value"] for term in game["terms"]) == said["change"]
    assert bill["before"] + said["change"] == bill["after"]
    term, expected = game["terms"][0], game["inputs"][0]
    assert (term["name"], term["cell"]) == ("lost to Bob", "k")
    assert term["value"] == pytest.approx(32 * (0 - expected["value"]), abs=1e-9)
    assert expected["name"] == "expected score against Bob"


@pytest.mark.parametrize(("ranks", "wanted"), [("1224", [1, 2, 2, 4]), ("1223", [1, 2, 2, 3])])
def test_f06_shared_ranks_in_a_stable_order(club: Club, ranks: str, wanted: list[int]):
    """Equal players share a rank and stand in the order of their names, whatever came first."""
    head = "date player_1 player_2 result\n"
    games = f"{head}2024-01-01 Zoe Ann 1/2-1/2\n2024-01-01 Top Low 1-0"
    club.ledger.import_frame(table(games), "g")
    club.rules("main", "elo", {"list.ranks": ranks})
    players = club.said("lists/main")["players"]
    assert [row["rank"] for row in players] == wanted
    assert [row["name"] for row in players] == ["Top", "Ann", "Zoe", "Low"]


def test_f12_seasons_stay_readable(club: Club):
    """A season is a list with a beginning; an older one stays, and a player has both."""
    head = "date player_1 player_2 result\n"
    games = f"{head}2023-05-01 Ann Bob 1-0\n2024-05-01 Ann Bob 0-1"
    club.ledger.import_frame(table(games), "g")
    club.rules("all", "elo", {})
    club.rules("season-2024", "elo", {}, since="2024-01-01")
    club.ledger.publish("all", as_of="2023-12-31")
    first = {row["name"]: row["rank"] for row in club.said("lists/season-2024")["players"]}
    assert first == {"Bob": 1, "Ann": 2}
    games_of = {row["name"]: row["games"] for row in club.said("lists/season-2024")["players"]}
    assert games_of == {"Ann": 1, "Bob": 1}
    published = club.said("lists/all/published/1")["players"]
    assert {row["name"]: row["rank"] for row in published} == {"Ann": 1, "Bob": 2}
    lists = [one["list"] for one in club.said(f"players/{club.key('Ann')}")["ratings"]]
    assert sorted(lists) == ["all", "season-2024"]


def test_f15_the_mark_is_told_with_its_threshold(club: Club):
    """What the mark behind a rating means stands beside the list: so many games, or a deviation."""
    game = "date player_1 player_2 result\n2024-01-01 Ann Bob 1-0"
    club.ledger.import_frame(table(game), "g")
    club.rules("by-games", "elo", {"list.provisional_games": 12})
    club.rules("by-deviation", "lichess", {})
    for key, words in (
        ("by-games", "? marks ratings that stand on fewer than 12 games."),
        ("by-deviation", "? marks ratings whose deviation is 110 or more."),
    ):
        page = club.page(f"lists/{key}.html")
        assert words in page
        assert all(row["shown"].endswith("?") for row in club.said(f"lists/{key}")["players"])
    assert club.said("lists/by-deviation")["provisional_deviation"] == 110


def test_f21_what_is_not_known_is_null(club: Club):
    """A system without deviations says nothing of them, one that has them says each."""
    game = "date player_1 player_2 result\n2024-01-01 Ann Bob 1-0"
    club.ledger.import_frame(table(game), "g")
    club.rules("sure", "glicko2", {})
    club.rules("unsure", "elo", {})
    assert all(row["deviation"] > 0 for row in club.said("lists/sure")["players"])
    assert not any(row.get("deviation") for row in club.said("lists/unsure")["players"])
