"""Elo with an advantage and a schedule of K, beside a C loop that does the same work."""

from __future__ import annotations

import ctypes
import math
from typing import Any

import numpy as np
from benchmarks import loops, made_games
from benchmarks.kernels import GAMES, NANO, PLAYERS, Replay, timed
from benchmarks.measuring import Row, Unit, compared

START = 1500.0
ADVANTAGE = 65.0
#: Games below, rating from, rating below, K.
SCHEDULE = ((30.0, None, None, 40.0), (None, None, 1700.0, 20.0), (None, 1700.0, None, 10.0))


class InC:
    """The log of ours through the C loop."""

    def __init__(self, ours: Replay, schedule: Any) -> None:
        self.ours = ours
        absent = (math.inf, -math.inf, math.inf, 0.0)
        rows = [[b if a is None else a for a, b in zip(r, absent, strict=True)] for r in schedule]
        self.rows = np.array(rows).reshape(-1, 4)
        self.history = [np.zeros(len(ours.log.player)) for _ in range(5)]
        self.rating, self.played = np.zeros(0), np.zeros(0)

    def __call__(self) -> None:
        """All games, from the starting values, with history."""
        self.rating, self.played = np.full(PLAYERS, START), np.zeros(PLAYERS)
        log, rules = self.ours.log, self.ours.rules
        loops.library("elo_options").rate(
            *map(_pointer, (self.rating, self.played)),
            (ctypes.c_void_p * 5)(*(column.ctypes.data for column in self.history)),
            *map(_pointer, (log.player, log.place, log.advantage)),
            ctypes.c_int64(GAMES),
            _pointer(self.rows),
            ctypes.c_int64(len(self.rows)),
            *map(ctypes.c_double, (rules.k, rules.per_point, rules.advantage)),
        )

    def check(self) -> None:
        """Both must come to the same ratings and the same history."""
        record = self.ours.record
        pairs = [
            (self.rating, self.ours.state.rating),
            *zip(self.history, (record.before, record.change, record.expected), strict=False),
        ]
        if len(self.rows):
            pairs.append((self.history[4], record.other_after[0]))
        for theirs, mine in pairs:
            assert np.allclose(theirs, mine, rtol=0, atol=1e-6)


def elo_options(rounds: int) -> list[Row]:
    """A million duels with an advantage; and with a schedule of K besides, which counts games."""
    home = np.zeros((GAMES, 2))
    home[np.arange(GAMES), np.random.default_rng(5).integers(0, 2, GAMES)] = 1.0
    log = made_games.duel_log(GAMES, PLAYERS, advantage=home)
    rows = []
    for what, schedule in (("an advantage", ()), ("K by games and rating, an advantage", SCHEDULE)):
        names = ("games_below", "rating_from", "rating_below", "k")
        steps = [
            {name: value for name, value in zip(names, row, strict=True) if value is not None}
            for row in schedule
        ]
        starts = (START, 0.0, 0.0, START, 0.0, 0.0, START, 0.0, 0.0)
        ours = Replay("elo", log, starts, {"k_steps": steps, "advantage": ADVANTAGE})
        in_c = InC(ours, schedule)
        ours()
        in_c()
        in_c.check()
        seconds = timed({"ours": ours, "C": in_c}, rounds)
        told = f"Elo duel with {what}, with history, {GAMES:,} games"
        rows.append(compared(told, seconds, "C", at_most=2.0, unit=Unit("ns a game", GAMES * NANO)))
    return rows


def _pointer(column: Any) -> ctypes.c_void_p:
    return ctypes.c_void_p(column.ctypes.data)
