"""Pages of rulebooks: cells that explanations point to, examples worked anew, calculators."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from banzuke.engine.rulebook import rulebook_keys
from banzuke.model.errors import NoSuchPage
from banzuke.publishing.site.kinds import page_at
from banzuke.workflows.ledger import Ledger
from banzuke.workflows.site import Site
from builders import rules, table

GAMES = """
    date       event      pool  player_1 player_2 score_1 score_2
    2024-03-14 Gothenburg board Lotta    Kalle    34      30
"""


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A ledger with a list by a rulebook of its own, which counts one pool."""
    path = tmp_path_factory.mktemp("site") / "club.db"
    mine = rules(base="othello-sweden", counts={"pools": ["board"]}, title="Our rules")
    with Ledger.create(path) as ledger:
        ledger.import_frame(table(GAMES), "games.csv")
        ledger.set_list("main", mine, {"title": "Our list"})
    return path


@pytest.fixture(scope="module")
def site(place: Path) -> Iterator[Site]:
    """A served site over the ledger."""
    with Site(place, live=True) as served:
        yield served


@pytest.fixture
def asked(site: Site) -> Callable[..., Any]:
    """What the calculator of a rulebook makes of what is filled in."""

    def ask(rulebook: str, **query: str) -> Any:
        page = page_at(site.snapshot, f"systems/{rulebook}", query)[1]
        return page.document["calculator"]

    return ask


def test_rulebooks_in_use_come_first(site: Site):
    """What a list uses is shown as the ledger keeps it, and not again among the others."""
    said = page_at(site.snapshot, "systems/index")[1].document
    assert [(row["title"], row["lists"]) for row in said["used"]] == [("Our rules", ["Our list"])]
    assert len(said["others"]) == len(rulebook_keys()) - 1
    assert page_at(site.snapshot, "systems/othello-sweden")[1].title == "Our rules"


def test_every_cell_of_a_table_has_its_place(site: Site):
    """The cell that an explanation names is on the page of the rulebook, with its number."""
    lotta = next(key for key, one in site.snapshot.people.items() if one.name == "Lotta")
    event = next(iter(site.snapshot.events))
    why = site.answer(f"changes/main/{lotta}/{event}.html").content.decode()
    assert 'othello-sweden.html#rows:0:4..10"' in why
    assert '<td class="n" id="rows:0:4..10">12</td>' in (
        site.answer("systems/othello-sweden.html").content.decode()
    )


@pytest.mark.parametrize("key", rulebook_keys())
def test_every_rulebook_has_a_page(site: Site, key: str):
    """All that come with banzuke are drawn, with examples that hold and cells of own names."""
    page = page_at(site.snapshot, f"systems/{key}")[1]
    assert [one["why"] for one in page.document["examples"] if not one["holds"]] == []
    assert page.document["assumptions"]
    for drawn in page.document["tables"]:
        names = [row["name"] for row in drawn["rows"]]
        assert len(set(names)) == len(names)
    assert site.answer(f"systems/{key}.html").content


def test_no_such_rulebook(site: Site):
    """An unknown key has no page."""
    with pytest.raises(NoSuchPage):
        page_at(site.snapshot, "systems/nothing")


def test_nothing_is_answered_before_something_is_asked(asked: Callable[..., Any]):
    """The empty form has neither faults nor an answer."""
    said = asked("othello-sweden")
    assert (said["faults"], said["refused"], said["answer"]) == ({}, "", None)


def test_a_game_by_the_table(asked: Callable[..., Any]):
    """The source's own example: 1180 beats 1040 by 34-30, row 101..150, column 4..10."""
    answer = asked("othello-sweden", rating_1="1180", rating_2="1040", score_1="34", score_2="30")
    one, two = answer["answer"]
    assert (one["bill"]["formula"], two["bill"]["formula"]) == (
        "1180 + 5 = 1185",
        "1040 - 5 = 1035",
    )
    assert one["bill"]["games"][0]["terms"][0]["cell"] == "rows:101..150:4..10"


def test_what_is_wrong_is_said_beside_the_field(asked: Callable[..., Any]):
    """Every field with a fault is named at once, and nothing is computed."""
    said = asked("othello-sweden", rating_1="118x", rating_2="1040", score_1="34")
    assert said["faults"] == {"rating_1": "number", "score_2": "missing"}
    assert said["answer"] is None
    assert said["filled"]["rating_1"] == "118x"


def test_what_the_system_refuses_is_said(asked: Callable[..., Any]):
    """Scores that the table cannot read are refused in the words of the system."""
    said = asked("othello-sweden", rating_1="1180", rating_2="1040", score_1="34", score_2="20")
    assert "34-20 adds up to 54" in str(said["faults"]) + said["refused"]
    assert said["answer"] is None


def test_ranks_stand_for_ratings(asked: Callable[..., Any]):
    """A rank is the middle of its range, and the answer names ranks beside ratings."""
    said = asked(
        "dash-baduk", rating_1="5D*", games_1="20", rating_2="3d", games_2="20", outcome="1-0"
    )
    one, two = said["answer"]
    assert (one["before"]["rating"], one["after"]["rating"]) == (6750.0, 6766.0)
    assert (two["before"]["rating"], two["after"]["rating"]) == (6150.0, 6134.0)
    assert one["ranks"] == ["5D", "5D"]


def test_an_event_with_its_value(asked: Callable[..., Any]):
    """The source's own example of percentiles: 8th of 65, rated 55, in three rounds."""
    said = asked(
        "dip-pouch",
        rating_1="55",
        place_1="8",
        event_players="65",
        event_rounds="3",
        date="2010-05-02",
    )
    (one,) = said["answer"]
    assert one["after"]["rating"] == pytest.approx(60.019, abs=0.0005)
    inputs = {term["name"]: term for term in one["bill"]["games"][0]["inputs"]}
    assert inputs["tournament value"]["value"] == 15.0
    assert inputs["tournament value"]["cell"] == "value_cap"


def test_pairs_and_games_of_many(asked: Callable[..., Any]):
    """Members of a pair stand with a plus between them; more players have more rows."""
    pairs = asked("warlight", rating_1="1400+1200", rating_2="1300+1250", outcome="1-0")
    assert [one["bill"]["change_text"] for one in pairs["answer"]] == ["+14.85"] * 2 + [
        "-14.85"
    ] * 2
    six = {f"place_{at}": str(at) for at in range(1, 7)}
    many = asked("warlight", players="6", **six)
    assert [one["after"]["rating"] for one in many["answer"]] == [
        1280,
        1248,
        1216,
        1184,
        1152,
        1120,
    ]


@pytest.mark.parametrize("text", ["1180,5", " 1 180.5 ", "1180.5"])
def test_numbers_as_people_write_them(asked: Callable[..., Any], text: str):
    """A decimal comma and spaces between thousands are read."""
    said = asked("elo", rating_1=text, rating_2="1200", outcome="1-0")
    assert said["answer"][0]["before"]["rating"] == 1180.5


@pytest.mark.parametrize("text", ["nan", "inf", "1e9", "--1", "0x10", "1" * 40, "<b>"])
def test_what_is_no_number(asked: Callable[..., Any], text: str):
    """Whatever else is typed is refused beside its field, also what computers call numbers."""
    assert asked("elo", rating_1=text, outcome="1-0")["faults"] == {"rating_1": "number"}


def test_pools_of_own_rules_are_chosen(asked: Callable[..., Any]):
    """Where only the first place counts, a game of six equals goes as the source says."""
    six = {f"place_{at}": str(at) for at in range(1, 7)}
    assert asked("warlight")["choices"]["pool"] == ["first"]
    answer = asked("warlight", players="6", pool="first", **six)["answer"]
    assert [one["after"]["rating"] for one in answer] == [1280.0, *[1184.0] * 5]


def test_contests_ask_for_several(asked: Callable[..., Any]):
    """Where opponents decide, an event has several players; where only the place does, one."""
    assert (asked("codeforces")["players"], asked("codeforces")["result"]) == (2, "place")
    assert asked("dip-pouch")["players"] == 1


def test_categories_are_chosen(asked: Callable[..., Any]):
    """The categories that a table of the rulebook names are offered."""
    assert "world championship" in asked("dip-pouch")["choices"]["event_category"]
    assert len(asked("fifa")["choices"]["event_category"]) > 3


def test_players_have_no_names_that_nobody_gave(asked: Callable[..., Any]):
    """A complaint about a player says which row, not how a program calls it."""
    said = asked("aga-draft", rating_1="1500", rating_2="-3", outcome="1-0")
    assert said["faults"]["rating_1"].startswith("player 1: 1500 is no rating")


def test_no_calculator_where_all_results_count_together(asked: Callable[..., Any]):
    """A fit over all results is not asked for one game."""
    said = asked("bradley-terry", rating_1="1500", outcome="1-0")
    assert (said["possible"], said["answer"]) == (False, None)


def test_plain_files_have_no_form(place: Path, site: Site):
    """Where nobody answers there is no form, but a sentence."""
    assert b'<form class="calculator"' in site.answer("systems/elo.html").content
    with Site(place, live=False) as plain:
        page = plain.answer("systems/elo.html").content
    assert b'<form class="calculator"' not in page
    assert b"calculator stands here" in page
