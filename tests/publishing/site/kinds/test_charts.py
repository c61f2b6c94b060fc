"""Charts of players: the specification, drawings to download, and where there are none."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from banzuke.model.errors import NoSuchPage
from banzuke.publishing.site import addresses
from banzuke.publishing.site.kinds import all_addresses, charts, page_at
from banzuke.workflows.ledger import Ledger
from banzuke.workflows.site import Site
from builders import table

pytest.importorskip("altair")
pytest.importorskip("vl_convert")

GAMES = """
    date       event      player_1 player_2 score_1 score_2
    2024-03-14 Gothenburg Lotta    Kalle    34      30
    2024-04-14 Lund       Lotta    Kalle    30      34
"""


@pytest.fixture
def site(tmp_path: Path) -> Site:
    """A served site of two players on a list."""
    with Ledger.create(tmp_path / "club.db") as ledger:
        ledger.import_frame(table(GAMES), "games.csv")
        ledger.set_list("othello-sweden", "othello-sweden", {"title": "Othello"})
    return Site(tmp_path / "club.db", live=True)


def _player(site: Site) -> str:
    return next(key for key, one in site.snapshot.people.items() if one.name == "Lotta")


def _chart(site: Site) -> str:
    return addresses.chart(_player(site), "othello-sweden", "")


def test_the_specification_has_the_ratings(site: Site):
    """As JSON the chart is its specification, with the days, events and ratings of the player."""
    spec = json.loads(site.answer(f"{_chart(site)}.json").content)
    player = page_at(site.snapshot, f"players/{_player(site)}")[1].document
    (rating,) = player["ratings"]
    (values,) = spec["datasets"].values()
    points = [(one["at"][:10], one["event"], one["rating"]) for one in values]
    assert points == [
        (str(row["date"]), row["name"], row["after"]) for row in reversed(rating["events"])
    ]
    assert "vega-lite" in spec["$schema"]


def test_drawings_to_download(site: Site):
    """The chart is there as SVG with the player's name, as PNG, and on the player's page."""
    svg = site.answer(f"{_chart(site)}.svg")
    assert svg.media_type == "image/svg+xml"
    assert b"Lotta" in svg.content
    assert site.answer(f"{_chart(site)}.png").content.startswith(b"\x89PNG")
    page = site.answer(f"players/{_player(site)}.html").content.decode()
    assert f'href="{_player(site)}/charts/othello-sweden.svg"' in page
    assert f'data-chart="{_player(site)}/charts/othello-sweden.json"' in page


def test_other_pages_have_no_such_forms(site: Site):
    """Only charts have pictures, and only of ratings that are there."""
    for path in (
        f"players/{_player(site)}.svg",
        "index.png",
        "index.js",
        f"players/{_player(site)}/charts/elo.svg",
        "players/nobody/charts/othello-sweden.svg",
    ):
        with pytest.raises(NoSuchPage):
            site.answer(path)


def test_plain_files_have_the_drawing_alone(site: Site, tmp_path: Path):
    """Nothing that only a server can make is linked from plain files."""
    with Site(tmp_path / "club.db", live=False) as plain:
        page = plain.answer(f"players/{_player(plain)}.html").content.decode()
        assert not [one for one in all_addresses(plain.snapshot) if "charts" in one]
    assert "<svg" in page
    assert "data-chart" not in page


def test_without_the_libraries(site: Site, monkeypatch: pytest.MonkeyPatch):
    """Where they are not installed the pages say which extra has them."""
    monkeypatch.setattr(charts, "can_draw", lambda: False)
    with pytest.raises(NoSuchPage, match="charts"):
        site.answer(f"{_chart(site)}.json")


@pytest.mark.long
def test_the_program_comes_whole(site: Site):
    """The program that draws in the browser is served from here, and knows how to embed."""
    script = site.answer(f"{addresses.CHART_ENGINE}.js")
    assert script.media_type.startswith("text/javascript")
    assert b"vegaEmbed" in script.content
