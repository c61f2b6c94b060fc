"""What visitors do, in a browser: find a player, understand a change, by keyboard, on a phone."""

from __future__ import annotations

import shutil
import socket
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import uvicorn
from axe_playwright_python.sync_playwright import Axe

from banzuke.publishing.site.kinds import moved_address, page_kinds
from banzuke.publishing.site.settings import SiteSettings
from banzuke.web.app import create_app
from banzuke.workflows.demo import build_demo
from banzuke.workflows.site import Site

CHROMIUM = next(filter(None, map(shutil.which, ("chromium", "chromium-browser"))), None)
pytestmark = pytest.mark.skipif(CHROMIUM is None, reason="there is no Chromium here")

FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--no-first-run"]
KINDS = [pytest.param(kind, id=kind.pattern) for kind in page_kinds()]
PHONE, DESK = {"width": 390, "height": 844}, {"width": 1200, "height": 900}
WIDER = "document.documentElement.scrollWidth - document.documentElement.clientWidth"
SETTINGS = SiteSettings(contact="Write to us.", privacy="Nothing is kept.", licence="Take them.")


@pytest.fixture(scope="module")
def sample(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The sample ledger of a season."""
    path = tmp_path_factory.mktemp("visitor") / "demo.db"
    build_demo(path, seasons=1)
    return path


@pytest.fixture(scope="module")
def site(sample: Path) -> Iterator[Site]:
    """The site over it, to look up what is where."""
    with Site(sample, SETTINGS, live=True) as opened:
        yield opened


@pytest.fixture(scope="module")
def address(sample: Path) -> Iterator[str]:
    """Where the site is served."""
    listener = socket.socket()
    listener.bind(("127.0.0.1", 0))
    app = create_app(sample, SETTINGS)
    server = uvicorn.Server(uvicorn.Config(app, log_level="warning", access_log=False, ws="none"))
    thread = threading.Thread(target=server.run, kwargs={"sockets": [listener]}, daemon=True)
    thread.start()
    while not server.started:
        time.sleep(0.02)
    yield f"http://127.0.0.1:{listener.getsockname()[1]}"
    server.should_exit = True
    thread.join()
    listener.close()


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    """A browser."""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as driver:
        started = driver.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        yield started
        started.close()


@pytest.fixture
def tab(browser: Any) -> Iterator[Any]:
    """A tab of a desk's width; what a page complains of fails the test."""
    yield from tab_of(browser, viewport=DESK)


def tab_of(browser: Any, **options: Any) -> Iterator[Any]:
    """A tab with options of its own."""
    context = browser.new_context(**options)
    opened = context.new_page()
    faults: list[str] = []
    opened.on("pageerror", lambda fault: faults.append(str(fault)))
    opened.on("console", lambda told: told.type == "error" and faults.append(told.text))
    yield opened
    context.close()
    assert faults == []


def first_of(kind: Any, site: Site) -> str:
    """The first page of a kind; skips where the sample has none."""
    snapshot = site.snapshot
    for found in kind.addresses(snapshot):
        if not moved_address(snapshot, found):
            return found
    return pytest.skip("the sample has no page of this kind")


def sevin(site: Site) -> str:
    """The key of Cyrille Sevin."""
    return next(key for key, one in site.snapshot.people.items() if "SEVIN" in one.name.upper())


def test_a_visitor_finds_a_player_and_understands_a_change(tab: Any, address: str, site: Site):
    """By a misspelt name to the player, by the change to its bill, by the bill to the table."""
    tab.goto(f"{address}/")
    tab.get_by_label("Search").first.type("Cyrile Sevn")
    tab.locator("ul.typed a", has_text="SEVIN").first.click()
    tab.wait_for_url(f"**/players/{sevin(site)}.html")
    tab.locator('main table a[href*="changes/"]').first.click()
    tab.wait_for_url("**/changes/**")
    cell = tab.locator('main a[href*="systems/"][href*="#"]').first
    place = cell.get_attribute("href").rpartition("#")[2]
    cell.click()
    tab.wait_for_url("**/systems/**")
    assert tab.locator(f'[id="{place}"]').is_visible()


def test_searching_works_without_scripts(browser: Any, address: str):
    """Where scripts are off the form asks the server, and all links work."""
    for tab in tab_of(browser, viewport=DESK, java_script_enabled=False):
        tab.goto(f"{address}/")
        tab.get_by_label("Search").first.fill("sevn")
        tab.get_by_label("Search").first.press("Enter")
        tab.locator("ul.found a", has_text="SEVIN").first.click()
        assert "SEVIN" in tab.locator("h1").inner_text().upper()


def test_everything_is_reached_by_keyboard(tab: Any, address: str):
    """The first key leads to the content; every link is reached, and is seen to be."""
    tab.goto(f"{address}/lists/diplomacy.html")
    tab.keyboard.press("Tab")
    assert tab.evaluate("document.activeElement.className") == "skip"
    tab.keyboard.press("Enter")
    assert tab.evaluate("document.activeElement.id") == "main"
    unseen = []
    for _ in range(30):
        tab.keyboard.press("Tab")
        seen = tab.evaluate(
            "(() => { const one = document.activeElement, look = getComputedStyle(one);"
            " return one.matches(':focus-visible') && look.outlineStyle !== 'none'"
            " && parseFloat(look.outlineWidth) > 0 ? '' : one.outerHTML; })()"
        )
        unseen.append(seen)
    assert [one for one in unseen if one] == []


@pytest.mark.parametrize("kind", KINDS)
def test_phones_need_not_scroll_sideways(kind: Any, browser: Any, address: str, site: Site):
    """On a phone every kind of page is as wide as the phone."""
    page = first_of(kind, site)
    for tab in tab_of(browser, viewport=PHONE):
        tab.goto(f"{address}/{page}.html")
        assert tab.evaluate(WIDER) <= 0, page


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("kind", KINDS)
def test_nothing_serious_bars_anybody(
    kind: Any, scheme: str, browser: Any, address: str, site: Site
):
    """The rules of accessibility find nothing serious, in light and in dark."""
    page = first_of(kind, site)
    for tab in tab_of(browser, viewport=DESK, color_scheme=scheme):
        tab.goto(f"{address}/{page}.html")
        found = Axe().run(tab).response["violations"]
        serious = [
            (one["id"], one["nodes"][0]["html"][:200])
            for one in found
            if one["impact"] in ("serious", "critical")
        ]
        assert serious == [], page
