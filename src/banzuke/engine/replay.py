"""Replay: the games of a pool through a system, from the starting values to the ratings.

``ratings = replay(results, rulebook)`` is a pure function. The same log gives the same bits,
compiled or not, in one run or cut anywhere between two periods.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from datetime import date
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from banzuke.engine.rulebook import Adjustment, Rulebook
from banzuke.engine.selection import PoolLog, day_of, start_of_day
from banzuke.model.log import Record, new_record
from banzuke.model.parameters import Parameters
from banzuke.numeric.compiling import compiled, uncompiled

State = Any  # the system's NamedTuple of float64[n_players] columns

#: From how many entries on a replay is worth a compiled kernel (its start costs about 0.4 s).
COMPILE_FROM = 150_000


class Adjusted(NamedTuple):
    """An adjustment that was made: after how many periods, and what it changed.

    players : int64[k], codes; before, after : float64[k], ratings
    """

    period: int
    adjustment: Adjustment
    on: date
    players: NDArray[np.int64]
    before: NDArray[np.float64]
    after: NDArray[np.float64]


class Stretch(NamedTuple):
    """Periods ``first`` to ``last - 1``, rated by one set of parameters."""

    first: int
    last: int
    parameters: Parameters
    adjustment: tuple[Adjustment, date] | None


@dataclass(frozen=True)
class Run:
    """A pool, replayed.

    start, state : before the first and after the last period; record : of every entry
    """

    pool: PoolLog
    start: State
    state: State
    record: Record
    adjusted: tuple[Adjusted, ...] = field(default=())


def replay(
    pool: PoolLog,
    rulebook: Rulebook,
    start: State,
    *,
    history: bool = False,
    until: int | None = None,
    as_of: date | None = None,
    compile_from: int = COMPILE_FROM,
) -> Run:
    """Rate the periods of a pool, or only those before period ``until``.

    start : the state before the first period; it is not changed
    history : whether to keep what was before each entry, and what was expected
    as_of : adjustments up to this day are made, even after the last period
    """
    system = rulebook.system
    state = copy_state(start)
    entries = len(pool.log.player)
    record = new_record(entries, len(system.columns) - 1, history)
    kernel, view = kernel_of(system.update, entries, compile_from)
    viewed = view(state), view(pool.log), view(record)
    adjusted = []
    end = pool.n_periods if until is None else until
    for stretch in stretches(pool, rulebook, end, as_of):
        if stretch.adjustment is not None:
            made = adjust(state, pool, stretch.first, *stretch.adjustment)
            if made is not None:
                adjusted.append(made)
        if stretch.first < stretch.last:
            rules = system.rules(stretch.parameters, pool.categories)
            kernel(viewed[0], viewed[1], view(rules), viewed[2], stretch.first, stretch.last)
    return Run(pool, start, state, record, tuple(adjusted))


def kernel_of(
    kernel: Callable[..., Any], entries: int, compile_from: int = COMPILE_FROM
) -> tuple[Callable[..., Any], Callable[[Any], Any]]:
    """The kernel for so many entries, and how its arguments must be handed to it."""
    if entries >= compile_from:
        return compiled(kernel), lambda value: value
    return kernel, uncompiled


def forecast(
    pool: PoolLog, rulebook: Rulebook, state: State, parameters: Parameters
) -> NDArray[np.float64]:
    """The chance of each entry's side, float64[e] in [0, 1], from the state as it is."""
    chance = np.zeros(len(pool.log.player))
    system = rulebook.system
    if system.predict is not None:
        kernel, view = kernel_of(system.predict, len(chance))
        rules = system.rules(parameters, pool.categories)
        kernel(view(state), view(pool.log), view(rules), view(chance), 0, pool.n_periods)
    return chance


def scores(pool: PoolLog, rulebook: Rulebook) -> NDArray[np.float64]:
    """What each entry scored, float64[e], in the unit of what the system expects."""
    scored = np.zeros(len(pool.log.player))
    kernel, view = kernel_of(rulebook.system.score, len(scored))
    for stretch in stretches(pool, rulebook, pool.n_periods, None):
        rules = rulebook.system.rules(stretch.parameters, pool.categories)
        kernel(view(pool.log), view(rules), view(scored), stretch.first, stretch.last)
    return scored


def copy_state(state: State) -> State:
    """A state of its own, in plain writable arrays."""
    return type(state)(*(np.array(column, dtype=np.float64) for column in state))


def stretches(pool: PoolLog, rulebook: Rulebook, end: int, as_of: date | None) -> Iterator[Stretch]:
    """The periods before ``end``, cut where an amendment or an adjustment takes effect.

    Where the results are undated, the newest rules hold and nothing is adjusted.
    """
    if pool.period_time is None:
        yield Stretch(0, end, newest_parameters(rulebook, pool.pool), None)
        return
    time = pool.period_time[:end]
    last_day = as_of if as_of is not None else (day_of(time[-1]) if len(time) else None)
    cuts: list[tuple[int, int, tuple[Adjustment, date] | None]] = []
    for amendment in rulebook.amendments:
        at = int(np.searchsorted(time, start_of_day(amendment.from_)))
        cuts.append((at, start_of_day(amendment.from_), None))
    if last_day is not None and len(time):
        for adjustment in rulebook.adjustments:
            for on in adjustment_days(adjustment, day_of(time[0]), last_day):
                at = int(np.searchsorted(time, start_of_day(on)))
                if at < len(time) or end == pool.n_periods:
                    cuts.append((at, start_of_day(on), (adjustment, on)))
    cuts.sort(key=lambda cut: cut[:2])
    first, adjustment_due = 0, None
    day = date.min
    for at, micros, due in [*cuts, (end, None, None)]:
        yield Stretch(first, at, rulebook.parameters_at(day, pool.pool), adjustment_due)
        first, adjustment_due = at, due
        if micros is not None:
            day = day_of(micros)
    if adjustment_due is not None:
        yield Stretch(end, end, rulebook.parameters_at(day, pool.pool), adjustment_due)


def newest_parameters(rulebook: Rulebook, pool: str) -> Parameters:
    """The parameters after every amendment."""
    return rulebook.parameters_at(date.max, pool)


def adjustment_days(adjustment: Adjustment, first: date, last: date) -> list[date]:
    """The days from ``first`` to ``last`` on which an adjustment is made."""
    if adjustment.every != "year":
        return [adjustment.on] if first <= adjustment.on <= last else []
    years = range(max(first.year, adjustment.on.year), last.year + 1)
    days = [_same_day(adjustment.on, year) for year in years]
    return [day for day in days if first <= day <= last]


def _same_day(day: date, year: int) -> date:
    if (day.month, day.day) == (2, 29):
        return date(year, 2, 28)
    return day.replace(year=year)


def adjust(
    state: State, pool: PoolLog, period: int, adjustment: Adjustment, on: date
) -> Adjusted | None:
    """Move, in place, the rating of everybody who has played before ``period``."""
    rating = state[0]
    entries = int(pool.log.game[pool.log.period[period]])
    active = np.zeros(len(rating), dtype=np.bool_)
    active[pool.log.player[:entries]] = True
    if adjustment.below is not None:
        active &= rating < adjustment.below
    if adjustment.above is not None:
        active &= rating > adjustment.above
    players = np.flatnonzero(active)
    if not len(players):
        return None
    before = rating[players].copy()
    after = before + adjustment.add
    if adjustment.toward is not None:
        after = after + adjustment.share * (adjustment.toward - after)
    rating[players] = after
    return Adjusted(period, adjustment, on, players, before, after)
