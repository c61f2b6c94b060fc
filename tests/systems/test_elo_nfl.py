"""American football: every rating that the source published of 16,810 games, and wide wins."""

from __future__ import annotations

import csv
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import banzuke as bz

DATA = Path(__file__).parents[2] / ".." / "shared" / "data" / "nfl"
COLUMNS = {"player_1": "team1", "player_2": "team2", "score_1": "score1", "score_2": "score2"}


def test_every_published_rating():
    """The ratings of both teams before each game are the published ones, to 0.001."""
    path = DATA / "nfl_games.csv"
    if not path.exists():
        pytest.skip("the games are not at hand")
    with path.open(encoding="utf-8") as file:
        games = list(csv.DictReader(file))
    with (DATA / "initial_elos.csv").open(encoding="utf-8") as file:
        first = {row["team"]: float(row["elo"]) for row in csv.DictReader(file)}
    ratings = bz.rate(path, "nfl", first, columns=COLUMNS)
    entries = ratings.history_frame().filter(pl_side().is_not_null())
    before = dict(
        zip(
            zip(entries["date"].cast(str).to_list(), entries["player"].to_list(), strict=True),
            entries["before"].to_list(),
            strict=True,
        )
    )
    assert len(before) == 2 * len(games)
    season: dict[str, str] = {}
    worst = 0.0
    for game in sorted(games, key=lambda game: game["date"]):
        for team, told in ((game["team1"], game["elo1"]), (game["team2"], game["elo2"])):
            rating = before[game["date"], team]
            if season.setdefault(team, game["season"]) != game["season"]:
                rating += (1505 - rating) / 3
                season[team] = game["season"]
            worst = max(worst, abs(rating - float(told)))
    assert worst < 0.001


def pl_side():
    """The column that only entries of games have, not adjustments."""
    import polars as pl

    return pl.col("side")


@given(
    lead=st.floats(-3000, 3000, allow_nan=False),
    margins=st.lists(st.integers(1, 80), min_size=2, max_size=2, unique=True).map(sorted),
)
def test_wider_wins_never_gain_less(lead: float, margins: list[int]):
    """At the same ratings the winner's gain never shrinks as the margin grows."""
    gains = [
        bz.rate_game("nfl", [[1500 + lead], [1500]], scores=[margin, 0])[0][0][0]
        for margin in margins
    ]
    assert gains[0] <= gains[1]
    assert gains[0] >= 1500 + lead


def test_the_return_is_explained():
    """The first game of a season tells the way back to the middle beside what was played."""
    rows = [
        {"date": day, "player_1": "A", "player_2": "B", "score_1": 20, "score_2": 10}
        for day in ("2019-09-08", "2020-01-05", "2020-09-13")
    ]
    ratings = bz.rate(rows, "nfl", {"A": 1600.0, "B": 1500.0})
    told = ratings.explain("A")
    assert [term.name for term in told.terms] == [
        "won against B",
        "return at the first game of a season",
    ]
    assert told.terms[1].value == pytest.approx((1505 - told.before) / 3)
    january = ratings.history("A")["change"][1]
    assert 0 < january < 20
