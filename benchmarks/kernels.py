"""The kernels on encoded ids: Elo beside C and a dict, the other systems, and growth."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from functools import partial
from itertools import zip_longest
from types import MappingProxyType
from typing import Any

import numpy as np
from benchmarks import loops, made_games
from benchmarks.measuring import Row, Unit, absolute, compared, interleaved

from banzuke.engine.rulebook import load_rulebook
from banzuke.model.log import Log, Record, new_record
from banzuke.numeric.compiling import compiled

PLAYERS = 10_000
GAMES = 1_000_000
NANO = 1e-9

timed = partial(interleaved, clock=time.thread_time)


class Replay:
    """One log through one system's compiled kernel, again and again."""

    def __init__(
        self,
        rulebook: str,
        log: Log,
        starts: tuple[float, ...],
        settings: Mapping[str, object] = MappingProxyType({}),
    ) -> None:
        found = load_rulebook(rulebook, settings)
        self.system, self.log, self.starts = found.system, log, starts
        self.rules = self.system.rules(found.parameters, [])
        self.record: Record = new_record(len(log.player), len(starts) - 1, history=True)
        self.kernel = compiled(self.system.update)
        # Columns that the rulebook has no need of are empty.
        self.kept = [column in found.columns for column in self.system.columns]
        work = self.system.work
        self.scratch = () if work is None else (work(log, PLAYERS),)
        self.state: Any = None

    def __call__(self) -> None:
        """All periods, from the starting values, with history."""
        starts = zip_longest(self.starts, self.kept, fillvalue=0.0)
        self.state = self.system.state(
            *(np.full(PLAYERS, start) if kept else np.zeros(0) for start, kept in starts)
        )
        periods = len(self.log.period) - 1
        self.kernel(self.state, self.log, self.rules, self.record, *self.scratch, 0, periods)


class InC:
    """The same log through a C loop."""

    def __init__(self, ours: Replay, loop: Callable[..., None]) -> None:
        self.ours, self.loop = ours, loop
        self.record = new_record(len(ours.log.player), 0, history=True)
        self.rating: Any = None

    def __call__(self) -> None:
        """All games, from the starting values, with history."""
        self.rating = np.full(PLAYERS, self.ours.starts[0])
        rules = self.ours.rules
        self.loop(self.rating, self.ours.log, self.record, rules.k, rules.per_point)

    def check(self) -> None:
        """Both must come to the same ratings and the same history."""
        assert np.allclose(self.rating, self.ours.state.rating, rtol=0, atol=1e-8)
        for name in ("before", "change", "expected"):
            mine, theirs = getattr(self.ours.record, name), getattr(self.record, name)
            assert np.allclose(mine, theirs, rtol=0, atol=1e-8), name


def rate_in_dict(games: list[tuple[int, int, float]]) -> tuple[dict[int, float], list[Any]]:
    """Elo as it is written in an evening: a dict of ratings and a list of what happened."""
    rating: dict[int, float] = {}
    history = []
    for one, two, score in games:
        rating_one, rating_two = rating.get(one, 1200.0), rating.get(two, 1200.0)
        chance = 1.0 / (1.0 + 10.0 ** ((rating_two - rating_one) / 400.0))
        moved = 32.0 * (score - chance)
        history.append((one, rating_one, moved, chance))
        history.append((two, rating_two, -moved, 1.0 - chance))
        rating[one] = rating_one + moved
        rating[two] = rating_two - moved
    return rating, history


def elo(rounds: int) -> list[Row]:
    """A million duels with history, beside a C loop and beside a dict."""
    ours = Replay("warlight", made_games.duel_log(GAMES, PLAYERS), (1200.0,))
    in_c = InC(ours, loops.rate_duels)
    log = ours.log
    score = np.where(log.place[0::2] == log.place[1::2], 0.5, 1.0)
    games = list(
        zip(log.player[0::2].tolist(), log.player[1::2].tolist(), score.tolist(), strict=True)
    )
    ours()
    in_c()
    in_c.check()
    rating, history = rate_in_dict(games)
    assert len(history) == len(log.player)
    for player, value in rating.items():
        assert abs(ours.state.rating[player] - value) < 1e-8
    seconds = timed({"ours": ours, "C": in_c}, 3 * rounds)
    in_dict = timed({"ours": ours, "dict": lambda: rate_in_dict(games)}, rounds)
    what = f"Elo duel with history, {GAMES:,} games, {PLAYERS:,} players"
    unit = Unit("ns a game", GAMES * NANO)
    return [
        compared(what, seconds, "C", at_most=1.3, unit=unit),
        compared(what, in_dict, "dict", at_least=30, unit=unit),
    ]


def free_for_all(rounds: int) -> list[Row]:
    """Games of eight, every pair a duel."""
    games = 200_000
    ours = Replay("warlight", made_games.free_for_all_log(games, PLAYERS, 8), (1200.0,))
    in_c = InC(ours, loops.rate_free_for_all)
    ours()
    in_c()
    in_c.check()
    seconds = timed({"ours": ours, "C": in_c}, rounds)
    micros = [value / games * 1e6 for value in seconds["ours"]]
    what = f"Elo free-for-all of 8 with history, {games:,} games"
    return [
        absolute(what, micros, "µs a game", at_most=0.25),
        compared(what, seconds, "C", unit=Unit("µs a game", games * 1e-6)),
    ]


def other_systems(rounds: int) -> list[Row]:
    """An entry of each of the other systems, with history."""
    rng = np.random.default_rng(4)
    high = rng.integers(32, 65, GAMES)
    scores = np.stack([high, 64 - high], axis=1)
    stones = np.stack([np.zeros(GAMES), rng.integers(0, 5, GAMES)], axis=1)
    size, events = 100, 20_000
    facts = {"year": [2010], "players": [size], "rounds": [3.0], "category": [-1]}
    spread = {name: np.repeat(value, events) for name, value in facts.items()}
    listed = made_games.free_for_all_log(events, PLAYERS, size)
    replays = {
        "exchange table": Replay(
            "othello-sweden", made_games.duel_log(GAMES, PLAYERS, score=scores), (1000.0,)
        ),
        "handicap table": Replay(
            "dash-baduk", made_games.duel_log(GAMES, PLAYERS, handicap=stones), (6000.0, 20.0)
        ),
        "percentile": Replay("dip-pouch", listed._replace(**_typed(listed, spread)), (40.0, 0.0)),
    }
    rows = []
    seconds = timed(replays, rounds)
    for name, replay in replays.items():
        entries = len(replay.log.player)
        nanos = [value / entries / NANO for value in seconds[name]]
        what = f"{name} with history, {entries:,} entries"
        rows.append(absolute(what, nanos, "ns an entry", at_most=20))
    return rows


def growth(rounds: int) -> list[Row]:
    """The time of an Elo game must not grow with their number."""
    replays = {
        games: Replay("warlight", made_games.duel_log(games, PLAYERS), (1200.0,))
        for games in (100_000, 1_000_000, 4_000_000)
    }
    seconds = timed({f"{games:,} games": replay for games, replay in replays.items()}, rounds)
    a_game = {
        name: [value / games for value in seconds[name]]
        for games, name in zip(replays, seconds, strict=True)
    }
    smallest, *larger = a_game
    return [
        compared(
            f"Elo duel with history, {name}",
            {"ours": a_game[name], smallest: a_game[smallest]},
            smallest,
            at_most=1.5,
            unit=Unit("ns a game", NANO),
        )
        for name in larger
    ]


def _typed(log: Log, columns: dict[str, Any]) -> dict[str, Any]:
    return {name: values.astype(getattr(log, name).dtype) for name, values in columns.items()}
