"""Makes docs/site.png, the picture of README: a player's page of the sample ledger; by hand."""

from __future__ import annotations

import argparse
import tempfile
from pathlib import Path

from playwright.sync_api import sync_playwright

from banzuke.publishing.site.rendering import static_files
from banzuke.workflows.demo import build_demo
from banzuke.workflows.site import Site

PLACE = Path(__file__).parent / "site.png"
WIDTH, HEIGHT = 1000, 900


def main() -> None:
    """Make a sample ledger, write one page of it, and take its picture."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--ledger", help="a sample ledger that is there already")
    parser.add_argument("--chromium", default="/usr/bin/chromium")
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder)
        ledger = Path(asked.ledger) if asked.ledger else root / "demo.db"
        if not ledger.exists():
            build_demo(ledger)
        picture(write_page(ledger, root), asked.chromium)


def write_page(ledger: Path, root: Path) -> Path:
    """Write the page of the first player of the first list, and what it needs."""
    with Site(ledger, live=False) as site:
        shown = site.snapshot.lists["othello"]
        address = f"players/{shown.listed['player'][0]}.html"
        files = {f"static/{name}": content for name, content in static_files().items()}
        for name, content in {**files, address: site.answer(address).content}.items():
            (root / name).parent.mkdir(parents=True, exist_ok=True)
            (root / name).write_bytes(content)
    return root / address


def picture(page: Path, chromium: str) -> None:
    """Take the picture."""
    with sync_playwright() as driver:
        browser = driver.chromium.launch(
            executable_path=chromium, args=["--no-sandbox", "--disable-gpu"]
        )
        tab = browser.new_page(viewport={"width": WIDTH, "height": HEIGHT})
        tab.goto(page.as_uri())
        tab.screenshot(path=PLACE)
        browser.close()


if __name__ == "__main__":
    main()
