"""Glicko and Glicko-2 with a period for each game, beside C loops of the same rules."""

from __future__ import annotations

import ctypes
import math
from typing import Any

import numpy as np
from benchmarks import loops, made_games
from benchmarks.kernels import GAMES, NANO, PLAYERS, timed
from benchmarks.measuring import Row, Unit, compared

from banzuke.engine.rulebook import load_rulebook
from banzuke.model.log import Log, new_record
from banzuke.numeric.compiling import compiled
from banzuke.parts.deviations import NEVER


class Ours:
    """A log through the compiled kernel, with history."""

    def __init__(self, rulebook: str, log: Log, starts: tuple[float, ...], ageing: str) -> None:
        # The C loop has no bounds: none of them is to act.
        settings = {"ageing": ageing, "period.kind": "game", "least_deviation": 1.0}
        found = load_rulebook(rulebook, settings)
        self.system, self.log, self.starts = found.system, log, starts
        self.rules = self.system.rules(found.parameters, [])
        self.scale: float = self.rules.scale
        self.tau = math.sqrt(getattr(self.rules, "square", 0.0))
        self.record = new_record(len(log.player), len(starts) - 1, history=True)
        self.kernel = compiled(self.system.update)
        self.work = self.system.work(log, PLAYERS)
        self.state: Any = None

    def __call__(self) -> None:
        """All games, from the starting values."""
        columns = [np.full(PLAYERS, value) for value in (*self.starts, NEVER)]
        self.state = self.system.state(*columns)
        self.kernel(self.state, self.log, self.rules, self.record, self.work, 0, GAMES)


class InC:
    """The same log through the C loop."""

    def __init__(self, ours: Ours) -> None:
        self.ours = ours
        self.history = [np.zeros(len(ours.log.player)) for _ in range(7)]
        self.columns: list[Any] = []

    def __call__(self) -> None:
        """All games, from the starting values."""
        ours = self.ours
        starts = (*ours.starts, 0.0)[:3]
        self.columns = [np.full(PLAYERS, value) for value in starts]
        loops.library("glicko").rate(
            _pointers(self.columns),
            _pointers(self.history),
            *(ctypes.c_void_p(column.ctypes.data) for column in (ours.log.player, ours.log.place)),
            ctypes.c_int64(GAMES),
            ctypes.c_double(ours.tau),
            ctypes.c_double(ours.scale),
        )

    def check(self) -> None:
        """Both must come to the same ratings, to what the source's iteration leaves open."""
        assert np.allclose(self.columns[0], self.ours.state.rating, rtol=0, atol=1e-2)
        assert np.allclose(self.history[1], self.ours.record.change, rtol=0, atol=1e-2)


def glicko(rounds: int) -> list[Row]:
    """A million duels by each system, with history."""
    log = made_games.duel_log(GAMES, PLAYERS)
    log = log._replace(time=np.zeros(GAMES), advantage=np.zeros(2 * GAMES))
    rows = []
    for name, starts, ageing, bar in (
        ("glicko", (1500.0, 350.0), "none", 1.3),
        ("glicko2", (1500.0, 350.0, 0.06), "when rated", 0.5),
    ):
        ours = Ours(name, log, starts, ageing)
        in_c = InC(ours)
        ours()
        in_c()
        in_c.check()
        seconds = timed({"ours": ours, "C": in_c}, rounds)
        what = f"{ours.system.title}, each game a period, with history, {GAMES:,} games"
        rows.append(compared(what, seconds, "C", at_most=bar, unit=Unit("ns a game", GAMES * NANO)))
    return rows


def _pointers(arrays: list[Any]) -> Any:
    """Arrays as C takes them: double**."""
    kind = ctypes.POINTER(ctypes.c_double)
    return (kind * len(arrays))(*(array.ctypes.data_as(kind) for array in arrays))
