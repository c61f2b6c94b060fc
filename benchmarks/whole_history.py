"""Whole-history ratings: 100,000 games of 2,000 players on 50 days, beside the package whr."""

from __future__ import annotations

import importlib.util
import time
from collections.abc import Callable
from typing import Any

import numpy as np
from benchmarks import made_games
from benchmarks.measuring import Row, absolute, compared, interleaved

from banzuke.engine.rulebook import load_rulebook
from banzuke.model.log import Log, new_record
from banzuke.model.system import Given
from banzuke.numeric.compiling import compiled

GAMES, PLAYERS, DAYS = 100_000, 2_000, 50


def made(games: int, players: int) -> Log:
    """Duels on random days, all of one period."""
    rng = np.random.default_rng(8)
    day = np.sort(rng.integers(0, DAYS, games))
    one = np.zeros(1)
    columns = {"day": day, "weight": np.ones(games), "play": np.ones(2 * games), "time": one}
    log = made_games.duel_log(games, players, 0.0, **columns)
    return log._replace(period=np.array([0, games], dtype=np.uint32))


class Fit:
    """A log through the compiled kernel, days and all, without history."""

    def __init__(self, log: Log, players: int, rulebook: str = "whole-history") -> None:
        book = load_rulebook(rulebook)
        self.system, self.log, self.players = book.system, log, players
        self.parameters = book.parameters
        self.rules = self.system.rules(book.parameters, [])
        self.kernel = compiled(self.system.update)
        self.work: Any = None

    def __call__(self) -> None:
        """All results, from the log to the ratings."""
        played = np.ones(self.players, dtype=np.bool_)
        state = self.system.start(Given({}, {}), self.players, self.parameters, played)[0]
        record = new_record(len(self.log.player), 2, history=False)
        assert self.system.work is not None
        self.work = self.system.work(self.log, self.players)
        self.kernel(state, self.log, self.rules, record, self.work, 0, 1)


def peer(log: Log) -> Callable[[], Any]:
    """The package, by its own rule of when to stop."""
    from whr import Base

    pairs = log.player.reshape(-1, 2).astype(str).tolist()
    days = log.day.tolist()

    def rated() -> Any:
        base = Base({"w2": 300})
        for (one, two), day in zip(pairs, days, strict=True):
            base.create_game(one, two, "B", day, 0)
        base.auto_iterate()
        return base

    return rated


def whole_history(rounds: int) -> list[Row]:
    """The fit to a gradient of 1e-6 and far below, beside the package; and four times as much."""
    ours = Fit(made(GAMES, PLAYERS), PLAYERS)
    large = Fit(made(4 * GAMES, 4 * PLAYERS), 4 * PLAYERS)
    clock = time.thread_time
    seconds = interleaved({"ours": ours, "large": large}, rounds, clock=clock)
    assert np.abs(ours.work.chains.slope).max() < 1e-6
    what = f"whole-history, {GAMES:,} games of {PLAYERS:,} players on {DAYS} days"
    four = {"ours": [one / 4 for one in seconds["large"]], "a quarter": seconds["ours"]}
    rows = [
        absolute(what, seconds["ours"], "s"),
        compared("whole-history, a game of four times as many", four, "a quarter", at_most=2.0),
    ]
    if importlib.util.find_spec("whr") is not None:
        # It takes a minute: once is enough.
        other = interleaved({"whr": peer(ours.log)}, 1, warm=0, clock=clock)
        beside = {"ours": seconds["ours"][:1], "whr": other["whr"]}
        rows.append(compared(what, beside, "whr", at_least=100.0))
    return rows
