"""Pools and adjustments where results come in parts, or a period is long."""

from __future__ import annotations

from pathlib import Path

import polars as pl
import pytest

import banzuke as bz


def games(*rows: str) -> pl.DataFrame:
    """Games; each row: date, event, player_1, player_2, status, pool (- for none)."""
    names = ("date", "event", "player_1", "player_2", "status", "pool")
    cells = [[None if cell == "-" else cell for cell in row.split()] for row in rows]
    columns = {name: [row[at] for row in cells] for at, name in enumerate(names)}
    return pl.DataFrame({**columns, "result": ["1-0"] * len(rows)})


def everybody(ratings: bz.Ratings) -> list[tuple[object, ...]]:
    """Each line of the list and of the others, in any order."""
    frames = (ratings.listing.listed, ratings.listing.unlisted)
    lines = [(row["player"], row["pool"], row["rating"]) for f in frames for row in f.to_dicts()]
    return sorted(lines)


@pytest.mark.parametrize(
    "later",
    [
        pytest.param(["2026-02-01 Two C D - -"], id="a part without pools"),
        pytest.param(["2026-02-01 Two C D void y"], id="a pool without a rated game"),
    ],
)
def test_going_on_puts_nobody_into_another_pool(later: list[str]):
    """Who plays in one pool is not told as a player of another, and nobody is forgotten."""
    earlier = ["2026-01-01 One A B - x"]
    in_parts = bz.rate(games(*earlier), "warlight")
    later_games = games(*later)
    if later_games["pool"].null_count():
        later_games = later_games.drop("pool")
    in_parts.update(later_games)
    assert everybody(in_parts) == everybody(bz.rate(games(*earlier, *later), "warlight"))


def ruled(path: Path, period: str) -> str:
    """A rulebook with an adjustment of ten points on 15 January 2026."""
    file = path / "lifted.toml"
    file.write_text(
        'format = 1\nextends = "warlight"\n'
        f'[period]\nkind = "{period}"\n'
        '[[adjustment]]\non = 2026-01-15\ntitle = "lift"\nadd = 10.0\n',
        encoding="utf-8",
    )
    return str(file)


@pytest.mark.parametrize("period", ["game", "event", "month", "year"])
def test_a_lift_during_the_first_period_is_made(tmp_path: Path, period: str):
    """Ratings given before the first game are lifted on a day after it, whatever the period."""
    table = games("2026-01-10 One A B - -", "2026-01-20 One A B - -")
    ratings = bz.rate(table.drop("pool"), ruled(tmp_path, period), {"C": 1000.0})
    assert ("C", "", 1010.0) in everybody(ratings)


@pytest.mark.parametrize("period", ["game", "event", "month", "year"])
def test_a_lift_before_the_first_game_is_not_made(tmp_path: Path, period: str):
    """Ratings given before the first game are those after a lift that was before it."""
    table = games("2026-01-16 One A B - -", "2026-01-20 One A B - -")
    ratings = bz.rate(table.drop("pool"), ruled(tmp_path, period), {"C": 1000.0})
    assert ("C", "", 1000.0) in everybody(ratings)


def test_a_fault_of_a_player_is_told_once():
    """A value that no pool can begin with is one problem, however many pools there are."""
    table = games("2026-01-10 One A B - bullet", "2026-01-20 One A B - blitz")
    players = pl.DataFrame({"player": ["A"], "deviation": [9999.0]})
    with pytest.raises(bz.PlayersRefused) as refused:
        bz.rate(table, "lichess", players)
    assert len(refused.value.problems) == 1
