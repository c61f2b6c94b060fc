"""Which games of the results are rated by a rulebook, in which order, as a log for kernels.

Every pool is a log of its own: a rating belongs to a player and a pool.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import date, datetime
from functools import cached_property
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from banzuke.engine.age_weights import age_weights
from banzuke.engine.clock import as_text, last_moment, on_clock
from banzuke.engine.counting import (
    Skipped,
    count_games,
    ignored_columns,
    nobody_ahead,
    odd_teams,
    refuse_what_system_cannot,
)
from banzuke.engine.covariates import differences
from banzuke.engine.doubles import likely_several_events, refuse_games_given_twice
from banzuke.engine.game_columns import in_periods, optional_column
from banzuke.engine.near_names import near_names
from banzuke.engine.periods import STRETCHES, group_of, has_whole_events, periods_of_games
from banzuke.engine.rulebook import Rulebook
from banzuke.engine.ties import decided_by_rows
from banzuke.engine.undated import without_days
from banzuke.model.errors import ResultsRefused
from banzuke.model.large_columns import counts_of, same_value
from banzuke.model.log import OPTIONAL_COLUMNS, Log, holder
from banzuke.model.ordering import Dated, Ordered, dates_of, times_of, total_order
from banzuke.model.problems import Problem
from banzuke.model.results import Results
from banzuke.model.system import Period
from banzuke.model.wording import this_and

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


@dataclass(frozen=True)
class Selection:
    """All pools' logs, what was left out, and what is odd.

    as_of : the list's date, ISO: as asked for, else that of the newest game; "" if undated
    late : bool[g], which games of the results are after it
    """

    logs: tuple[PoolLog, ...]
    skipped: tuple[Skipped, ...]
    warnings: tuple[Problem, ...]
    as_of: str
    late: Mask

    @cached_property
    def reasons(self) -> dict[int, str]:
        """Why each game that was left out is not rated."""
        return {skipped.game: skipped.why for skipped in self.skipped}


def select(results: Results, rulebook: Rulebook, as_of: date | datetime | None) -> Selection:
    """Choose, order and code the games that the rulebook rates up to ``as_of`` (inclusive)."""
    group = group_of(rulebook)
    dated = dates_of(results, group, rulebook.period.day)
    times = None if dated is None else dated.time
    counted, skipped = count_games(results, rulebook, times)
    moment = None if as_of is None else on_clock(as_of, rulebook.period.zone)
    late = np.zeros(len(results), dtype=np.bool_)
    if moment is not None and len(results):
        if dated is None:
            what = "the results have no dates, so they cannot be rated as of a date"
            raise ResultsRefused([Problem(what, "a column date", column="date")])
        late = dated.after(*last_moment(moment, rulebook.period.zone))
        counted &= ~late
    refuse_what_system_cannot(results, rulebook, counted)
    together = rulebook.period.kind is not Period.GAME
    ordered = total_order(results, group, rulebook.period.day, together=together)
    twice = refuse_games_given_twice(results, ordered, counted)
    order = ordered.order
    whole = order is None and bool(counted.all())
    date_of_list = _newest(results, times, None if whole else counted)
    if moment is not None:
        date_of_list = moment.isoformat()
    by_age = _by_age(rulebook, times, date_of_list)
    logs = []
    for code, pool in _pools(results, rulebook):
        chosen = None
        if not whole or code is not None:
            here = counted if code is None else counted & (_pool_codes(results) == code)
            chosen = np.flatnonzero(here) if order is None else order[here[order]]
        logs.append(_pool_log(results, rulebook, pool, chosen, dated, by_age))
    warnings = [
        *results.warnings,
        *ignored_columns(results, rulebook),
        *nobody_ahead(results, rulebook),
        *odd_teams(results, rulebook, counted),
        *_untold(results, rulebook, ordered, None if whole else counted),
        *near_names(results, rulebook),
        *(without_days(rulebook) if times is None and counted.any() else []),
        *twice,
        *(likely_several_events(results, counted) if group else []),
    ]
    return Selection(tuple(logs), tuple(skipped), tuple(warnings), date_of_list, late)


def _newest(results: Results, times: Ints | None, counted: Mask | None) -> str:
    """The date of the newest game that counts, ISO; "" if there is none, or no date."""
    if times is None or not len(times) or (counted is not None and not counted.any()):
        return ""
    newest = times.max() if counted is None else times[counted].max()
    return as_text(newest, results.stamped)


def _by_age(rulebook: Rulebook, times: Ints | None, as_of: str) -> NDArray[np.float64] | None:
    """What each game of the results weighs by its age on the list's date; None for all alike."""
    ages = rulebook.counts.ages
    if not ages:
        return None
    if times is None:
        what = f"{rulebook.key} weighs games by their age, but the results have no dates"
        raise ResultsRefused([Problem(what, "a column date", column="date")])
    # Where no game counts there is no date of a list.
    return age_weights(ages, times, date.fromisoformat(as_of[:10])) if as_of else None


def _pool_codes(results: Results) -> NDArray[np.int32]:
    pools = results.games.pool
    return same_value(np.int32(-1), len(results)) if pools is None else pools


def games_of_pool(results: Results, pool: str) -> Mask:
    """Which games of the results, bool[g], are of a pool; "" for the one without a name."""
    code = -1 if not pool else results.pools.index(pool) if pool in results.pools else -2
    found: Mask = _pool_codes(results) == code
    return found


def _pools(results: Results, rulebook: Rulebook) -> list[tuple[int | None, str]]:
    """(code, name) of each pool to be rated; one of all games where pools do not matter."""
    if rulebook.pooling == "together" or results.games.pool is None:
        return [(None, "")]
    counted = {pool.casefold() for pool in rulebook.counts.pools}
    codes: list[int] = np.unique(results.games.pool).tolist()
    pools = [(code, results.pools[code] if code >= 0 else "") for code in codes]
    wanted = [(code, pool) for code, pool in pools if not counted or pool.casefold() in counted]
    return [*wanted] or [(-1, "")]


def _untold(
    results: Results, rulebook: Rulebook, ordered: Ordered, counted: Mask | None
) -> list[Problem]:
    """A word where only the rows say which of two periods comes first, or the day which event.

    counted : None if all games are counted, and lie in order
    """
    event = results.games.event
    if rulebook.period.kind is Period.EVENT and (counted is None or counted.any()):
        without = counted if event is None else event < 0
        if without is None:
            without = np.ones(len(results), dtype=np.bool_)
        elif counted is not None:
            without = without & counted
        games = np.flatnonzero(without)
        if len(games):
            what = f"{rulebook.key} rates by event: games without one are of one event if of a day"
            first = int(games[0])
            return [Problem(what, "a column event", *results.place(first), column="event")]
        return []
    if rulebook.period.kind is not Period.GAME:
        return []
    # Games that are not counted must not make others look as if the rows had decided.
    apart = rulebook.pooling == "separate"
    followers = decided_by_rows(results, ordered, counted, pools_apart=apart)
    if not followers.many:
        return []
    what = (
        f"{this_and(followers.many, 'game')} not told apart, by date, event, round, board or "
        "game, from another of the same player: what decides is the order of the rows"
    )
    right = "times, rounds or game numbers, if the order matters"
    return [Problem(what, right, *results.place(followers.first))]


def _pool_log(
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
