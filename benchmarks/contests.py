"""Contests of thousands: Elo-MMR beside its authors' program, and Codeforces."""

from __future__ import annotations

import importlib.util
import time
from collections.abc import Callable
from typing import Any

import numpy as np
from benchmarks import made_games
from benchmarks.measuring import Row, Unit, absolute, compared, interleaved
from numpy.typing import NDArray

from banzuke.engine.rulebook import load_rulebook
from banzuke.model.log import Log, new_record
from banzuke.model.system import Given
from banzuke.numeric.compiling import compiled

#: Contestants of a contest, and of a very large one: an educational round of 2020 had so many.
SIZE, LARGE = 5_000, 14_939
CONTESTS = 2
MICRO = 1e-6


class Contests:
    """Contests of one size through a system's compiled kernel, without history."""

    def __init__(self, rulebook: str, log: Log, ratings: NDArray[np.float64] | None = None) -> None:
        found = load_rulebook(rulebook)
        self.system, self.log, self.parameters = found.system, log, found.parameters
        self.rules = self.system.rules(found.parameters, [])
        self.given = Given({} if ratings is None else {"rating": ratings}, {})
        self.size = int(log.game[1])
        self.record = new_record(len(log.player), 2, history=False)
        self.scratch = () if self.system.work is None else (self.system.work(log, self.size),)
        self.kernel = compiled(self.system.update)
        self.state: Any = None

    def __call__(self) -> None:
        """All contests, from the starting values."""
        played = np.ones(self.size, dtype=np.bool_)
        self.state = self.system.start(self.given, self.size, self.parameters, played)[0]
        last = len(self.log.period) - 1
        self.kernel(self.state, self.log, self.rules, self.record, *self.scratch, 0, last)


def made(size: int, contests: int) -> Log:
    """Contests of the same players, who are of different strength, all places apart."""
    rng = np.random.default_rng(6)
    strength = rng.normal(0.0, 1.0, size)
    order = np.argsort(-strength - rng.normal(0.0, 0.7, (contests, size)), axis=1)
    place = np.arange(1, size + 1)
    return made_games.log_of(order, place, np.arange(size), weight=np.ones(contests))


def peers(log: Log) -> dict[str, Callable[[], Any]]:
    """The authors' program by way of its package: as it is, and with its short cuts."""
    from elo_mmr_py import Contest, Rater

    size = int(log.game[1])
    rows = [f"{player}" for player in log.player.tolist()]
    contests = [
        Contest([(name, at, at) for at, name in enumerate(rows[first : first + size])])
        for first in range(0, len(rows), size)
    ]

    def rated(system: str) -> Any:
        rater = Rater(system, 1500.0, 350.0)
        rater.extend(contests)
        return rater

    return {"elo-mmr-py": lambda: rated("mmr"), "elo-mmr-py fast": lambda: rated("mmr-fast")}


def contests(rounds: int) -> list[Row]:
    """Elo-MMR beside the package, its exact way, in processor time of one thread or of all."""
    ours = Contests("elo-mmr", made(SIZE, CONTESTS))
    unit = Unit("µs a contestant", SIZE * CONTESTS * MICRO)
    what = f"Elo-MMR, {CONTESTS} contests of {SIZE:,}"
    rows = []
    if importlib.util.find_spec("elo_mmr_py") is None:
        seconds = interleaved({"ours": ours}, rounds, clock=time.process_time)
        found = [value / unit.seconds for value in seconds["ours"]]
        rows.append(absolute(what, found, unit.name))
    else:
        others = peers(ours.log)
        ours()
        known = others["elo-mmr-py"]().ratings
        for player, rating in enumerate(ours.state.rating.tolist()):
            assert abs(known[f"{player}"].mu - rating) < 1e-8
        ways = {"ours": ours, **others}
        seconds = interleaved(ways, rounds, clock=time.process_time)
        bars = {"elo-mmr-py": 0.25, "elo-mmr-py fast": None}
        rows += [compared(what, seconds, one, at_most=bars[one], unit=unit) for one in others]
    ratings = np.round(np.random.default_rng(7).normal(1500.0, 400.0, LARGE))
    large = {
        "Elo-MMR": Contests("elo-mmr", made(LARGE, 1), ratings),
        "Codeforces": Contests("codeforces", made(LARGE, 1), ratings),
    }
    seconds = interleaved(large, rounds, clock=time.thread_time)
    bound = {"Elo-MMR": None, "Codeforces": 0.02}
    rows += [
        absolute(f"{name}, a contest of {LARGE:,}", seconds[name], "s", at_most=bound[name])
        for name in large
    ]
    return rows
