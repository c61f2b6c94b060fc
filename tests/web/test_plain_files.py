"""What visitors do, in a browser, on plain files that no server answers for."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from banzuke.publishing.site import addresses
from banzuke.workflows.ledger import Ledger
from banzuke.workflows.site import Site
from builders import table

CHROMIUM = next(filter(None, map(shutil.which, ("chromium", "chromium-browser"))), None)
pytestmark = pytest.mark.skipif(CHROMIUM is None, reason="there is no Chromium here")

FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--no-first-run"]

GAMES = """
    date       event      round player_1 player_2 score_1 score_2
    2024-03-14 Gothenburg 1     Lotta    Kalle    34      30
    2024-03-14 Gothenburg 2     Nils     Kalle    20      44
    2024-03-14 Gothenburg 3     Kalle    Lotta    32      32
    2024-04-02 .          .     Olof     Pelle    33      31
"""


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A club's site as plain files."""
    place = tmp_path_factory.mktemp("plain")
    with Ledger.create(place / "club.db", title="Our club") as ledger:
        ledger.import_frame(table(GAMES), "games.csv")
        ledger.set_list("main", "othello-sweden", {"title": "Our list"})
        ledger.correct({"name": "Sven", "club": "Lunds SK", "id": "4711"}, person="Pelle")
    with Site(place / "club.db", live=False) as site:
        site.build(place / "site")
        for key, person in site.snapshot.people.items():
            (place / person.name).write_text(key, "utf-8")
    return place


@pytest.fixture
def tab(folder: Path) -> Iterator[Any]:
    """A tab; what a page complains of fails the test."""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        opened = browser.new_page()
        faults: list[str] = []
        opened.on("pageerror", lambda fault: faults.append(str(fault)))
        opened.goto((folder / "site" / "battle" / "index.html").as_uri())
        yield opened
        browser.close()
    assert faults == []


def choose(tab: Any, label: str, letters: str, name: str) -> None:
    """Type some letters into a field, and take a name from what is found."""
    field = tab.get_by_role("searchbox", name=label)
    field.fill("")
    field.type(letters)
    tab.locator(".field ul.typed a", has_text=name).locator("visible=true").first.click()


def test_two_who_met_often_have_a_page(tab: Any, folder: Path):
    """Two players chosen by name lead to the page of both, where there is one."""
    choose(tab, "First player", "lott", "Lotta")
    choose(tab, "Second player", "kall", "Kalle")
    tab.get_by_role("button", name="Compare").click()
    keys = [(folder / name).read_text() for name in ("Lotta", "Kalle")]
    tab.wait_for_url(f"**/{addresses.battle(*keys)}.html")
    assert tab.locator("main tbody tr").count() > 2


def test_two_who_met_once_have_their_score(tab: Any):
    """Of two who met too seldom for a page it is said who won, and where both stand."""
    choose(tab, "First player", "nils", "Nils")
    choose(tab, "Second player", "kall", "Kalle")
    tab.get_by_role("button", name="Compare").click()
    shown = tab.locator("#compared")
    shown.locator(".versus").wait_for()
    assert shown.locator(".big").inner_text().split("\n")[0] == "0 · 0 · 1"
    assert "They have met" in shown.inner_text()
    assert shown.get_by_role("link", name="Our list").count() == 1
    assert shown.locator("tbody small").all_inner_texts() == ["5 of 5", "3 of 5"]


def test_two_who_never_met_are_said_to(tab: Any):
    """Of two who never met it is said in words, with the standing of both."""
    choose(tab, "First player", "lotta", "Lotta")
    choose(tab, "Second player", "sven", "Sven")
    tab.get_by_role("button", name="Compare").click()
    shown = tab.locator("#compared")
    shown.get_by_text("They have never met in a game.").wait_for()
    assert shown.locator("tbody tr").count() == 1


def test_what_is_meant_is_asked(tab: Any):
    """A name that several have is asked about; one that nobody has is said to be nobody's."""
    tab.get_by_role("searchbox", name="First player").fill("Lars")
    tab.get_by_role("searchbox", name="Second player").fill("Sven")
    tab.get_by_role("button", name="Compare").click()
    tab.get_by_text("Nobody is called “Lars”.").wait_for()
    assert tab.locator("#compared .versus").count() == 0


def test_a_player_is_compared_from_the_own_page(tab: Any, folder: Path):
    """The page of a player asks for another one, who is found by name."""
    key = (folder / "Olof").read_text()
    tab.goto((folder / "site" / "players" / f"{key}.html").as_uri())
    choose(tab, "Compare with another player", "nils", "Nils")
    tab.get_by_role("button", name="Compare").click()
    tab.get_by_text("They have never met in a game.").wait_for()
    assert tab.locator("#compared h2").all_inner_texts() == ["Olof", "Nils"]


def test_without_scripts_it_is_told_who_met(tab: Any, folder: Path):
    """Where no script runs there is no form, but a list of who met, and what to do."""
    context = tab.context.browser.new_context(java_script_enabled=False)
    plain = context.new_page()
    plain.goto((folder / "site" / "battle" / "index.html").as_uri())
    assert not plain.locator("form.pair").is_visible()
    assert "choosing two players needs scripts" in plain.locator("noscript").inner_text()
    assert plain.locator("main tbody tr").count() == 1
    context.close()


@pytest.mark.parametrize("asked", ["pelle", "pele", "lunds", "sven lund", "4711"])
def test_somebody_is_found_by_more_than_the_name(tab: Any, folder: Path, asked: str):
    """A former name, the club and a number lead to a player, where no server looks them up."""
    tab.goto(f"{(folder / 'site' / 'search.html').as_uri()}?q={asked}")
    tab.locator("ul.found a", has_text="Sven").wait_for()


def test_what_is_said_of_nobody_is_not_found(tab: Any, folder: Path):
    """A number with another figure is another number."""
    tab.goto(f"{(folder / 'site' / 'search.html').as_uri()}?q=4712")
    tab.get_by_text("Nothing is called that.", exact=True).wait_for()
