"""The sample ledger: what is in it, the same each time, every published list sound."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

import polars as pl
import pytest

from banzuke.ledger.awards import awards_of
from banzuke.ledger.events import Events
from banzuke.ledger.people import REMOVED, People
from banzuke.workflows.demo import build_demo
from banzuke.workflows.demo.diplomacy import WORLD_DIPCON
from banzuke.workflows.ledger import Ledger

ROOT = Path(__file__).parents[3]
SEASONS = 1


@pytest.fixture(scope="module")
def place(tmp_path_factory):
    """A sample ledger of a season."""
    path = tmp_path_factory.mktemp("demo") / "demo.db"
    build_demo(path, seasons=SEASONS)
    return path


@pytest.fixture
def ledger(place):
    """The same, opened."""
    with Ledger(place) as opened:
        yield opened


def dump(path: Path) -> list[str]:
    """All that a ledger holds."""
    with closing(sqlite3.connect(path)) as connection:
        return list(connection.iterdump())


def told(ledger: Ledger) -> pl.DataFrame:
    """All games, people by name."""
    return ledger.games()


def test_every_list_is_of_somebody(ledger):
    """No list is empty, those of a month were published, and none is called by its key alone."""
    lists = ledger.lists()
    assert len({one.rulebook for one in lists}) == 8
    often = {"monthly": 10, "quarterly": 3, "permanent": 4}
    for one in lists:
        assert ledger.current(one.key)["players"], one.key
        assert len(ledger.published(one.key)) == often.get(one.calendar, 0), one.key
        assert one.title != one.key


def test_published_lists_hold(ledger):
    """Every published list is reckoned again to the last digit."""
    verdicts = ledger.verify()
    assert len(verdicts) == len(ledger.published()) > 30
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
    assert set(games["status"].unique()) == {"played", "bye", "forfeit", "friendly", "void"}


def test_events_are_told_whole(ledger):
    """Of each event the place and the director are known, of some a report and a scoring."""
    with ledger.database.reading() as connection:
        facts = Events(connection).facts.values()
    own = [of for of in facts if of["name"] != WORLD_DIPCON]
    assert all(of["place"] and of["country"] and of["director"] and of["kind"] for of in own)
    assert {of.get("scoring") for of in own} >= {"sum-of-squares", "draw-size", "c-diplo-100"}
    assert {of["kind"] for of in own} == {"tournament", "league"}
    assert 5 < sum("report" in of for of in own) < len(own)


def test_awards_have_people(ledger):
    """Champions and the best of each power have awards."""
    with ledger.database.reading() as connection:
        found = awards_of(connection, People(connection))
    awards = [award for of_event in found.values() for award in of_event]
    assert {"Swedish Champion", "Best Italy"} <= {award.title for award in awards}
    assert all(award.person for award in awards)


def test_circuits_have_their_events(ledger):
    """A circuit has a rule, and the events of its year."""
    found = {one.key: (one.rule, len(one.events)) for one in ledger.circuits()}
    assert found == {
        "nordic-2026": ("othello-european-gp", 4),
        "northern-tour-2026": ("best-3-percentiles", 4),
    }


def test_what_went_wrong_was_put_right(ledger):
    """There is a correction of each kind, made later, by somebody, for a reason."""
    log = ledger.log()
    made = {one.kind: one for one in log}
    assert {"import", "correct", "withdraw", "merge", "keep", "undo", "record", "publish"} <= set(
        made
    )
    for kind in ("withdraw", "merge", "keep", "undo", "anonymise"):
        assert made[kind].who, kind
        assert made[kind].why, kind
    corrected = [one for one in log if one.kind == "correct" and "game" in one.told]
    assert [(one.who, one.why) for one in corrected] == [
        ("Berit Clerk", "The score sheet has it the other way round")
    ]
    assert len(ledger.likely_one_person()) == 1
    assert len(ledger.pending()) == 1


def test_corrections_show_in_what_was_published(ledger):
    """Lists of the months between a slip and its correction say so, others do not."""
    said = {
        (one.list, one.as_of): ledger.show(one.id)["corrected"]
        for one in ledger.published()
        if one.list in ("othello", "cards")
    }
    assert said["othello", "2026-06-30"]
    assert not said["othello", "2026-09-30"]
    assert not any(corrected for (key, _), corrected in said.items() if key == "cards")


def test_who_was_removed_has_no_name(ledger):
    """One person has no name any more, in no text either, but all games."""
    assert any(row["name"] == REMOVED for row in ledger.current("othello")["players"])


def test_times_are_those_of_the_seasons(ledger):
    """Revisions are told when they would have been, one after the other."""
    times = [one.at for one in reversed(ledger.log())]
    assert times == sorted(times)
    assert (times[0][:10], times[-1][:10]) == ("2026-01-02", "2026-11-01")
    assert {one.manifest["published"][:4] for one in ledger.published()} == {"2026"}


def test_a_seed_says_all(place, tmp_path):
    """The same seed gives the same ledger, keys and times included; another one another."""
    again, other = tmp_path / "again.db", tmp_path / "other.db"
    build_demo(again, seasons=SEASONS)
    assert dump(again) == dump(place)
    build_demo(other, seed=1998, seasons=1)
    last = pl.col("event") == "Elitserien 2026"
    with Ledger(place) as one, Ledger(other) as two:
        assert not told(one).filter(last).equals(told(two).filter(last))


@pytest.mark.long
def test_six_seasons(tmp_path):
    """Players come and go over the years, and every list of every year holds."""
    report = build_demo(tmp_path / "six.db")
    assert report.games > 9000
    with Ledger(tmp_path / "six.db") as book:
        assert [one for one in book.verify() if not one.holds] == []
        played = told(book).group_by("player").agg(pl.len(), pl.col("date").max())
        assert played.filter(pl.col("len") == 1).height
        assert played.filter(pl.col("date").dt.year() < 2024).height > 50
        years = {one.as_of[:4] for one in book.published("othello")}
        assert years == {"2023", "2024", "2025", "2026"}
