"""Bradley-Terry: the fit, its deviations, and ratings of results drawn anew."""

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

GAMES, PLAYERS = 100_000, 2_000
VOTES, MODELS, DRAWS = 1_000_000, 100, 100


def made(games: int, players: int) -> Log:
    """Duels, all of one period."""
    log = made_games.duel_log(games, players, 0.0, weight=np.ones(games))
    return log._replace(period=np.array([0, games], dtype=np.uint32))


class Fit:
    """A log through the compiled kernel, from the log to the ratings, without history."""

    def __init__(self, log: Log, players: int, joint_up_to: int) -> None:
        book = load_rulebook("bradley-terry", {"joint_up_to": joint_up_to})
        self.system, self.log, self.players = book.system, log, players
        self.parameters = book.parameters
        self.rules = self.system.rules(book.parameters, [])
        self.kernel = compiled(self.system.update)
        self.state: Any = None

    def __call__(self) -> None:
        """All results."""
        played = np.ones(self.players, dtype=np.bool_)
        self.state = self.system.start(Given({}, {}), self.players, self.parameters, played)[0]
        record = new_record(len(self.log.player), 2, history=False)
        assert self.system.work is not None
        work = self.system.work(self.log, self.players)
        self.kernel(self.state, self.log, self.rules, record, work, 0, 1)


class Draws:
    """Results drawn anew, from the log to the ratings of all draws."""

    def __init__(self, log: Log, players: int) -> None:
        book = load_rulebook("bradley-terry")
        self.fit, self.log, self.players = book.system.fit, log, players
        self.rules = book.system.rules(book.parameters, [])

    def __call__(self) -> None:
        """All draws."""
        assert self.fit is not None
        generator = np.random.Generator(np.random.PCG64(1))
        self.fit(self.log, self.rules, self.players).resampled(DRAWS, generator)


def peer(log: Log, players: int, ratings: Any) -> Callable[[], Any]:
    """The fit of arena-rank, on pairs that are coded and counted already; its digits are ours."""
    import jax
    import pandas as pd
    from arena_rank.models.bradley_terry import BradleyTerry
    from arena_rank.utils.data_utils import PairDataset

    jax.config.update("jax_enable_x64", True)
    pairs = log.player.reshape(-1, 2)
    columns = {"model_a": pairs[:, 0].astype(str), "model_b": pairs[:, 1].astype(str)}
    data = PairDataset.from_pandas(pd.DataFrame({**columns, "winner": "model_a"}))

    def fitted() -> Any:
        model = BradleyTerry(n_competitors=len(data.competitors))
        model.fit(data)
        return np.asarray(model.params["ratings"])

    found = fitted() * 400.0 / np.log(10.0)
    names = [int(name) for name in data.competitors]
    # It ends where its own rule says, well before the last digits.
    assert np.abs(found - found.mean() - ratings[names]).max() < 1.0
    return fitted


def bradley_terry(rounds: int) -> list[Row]:
    """The fit, with the covariance of all ratings and without, and a hundred draws of votes."""
    log = made(GAMES, PLAYERS)
    plain, joint = Fit(log, PLAYERS, 0), Fit(log, PLAYERS, PLAYERS)
    draws = Draws(made(VOTES, MODELS), MODELS)
    ways = {"fit": plain, "joint": joint, "draws": draws}
    seconds = interleaved(ways, rounds, clock=time.thread_time)
    assert (plain.state.group > 0).all()
    what = f"bradley-terry, {GAMES:,} games of {PLAYERS:,} players"
    drawn = f"bradley-terry, {DRAWS} draws of {VOTES:,} votes among {MODELS}"
    rows = [
        absolute(what, [one * 1e3 for one in seconds["fit"]], "ms", at_most=20.0),
        absolute(f"{what}, covariance of all", seconds["joint"], "s", at_most=1.2),
        absolute(drawn, seconds["draws"], "s", at_most=0.5),
    ]
    if importlib.util.find_spec("arena_rank") is None:
        return rows
    other = peer(log, PLAYERS, plain.state.rating)
    # It runs in many threads: both by the clock on the wall. Several in a row, so that both are
    # warm: after a second of the other's a fit finds neither memory nor caches as it left them.
    beside = interleaved({"ours": plain, "arena-rank": other}, min(rounds, 3), times=10)
    return [*rows, compared(what, beside, "arena-rank", at_least=50)]
