"""The sample ledger: what is in it, the same each time, every published list sound."""

from __future__ import annotations

from pathlib import Path

import polars as pl
import pytest

from banzuke.workflows.demo import build_demo
from banzuke.workflows.ledger import Ledger

ROOT = Path(__file__).parents[3]
SEASONS = 2


@pytest.fixture(scope="module")
def place(tmp_path_factory):
    """A sample ledger of two seasons."""
    path = tmp_path_factory.mktemp("demo") / "demo.db"
    build_demo(path, seasons=SEASONS)
    return path


@pytest.fixture
def ledger(place):
    """The same, opened."""
    with Ledger(place) as opened:
        yield opened


def told(ledger: Ledger) -> pl.DataFrame:
    """All games, people by name."""
    return ledger.games()


def test_every_list_is_of_somebody(ledger):
    """No list is empty, each was published, and none is called by its key alone."""
    for one in ledger.lists():
        assert ledger.current(one.key)["players"], one.key
        assert ledger.published(one.key), one.key
        assert one.title != one.key


def test_published_lists_hold(ledger):
    """Every published list is reckoned again to the last digit."""
    verdicts = ledger.verify()
    assert len(verdicts) > 20
    assert [one for one in verdicts if not one.holds] == []


def test_the_world_dipcon_is_as_it_was(ledger):
    """The event of 1997 moves its players as its rules say."""
    ratings = ledger.rate("dip-pouch", as_of="1997-12-31").to_frame()
    assert ratings["rating"].sum() == pytest.approx(4776.789474, abs=1e-6)


def test_the_file_is_the_one_of_the_examples():
    """The file that an installed banzuke has is that of the examples."""
    inside = ROOT / "src/banzuke/workflows/demo/world-dipcon-1997.csv"
    assert inside.read_bytes() == (ROOT / "examples/world-dipcon-1997.csv").read_bytes()


def test_not_all_games_were_played(ledger):
    """There are byes and forfeits, which move nobody."""
    games = told(ledger)
    assert {"played", "bye", "forfeit"} <= set(games["status"].unique())


def test_a_seed_says_all(tmp_path):
    """The same seed gives the same games and lists to the last digit; another one others."""
    games, lists = [], []
    for at, seed in enumerate((1997, 1997, 1998)):
        place = tmp_path / f"{at}.db"
        build_demo(place, seed=seed, seasons=1)
        with Ledger(place) as book:
            games.append(told(book))
            lists.append(
                {
                    one.key: [
                        (row["name"], row["rating"]) for row in book.current(one.key)["players"]
                    ]
                    for one in book.lists()
                }
            )
    assert games[0].equals(games[1])
    assert lists[0] == lists[1]
    assert not games[0].equals(games[2])
