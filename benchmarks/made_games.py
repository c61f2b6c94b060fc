"""Made-up games: players of different strength, better ones win more often."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import polars as pl
from numpy.typing import NDArray

from banzuke.model.log import OPTIONAL_COLUMNS, Log

DRAWS = 0.05


def pairs(rng: np.random.Generator, games: int, players: int) -> NDArray[np.int64]:
    """Two different players a game, int64[games, 2], the winner first, and whether it is drawn."""
    one = rng.integers(0, players, games)
    two = (one + rng.integers(1, players, games)) % players
    strength = rng.normal(0.0, 250.0, players)
    chance = 1.0 / (1.0 + 10.0 ** ((strength[two] - strength[one]) / 400.0))
    wins = rng.random(games) < chance
    return np.stack([np.where(wins, one, two), np.where(wins, two, one)], axis=1)


def duel_log(games: int, players: int, draws: float = DRAWS, **columns: Any) -> Log:
    """A log of duels, each a period of its own; of a drawn one the lower code comes first."""
    rng = np.random.default_rng(1)
    both = pairs(rng, games, players)
    drawn = rng.random(games) < draws
    both[drawn] = np.sort(both[drawn], axis=1)
    place = np.ones((games, 2))
    place[~drawn, 1] = 2
    return log_of(both, place, np.arange(2), **columns)


def free_for_all_log(games: int, players: int, size: int) -> Log:
    """A log of games of ``size`` single players, each a period of its own."""
    rng = np.random.default_rng(2)
    first = rng.integers(0, players - size, games)[:, None]
    entries = first + np.argsort(rng.random((games, size)), axis=1)
    return log_of(entries, np.arange(1, size + 1), np.arange(size))


def log_of(player: NDArray[Any], place: NDArray[Any], side: NDArray[Any], **columns: Any) -> Log:
    """A log of games of the same size, each a period of its own; ``player`` is [games, size]."""
    games, size = player.shape
    offsets = np.arange(games + 1, dtype=np.uint32)
    optional = {
        name: np.ascontiguousarray(columns.get(name, ()), dtype=kind).ravel()
        for name, kind in OPTIONAL_COLUMNS.items()
    }
    return Log(
        period=offsets,
        game=offsets * np.uint32(size),
        player=player.astype(np.uint32).ravel(),
        side=np.broadcast_to(side, player.shape).astype(np.int32).ravel(),
        place=np.broadcast_to(place, player.shape).astype(np.int32).ravel(),
        **optional,
    )


def frame(games: int, players: int) -> pl.DataFrame:
    """Duels as a results file has them: date, player_1, player_2, score_1, score_2."""
    rng = np.random.default_rng(3)
    both = pairs(rng, games, players)
    drawn = rng.random(games) < DRAWS
    swapped = rng.random(games) < 0.5
    both[swapped] = both[swapped, ::-1]
    score = np.where(drawn, 0.5, np.where(swapped, 0.0, 1.0))
    names = pl.Series([f"Player {number:06d}" for number in range(players)])
    days = np.sort(rng.integers(14_000, 17_650, games)).astype(np.int32)
    return pl.DataFrame(
        {
            "date": pl.Series(days).cast(pl.Date),
            "player_1": names.gather(both[:, 0]),
            "player_2": names.gather(both[:, 1]),
            "score_1": score,
            "score_2": 1.0 - score,
        }
    )


def write_csv(path: Path, games: int, players: int) -> Path:
    """The frame as a CSV file; 5,000,000 games take 235 MB."""
    frame(games, players).write_csv(path)
    return path
