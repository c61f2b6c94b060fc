"""TrueSkill on encoded ids: duels beside a C loop of the same arithmetic, and free-for-alls."""

from __future__ import annotations

import ctypes
from typing import Any

import numpy as np
from benchmarks import loops, made_games
from benchmarks.kernels import NANO, PLAYERS, timed
from benchmarks.measuring import Row, Unit, absolute, compared

from banzuke.engine.rulebook import load_rulebook
from banzuke.model.log import Log, Record, new_record
from banzuke.numeric.compiling import compiled

DUELS = 1_000_000
FREE_FOR_ALLS = 20_000


class Replay:
    """One log through the compiled kernel, again and again."""

    def __init__(self, log: Log) -> None:
        book = load_rulebook("trueskill")
        system = book.system
        self.log = log._replace(play=np.ones(len(log.player)))
        self.start = float(book.parameters.start_rating), float(book.parameters.start_deviation)
        self.system, self.rules = system, system.rules(book.parameters, [])
        self.record: Record = new_record(len(log.player), 1, history=True)
        self.work = system.work(self.log, PLAYERS)
        self.kernel = compiled(system.update)
        self.state: Any = None

    def __call__(self) -> None:
        """All games, from the starting values, with history."""
        rating, deviation = (np.full(PLAYERS, value) for value in self.start)
        self.state = self.system.state(rating, deviation, np.zeros(0))
        periods = len(self.log.period) - 1
        self.kernel(self.state, self.log, self.rules, self.record, self.work, 0, periods)


class InC:
    """The same duels through the C loop."""

    def __init__(self, ours: Replay) -> None:
        self.ours = ours
        self.record: Record = new_record(len(ours.log.player), 1, history=True)
        self.state: Any = None

    def __call__(self) -> None:
        """All games, from the starting values, with history."""
        self.state = [np.full(PLAYERS, value) for value in self.ours.start]
        log, record, rules = self.ours.log, self.record, self.ours.rules
        columns = (*self.state, log.player, log.place, log.play, record.before, record.change)
        columns = (*columns, record.other_before, record.other_after)
        pointers = [column.ctypes.data_as(ctypes.c_void_p) for column in columns]
        numbers = map(ctypes.c_double, (rules.noise, rules.drift, rules.duel_margin))
        loops.library("trueskill").trueskill_duels(
            *pointers, ctypes.c_int64(len(log.game) - 1), *numbers
        )

    def check(self) -> None:
        """Both must come to the same values and the same history."""
        for mine, theirs in zip(self.ours.state, self.state, strict=False):
            assert np.allclose(mine, theirs, rtol=0, atol=1e-8)
        for name in ("before", "change", "other_before", "other_after"):
            mine, theirs = getattr(self.ours.record, name), getattr(self.record, name)
            assert np.allclose(mine, theirs, rtol=0, atol=1e-8), name


def trueskill(rounds: int) -> list[Row]:
    """A million duels with history beside a C loop, and free-for-alls of eight without ties."""
    ours = Replay(made_games.duel_log(DUELS, PLAYERS))
    in_c = InC(ours)
    ours()
    in_c()
    in_c.check()
    seconds = timed({"ours": ours, "C": in_c}, rounds)
    unit = Unit("ns a game", DUELS * NANO)
    many = Replay(made_games.free_for_all_log(FREE_FOR_ALLS, PLAYERS, 8))
    micros = [value / FREE_FOR_ALLS * 1e6 for value in timed({"ours": many}, rounds)["ours"]]
    return [
        compared(
            f"TrueSkill duel with history, {DUELS:,} games, {PLAYERS:,} players",
            seconds,
            "C",
            at_most=1.3,
            unit=unit,
        ),
        absolute("TrueSkill free-for-all of 8", micros, "µs a game", at_most=6),
    ]
