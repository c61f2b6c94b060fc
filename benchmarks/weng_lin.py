"""The Weng-Lin kernels beside C loops of the same work, and beside openskill."""

from __future__ import annotations

import ctypes
import importlib.util
import time
from functools import partial
from typing import Any

import numpy as np
from benchmarks import made_games
from benchmarks.loops import library
from benchmarks.measuring import Row, Unit, absolute, compared, interleaved

from banzuke.engine.rulebook import load_rulebook
from banzuke.model.log import Log, new_record
from banzuke.numeric.compiling import compiled

PLAYERS = 10_000
NANO = 1e-9
START = (25.0, 25.0 / 3.0)

timed = partial(interleaved, clock=time.thread_time)


class Replay:
    """One log through the compiled kernel, again and again, with history."""

    def __init__(self, log: Log) -> None:
        games = len(log.game) - 1
        self.log = log._replace(play=np.ones(len(log.player)), weight=np.ones(games))
        found = load_rulebook("weng-lin")
        self.system = found.system
        self.rules = self.system.rules(found.parameters, [])
        self.record = new_record(len(log.player), 1, history=True)
        self.work = self.system.work(self.log, PLAYERS) if self.system.work else None
        self.kernel = compiled(self.system.update)
        self.state: Any = None

    def __call__(self) -> None:
        """All games, from the starting values."""
        self.state = self.system.state(*(np.full(PLAYERS, start) for start in START))
        periods = len(self.log.period) - 1
        self.kernel(self.state, self.log, self.rules, self.record, self.work, 0, periods)


class InC:
    """The same log through a loop of ``weng_lin.c``."""

    def __init__(self, ours: Replay, loop: str, size: int) -> None:
        self.ours, self.loop, self.size = ours, loop, size
        self.record = new_record(len(ours.log.player), 1, history=True)
        self.state: Any = None

    def __call__(self) -> None:
        """All games, from the starting values."""
        self.state = [np.full(PLAYERS, start) for start in START]
        log, record, rules = self.ours.log, self.record, self.ours.rules
        columns = (
            *self.state,
            *(log.player, log.place, log.play, log.weight),
            *(record.change, record.before, record.other_before[0], record.other_after[0]),
        )
        pointers = (ctypes.c_void_p * len(columns))(*(column.ctypes.data for column in columns))
        rule = np.array([rules.beta_2, rules.tau_2, rules.kappa, rules.least, rules.most])
        counts = ctypes.c_int64(len(log.game) - 1), ctypes.c_int64(self.size)
        loop = getattr(library("weng_lin"), self.loop)
        loop(pointers, *counts, ctypes.c_void_p(rule.ctypes.data))

    def check(self) -> None:
        """Both must come to the same ratings and the same history."""
        for mine, theirs in zip(self.ours.state, self.state, strict=True):
            assert np.allclose(mine, theirs, rtol=0, atol=1e-6)
        for name in ("before", "change", "other_before", "other_after"):
            mine, theirs = getattr(self.ours.record, name), getattr(self.record, name)
            assert np.allclose(mine, theirs, rtol=0, atol=1e-6), name


def teams_log(games: int, size: int) -> Log:
    """Games of two sides of ``size`` players, the first of which wins."""
    rng = np.random.default_rng(5)
    first = rng.integers(0, PLAYERS - 2 * size, games)[:, None]
    players = first + np.argsort(rng.random((games, 2 * size)), axis=1)
    return made_games.log_of(players, np.repeat([1, 2], size), np.repeat([0, 1], size))


def weng_lin(rounds: int) -> list[Row]:
    """Duels, five against five and games of eight, each beside C."""
    shapes = [
        ("duel", 1_000_000, made_games.duel_log(1_000_000, PLAYERS), "duels", 1),
        ("5 v 5", 200_000, teams_log(200_000, 5), "teams", 5),
        (
            "free-for-all of 8",
            200_000,
            made_games.free_for_all_log(200_000, PLAYERS, 8),
            "free_for_all",
            8,
        ),
    ]
    bars = {"5 v 5": 60.0, "free-for-all of 8": 120.0}
    rows = []
    for name, games, log, loop, size in shapes:
        ours = Replay(log)
        in_c = InC(ours, loop, size)
        ours()
        in_c()
        in_c.check()
        seconds = timed({"ours": ours, "C": in_c}, rounds)
        what = f"Weng-Lin {name} with history, {games:,} games"
        unit = Unit("ns a game", games * NANO)
        if name in bars:
            nanos = [value / unit.seconds for value in seconds["ours"]]
            rows.append(absolute(what, nanos, unit.name, at_most=bars[name]))
            rows.append(compared(what, seconds, "C", unit=unit))
        else:
            rows.append(compared(what, seconds, "C", at_most=1.3, unit=unit))
    return rows + beside_openskill(rounds)


def beside_openskill(rounds: int) -> list[Row]:
    """The kernel beside openskill's updates, five against five and games of eight."""
    if importlib.util.find_spec("openskill") is None:
        return []
    rows = []
    shapes = [("5 v 5", teams_log, 5), ("free-for-all of 8", _free_for_all, 1)]
    for name, log_of, size in shapes:
        ours, few = Replay(log_of(50_000, size)), 500
        games = ours.log.player[: few * int(ours.log.game[1])].reshape(few, -1, size).tolist()
        seconds = timed({"ours": ours, "openskill": partial(_by_openskill, games)}, rounds)
        a_game = {
            "ours": [value / 50_000 for value in seconds["ours"]],
            "openskill": [value / few for value in seconds["openskill"]],
        }
        what = f"Weng-Lin {name}, {few:,} games; ours 50,000"
        rows.append(compared(what, a_game, "openskill", unit=Unit("µs a game", 1e-6)))
    return rows


def _free_for_all(games: int, _size: int) -> Log:
    return made_games.free_for_all_log(games, PLAYERS, 8)


def _by_openskill(games: list[list[list[int]]]) -> dict[int, Any]:
    """Plackett-Luce by openskill, the sides in the order of their places."""
    from openskill.models import PlackettLuce

    model = PlackettLuce()
    players: dict[int, Any] = {}
    for sides in games:
        before = [[players.get(one) or model.rating() for one in side] for side in sides]
        for side, after in zip(sides, model.rate(before), strict=True):
            players.update(zip(side, after, strict=True))
    return players
