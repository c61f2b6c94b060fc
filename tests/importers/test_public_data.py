"""Public data sets are read as they are, with no option, where the folder of them is there."""

from __future__ import annotations

from pathlib import Path

import pytest

import banzuke as bz

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
