"""Public data sets are read as they are, with no option, where the folder of them is there."""

from __future__ import annotations

from pathlib import Path

import polars as pl
import pytest

import banzuke as bz
from banzuke.workflows.ledger import Ledger

DATA = Path(__file__).parents[2] / ".." / "shared" / "data"

needs_data = pytest.mark.skipif(not DATA.is_dir(), reason="the public data are not here")


@needs_data
@pytest.mark.parametrize(
    ("file", "games", "read_as"),
    [
        ("football/results.csv", 49_520, "home_team as player_1, away_team as player_2"),
        ("nfl/nfl_games.csv", 16_810, "score1 as score_1, score2 as score_2"),
        ("lichess-sample-encounters.csv", 1_000, "utc_date_time as date"),
        ("football/shootouts.csv", None, "home_team as player_1, away_team as player_2"),
    ],
)
def test_read_with_no_option(file, games, read_as):
    """Every row is a game, dated, and what the columns were taken for is told."""
    results = bz.read(DATA / file)
    assert len(results) == (games or len((DATA / file).read_text("utf-8").splitlines()) - 1)
    assert results.games.time is not None
    assert read_as in str(results.warnings[0])


@needs_data
def test_neutral_ground_is_kept():
    """The football matches on neutral ground have no advantage, the others have that of home."""
    table = bz.read(DATA / "football" / "results.csv").to_frame()
    assert set(table["advantage"].unique()) == {"yes", "no"}


#: What no report tells is said by a rulebook: no option is needed for any of these files.
REPORTS = sorted((DATA / "trf").glob("*.trf")) if DATA.is_dir() else []
TABLES = [DATA / "football/results.csv", DATA / "nfl/nfl_games.csv"]
SAMPLE = DATA / "lichess-sample-encounters.csv"


def _played(listed):
    """{name: rating} of those on a list who have played."""
    called = "name" if "name" in listed.columns else "player"
    return dict(listed.filter(pl.col("games") > 0).select(called, "rating").iter_rows())


@needs_data
@pytest.mark.parametrize("file", [*REPORTS, *TABLES, SAMPLE], ids=lambda file: file.name)
def test_stored_in_a_ledger_and_rated(file, tmp_path):
    """Each file goes into a ledger as it is, and rates there as it does alone."""
    with Ledger.create(tmp_path / "l.db") as ledger:
        report, done = ledger.import_files([file])
        assert (report.stored, report.refused) == (report.read, [])
        assert report.stored > 0
        stored = _played(ledger.rate("elo").to_frame())
    assert stored == _played(bz.rate(file, "elo").to_frame())
    assert done.revision == 1


@needs_data
@pytest.mark.parametrize("file", REPORTS, ids=lambda file: file.name)
def test_dated_reports_are_rated_by_fide(file):
    """A report with dates needs no option to be rated as FIDE does; one without has no months."""
    results = bz.read(file)
    if results.games.time is None:
        with pytest.raises(bz.ResultsRefused, match="no dates"):
            bz.rate(results, "fide-standard")
    else:
        assert len(bz.rate(results, "fide-standard").to_frame()) > 0
