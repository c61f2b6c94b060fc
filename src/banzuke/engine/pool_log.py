"""The games of one pool that are rated, in rating order: what kernels read, and what dates it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import date
from functools import cached_property
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from banzuke.engine.covariates import differences
from banzuke.engine.game_columns import in_periods, optional_column
from banzuke.engine.periods import STRETCHES, has_whole_events, periods_of_games
from banzuke.engine.rulebook import Rulebook
from banzuke.model.large_columns import counts_of
from banzuke.model.log import OPTIONAL_COLUMNS, Log, holder
from banzuke.model.ordering import Dated, times_of
from banzuke.model.results import Results

Ints = NDArray[np.int64]
Mask = NDArray[np.bool_]


class Span(NamedTuple):
    """The days over which a pool's ratings are adjusted by decree.

    after : up to this day, inclusive, that was done before; None if the pool begins here
    until : the last day on which it is done, the list's date; None for the last game's day
    first : the day of the pool's first game; None for that of its first period
    """

    after: date | None = None
    until: date | None = None
    first: date | None = None


@dataclass(frozen=True)
class PoolLog:
    """The games of one pool that are rated, in rating order.

    pool : its name, "" for the one without
    log : what kernels read; categories : the event categories by code
    chosen : int64[g], which games of the results; None for all, as they lie there
    period_time : int64[n], microseconds since 1970 that date each period; None if undated
    period_reached : int64[n], the latest that the clock had shown by then; None if that is
        ``period_time`` everywhere
    known : bool[n_players], who has a rating in the pool before these games; None for nobody
    names : of the players, by code
    """

    pool: str
    log: Log
    categories: tuple[str, ...]
    chosen: Ints | None
    period_time: Ints | None
    span: Span = field(default=Span(None, None))
    known: Mask | None = None
    names: Sequence[str] = ()
    period_reached: Ints | None = None

    @property
    def n_periods(self) -> int:
        """How many periods the log has."""
        return len(self.log.period) - 1

    @property
    def n_games(self) -> int:
        """How many games the log has."""
        return len(self.log.game) - 1

    @cached_property
    def games(self) -> Ints:
        """Which game of the results each game of the log is, int64[g]."""
        return np.arange(self.n_games) if self.chosen is None else self.chosen

    @cached_property
    def played_games(self) -> Ints:
        """How many games each player has here, int64[up to the highest code]."""
        return counts_of(self.log.player)

    @property
    def entries_of_periods(self) -> Ints:
        """How many entries each period has, int64[n]."""
        bounds: Ints = self.log.game[self.log.period].astype(np.int64)
        return bounds[1:] - bounds[:-1]

    def counts(self, n_players: int) -> NDArray[np.float64]:
        """How many games each player has here, float64[n_players]."""
        counts = np.zeros(n_players)
        counts[: len(self.played_games)] = self.played_games
        return counts

    def entry_in(self, results: Results, entry: int) -> int:
        """Which entry of the results an entry of the log is."""
        position = holder(self.log.game, entry)
        first = int(results.first[self.games[position]])
        return first + entry - int(self.log.game[position])


def log_of_pool(
    results: Results,
    rulebook: Rulebook,
    pool: str,
    chosen: Ints | None,
    dated: Dated | None,
    by_age: NDArray[np.float64] | None,
) -> PoolLog:
    """The log of some games; None for all, in the order in which they lie.

    by_age : what each game of the results weighs by its age; None if that is all the same
    """
    games: Ints | slice = slice(None)
    entries: Ints | slice = slice(None)
    offsets = results.first
    if chosen is not None:
        games = chosen
        first = results.first.astype(np.int64)
        sizes = first[chosen + 1] - first[chosen]
        ends = np.cumsum(sizes)
        offsets = np.concatenate([[0], ends]).astype(np.uint32)
        entries = np.arange(ends[-1] if len(ends) else 0) + np.repeat(
            first[chosen] - (ends - sizes), sizes
        )
    count = len(offsets) - 1
    times = None if dated is None else dated.time
    period, period_time, period_reached = periods_of_games(results, rulebook, games, count, dated)
    columns = results.entries
    begins = times_of(results, "event", "first") if has_whole_events(rulebook) else times
    optional = {
        name: optional_column(results, name, begins if name == "begin" else times, games, entries)
        for name in rulebook.reads
        if name not in ("time", "covariates")
    }
    if "covariates" in rulebook.reads:
        optional["covariates"] = differences(results, rulebook, entries)
    if by_age is not None:
        optional["weight"] = optional["weight"].astype(np.float64) * by_age[games]
    if "time" in rulebook.reads:
        # Days, weeks, months and years are those that the clock shows.
        of_clock = period_reached is None or rulebook.period.kind in STRETCHES
        micros = period_time if of_clock else period_reached
        optional["time"] = in_periods(rulebook.period.kind, micros, len(period) - 1)
    log = Log(
        period=period,
        game=offsets,
        player=columns.player[entries],
        side=columns.side[entries],
        place=columns.place[entries],
        **{name: np.zeros(0, dtype=kind) for name, kind in OPTIONAL_COLUMNS.items()} | optional,
    )
    categories = tuple(results.categories)
    return PoolLog(pool, log, categories, chosen, period_time, period_reached=period_reached)


def empty_log(like: PoolLog, pool: str, *, dated: bool) -> PoolLog:
    """A pool of which the results of another one hold no game."""
    log = like.log
    columns: dict[str, Any] = {name: getattr(log, name)[:0] for name in log._fields}
    columns["period"] = columns["game"] = np.zeros(1, dtype=np.uint32)
    none = np.zeros(0, dtype=np.int64)
    return PoolLog(pool, type(log)(**columns), like.categories, none, none if dated else None)
