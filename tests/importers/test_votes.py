"""Votes on pairs of answers, as leaderboards of models publish them: CSV, JSON lines, Parquet."""

from __future__ import annotations

from pathlib import Path

import polars as pl
import pytest

import banzuke as bz

VOTES = pl.DataFrame(
    {
        "question_id": ["q1", "q2", "q3", "q4"],
        "model_a": ["alpha", "beta", "alpha", "gamma"],
        "model_b": ["beta", "alpha", "gamma", "beta"],
        "winner": ["model_a", "model_b", "tie", "tie (bothbad)"],
        "judge": ["u1", "u2", "u1", "u3"],
        "turn": [1, 2, 1, 1],
        "tstamp": [1704067200.5, 1704067201.25, 1704070800.0, 1704153600.0],
    }
)
WRITERS = {
    "csv": VOTES.write_csv,
    "jsonl": VOTES.write_ndjson,
    "parquet": VOTES.write_parquet,
}


@pytest.mark.parametrize("ending", WRITERS)
def test_votes_in_each_format(tmp_path: Path, ending: str) -> None:
    """Who won is named by the column; both bad is a tie; seconds since 1970 are time stamps."""
    path = tmp_path / f"votes.{ending}"
    WRITERS[ending](path)
    results = bz.read(path)
    places = results.entries.place.reshape(-1, 2).tolist()
    names = [results.players[code] for code in results.entries.player]
    assert list(zip(names[::2], names[1::2], places, strict=True)) == [
        ("alpha", "beta", [1, 2]),
        ("alpha", "beta", [1, 2]),
        ("alpha", "gamma", [1, 1]),
        ("beta", "gamma", [1, 1]),
    ]
    assert str(results.to_frame()["date"][0]).startswith("2024-01-01 00:00:00.5")
    told = " ".join(map(str, results.warnings))
    assert "model_a as player_1, model_b as player_2, tstamp as date" in told
    assert "the dates are read as seconds since 1970" in told


def test_a_leaderboard(tmp_path: Path) -> None:
    """Votes make a list of models."""
    path = tmp_path / "votes.csv"
    VOTES.write_csv(path)
    assert len(bz.rate(path, "elo")) == 3


@pytest.mark.parametrize(
    ("header", "winner"),
    [("White,Black", "white"), ("Home,Away", "Home"), ("team_a,team_b", "Team A"), ("p1,p2", "p1")],
)
def test_other_sides(tmp_path: Path, header: str, winner: str) -> None:
    """A winner may be named by whatever word the table has for the side."""
    path = tmp_path / "games.csv"
    path.write_text(f"{header},winner\nAnn,Bo,{winner}\n", "utf-8")
    results = bz.read(path)
    assert [results.players[code] for code in results.entries.player] == ["Ann", "Bo"]
    assert results.entries.place.tolist() == [1, 2]


def test_a_player_who_is_called_as_a_side(tmp_path: Path) -> None:
    """Who is really called White goes before the word."""
    path = tmp_path / "games.csv"
    path.write_text("player_1,player_2,winner\nAnn,White,White\n", "utf-8")
    results = bz.read(path)
    assert results.players[results.entries.player[0]] == "White"
