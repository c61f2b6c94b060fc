"""Other packages from PyPI, as black boxes, on the same games."""

from __future__ import annotations

import importlib.util
from collections.abc import Callable
from datetime import date
from typing import Any

import polars as pl
from benchmarks import made_games
from benchmarks.measuring import Row, Unit, compared, interleaved

from banzuke.engine.rulebook import load_rulebook
from banzuke.workflows.rating import rate

PLAYERS = 10_000
GAMES = 200_000

Game = tuple[str, str, float]
Peer = Callable[[list[Game]], Any]


def elote(games: list[Game]) -> Any:
    """Elo by elote."""
    from elote import EloCompetitor

    players: dict[str, Any] = {}
    for one, two, score in games:
        first = players.get(one) or players.setdefault(one, EloCompetitor())
        second = players.get(two) or players.setdefault(two, EloCompetitor())
        if score == 1.0:
            first.beat(second)
        elif score == 0.0:
            second.beat(first)
        else:
            first.tied(second)
    return players


def glicko2(games: list[Game]) -> Any:
    """Glicko-2 by glicko2, each game a period."""
    from glicko2 import Player

    players: dict[str, Any] = {}
    for one, two, score in games:
        first = players.get(one) or players.setdefault(one, Player())
        second = players.get(two) or players.setdefault(two, Player())
        rating, deviation = first.rating, first.rd
        first.update_player([second.rating], [second.rd], [score])
        second.update_player([rating], [deviation], [1.0 - score])
    return players


def openskill(games: list[Game]) -> Any:
    """Plackett-Luce by openskill."""
    from openskill.models import PlackettLuce

    model = PlackettLuce()
    players: dict[str, Any] = {}
    for one, two, score in games:
        first = players.get(one) or model.rating()
        second = players.get(two) or model.rating()
        [[players[one]], [players[two]]] = model.rate(
            [[first], [second]], scores=[score, 1.0 - score]
        )
    return players


def trueskill(games: list[Game]) -> Any:
    """TrueSkill by trueskill."""
    from trueskill import Rating, rate_1vs1

    players: dict[str, Any] = {}
    for one, two, score in games:
        best, other = (two, one) if score == 0.0 else (one, two)
        players[best], players[other] = rate_1vs1(
            players.get(best) or Rating(), players.get(other) or Rating(), drawn=score == 0.5
        )
    return players


def riix(games: list[Game]) -> Any:
    """Elo by riix, with the coding of the names."""
    from riix.models.elo import Elo
    from riix.utils.data_utils import MatchupDataset

    table = pl.DataFrame(games, schema=["one", "two", "score"], orient="row")
    dataset = MatchupDataset(
        table.with_columns(day=pl.lit(date(2026, 1, 1))),
        competitor_cols=["one", "two"],
        outcome_col="score",
        datetime_col="day",
        verbose=False,
    )
    model = Elo(competitors=dataset.competitors)
    model.fit_dataset(dataset)
    return model


#: Each peer, how many of the games it is given, and our rulebook and settings of its system.
PEERS: dict[str, tuple[Peer, int, str, dict[str, object]]] = {
    "riix": (riix, 20_000, "elo", {}),
    "elote": (elote, 50_000, "elo", {}),
    "glicko2": (glicko2, 20_000, "glicko2", {"period.kind": "game", "ageing": "when rated"}),
    "openskill": (openskill, 5_000, "weng-lin", {"model": "plackett-luce"}),
    "trueskill": (trueskill, 2_000, "trueskill", {}),
}


def peers(rounds: int) -> list[Row]:
    """``rate`` on a frame of names, from cells to the list, beside each peer's updates alone.

    Both rate by the same system.
    """
    table = made_games.frame(GAMES, PLAYERS)
    games = list(table.select("player_1", "player_2", "score_1").iter_rows())
    rows = []
    for name, (peer, count, rulebook, settings) in PEERS.items():
        if importlib.util.find_spec(name) is None:
            continue
        some = games[:count]
        book = load_rulebook(rulebook, settings)
        ways: dict[str, Callable[[], object]] = {
            "ours": lambda book=book: rate(table, book).to_frame(),
            name: lambda peer=peer, some=some: peer(some),
        }
        seconds = interleaved(ways, rounds)
        a_game = {
            "ours": [value / GAMES for value in seconds["ours"]],
            name: [value / count for value in seconds[name]],
        }
        what = f"{(peer.__doc__ or name).rstrip('.')}, {count:,} games; ours {GAMES:,}"
        rows.append(compared(what, a_game, name, unit=Unit("µs a game", 1e-6)))
    return rows
