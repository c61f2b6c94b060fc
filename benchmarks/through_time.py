"""TrueSkill Through Time: a game until nothing moves, beside sweeps of the authors' package."""

from __future__ import annotations

import importlib.util
import time
from typing import Any

import numpy as np
from benchmarks import made_games
from benchmarks.measuring import Row, Unit, absolute, compared, interleaved
from benchmarks.whole_history import DAYS, Fit, made

from banzuke.model.log import Log

GAMES, PLAYERS = 100_000, 2_000
FEW, FEW_PLAYERS, SWEEPS = 2_000, 100, 10
FREE_FOR_ALLS, SIDES, THEIR_PLAYERS = 300, 8, 60


def peer(log: Log) -> Any:
    """The package: games told, and so many sweeps forward and backward."""
    from trueskillthroughtime import History

    sides = len(log.player) // (len(log.game) - 1)
    games = [[[f"{one}"] for one in line] for line in log.player.reshape(-1, sides).tolist()]
    spread = {"sigma": 25 / 3, "beta": 25 / 6, "gamma": 25 / 300}

    def rated() -> Any:
        history = History(games, times=log.day.tolist(), mu=25.0, **spread)
        history.convergence(epsilon=0.0, iterations=SWEEPS, verbose=False)
        return history

    return rated


def free_for_alls(games: int, players: int, sides: int) -> Log:
    """Games of many sides on random days, all of one period."""
    days = made(games, players)
    log = made_games.free_for_all_log(games, players, sides)
    same = {"period": days.period, "day": days.day, "time": days.time}
    return log._replace(play=np.ones(sides * games), **same)


def through_time(rounds: int) -> list[Row]:
    """All sweeps until nothing moves by 1e-11, beside ten of the package's, which end sooner."""
    large = Fit(made(GAMES, PLAYERS), PLAYERS, "through-time")
    few = Fit(made(FEW, FEW_PLAYERS), FEW_PLAYERS, "through-time")
    clock = time.thread_time
    seconds = interleaved({"ours": large}, rounds, clock=clock)
    what = f"through-time, {GAMES:,} games of {PLAYERS:,} players on {DAYS} days, to the end"
    rows = [absolute(what, seconds["ours"], "s")]
    if importlib.util.find_spec("trueskillthroughtime") is not None:
        ways = {"ours": few, "TrueSkillThroughTime": peer(few.log)}
        seconds = interleaved(ways, rounds, clock=clock)
        what = f"through-time, {FEW:,} games; ours to the end, beside {SWEEPS} sweeps"
        unit = Unit("ms", 1e-3)
        rows.append(compared(what, seconds, "TrueSkillThroughTime", at_least=20.0, unit=unit))
        log = free_for_alls(FREE_FOR_ALLS, THEIR_PLAYERS, SIDES)
        ways = {
            "ours": Fit(log, THEIR_PLAYERS, "through-time"),
            "TrueSkillThroughTime": peer(log),
        }
        seconds = interleaved(ways, rounds, clock=clock)
        what = f"through-time, {FREE_FOR_ALLS} games of {SIDES}, as before"
        rows.append(compared(what, seconds, "TrueSkillThroughTime", at_least=20.0, unit=unit))
    return rows
