"""Replay: the games of a pool through a system, from the starting values to the ratings.

``ratings = replay(results, rulebook)`` is a pure function. The same log gives the same bits,
compiled or not, in one run or cut anywhere between two periods.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from datetime import date, timedelta
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from banzuke.engine.pool_log import PoolLog
from banzuke.engine.rulebook import Adjustment, Rulebook
from banzuke.model.days import day_of, start_of_day
from banzuke.model.log import Record, new_record
from banzuke.model.parameters import Parameters
from banzuke.model.system import System
from banzuke.numeric.compiling import COMPILE_FROM, kernel_of
from banzuke.numeric.exact_sums import POINTS, all_on_grid
from banzuke.numeric.rounding import rounded

State = Any  # the system's NamedTuple of float64[n_players] columns


#: So many pairs of sides cost at most what an entry costs, where a system compares every two.
PAIRS_AN_ENTRY = 20


class Adjusted(NamedTuple):
    """An adjustment that was made: after how many periods, and what it changed.

    players : int64[k], codes; before, change : float64[k], points
    """

    period: int
    adjustment: Adjustment
    on: date
    players: NDArray[np.int64]
    before: NDArray[np.float64]
    change: NDArray[np.float64]

    @property
    def after(self) -> NDArray[np.float64]:
        """The ratings after it, float64[k]."""
        return self.before + self.change


class Stretch(NamedTuple):
    """Periods ``first`` to ``last - 1``, rated by one set of parameters.

    adjustment : what is adjusted before them, and on which day it is due
    """

    first: int
    last: int
    parameters: Parameters
    adjustment: tuple[Adjustment, date] | None = None


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
    first: int | None = None,
    until: int | None = None,
    compile_from: int = COMPILE_FROM,
) -> Run:
    """Rate the periods of a pool from ``first`` up to, not including, ``until``.

    start : the state before all periods, or right before period ``first`` if that is given,
        with what is adjusted there; it is not changed
    history : whether to keep what was before each entry, and what was expected
    compile_from : what ``cost_of`` the log, times the system's ``entry_cost``, makes a compiled
        kernel worth its start

    The state comes out as it is right before period ``until``: with what is adjusted there.
    """
    system = rulebook.system
    state = copy_state(start)
    entries = len(pool.log.player)
    record = new_record(entries, len(system.told_columns) - 1, history)
    cost = cost_of(pool, rulebook) * system.entry_cost
    kernel, view = kernel_of(system.update, cost, compile_from)
    viewed = view(state), view(pool.log), view(record)
    scratch = () if system.work is None else (view(system.work(pool.log, len(state[0]))),)
    adjusted = []
    for stretch in stretches(pool, rulebook, first, until):
        if stretch.adjustment is not None:
            made = adjust(state, pool, stretch, system)
            if made is not None:
                adjusted.append(made)
        if stretch.first < stretch.last:
            rules = system.rules(stretch.parameters, pool.categories)
            bounds = stretch.first, stretch.last
            kernel(viewed[0], viewed[1], view(rules), viewed[2], *scratch, *bounds)
    return Run(pool, start, state, record, tuple(adjusted))


def cost_of(pool: PoolLog, rulebook: Rulebook) -> int:
    """How much work a log may be, in entries: a game of many sides is more than their number.

    It is not where the system, by these rules, does not compare every two of them.
    """
    entries, pairwise = len(pool.log.player), rulebook.system.pairwise
    if entries >= COMPILE_FROM or (pairwise is not None and not pairwise(rulebook.parameters)):
        return entries
    sizes = np.diff(pool.log.game.astype(np.float64))
    return entries + int((sizes * (sizes - 1.0)).sum() / PAIRS_AN_ENTRY)


def forecast(
    pool: PoolLog,
    rulebook: Rulebook,
    state: State,
    parameters: Parameters,
    compile_from: int = COMPILE_FROM,
) -> NDArray[np.float64]:
    """The chance of each entry's side, float64[e] in [0, 1], from the state as it is."""
    chance = np.zeros(len(pool.log.player))
    system = rulebook.system
    if system.predict is not None:
        kernel, view = kernel_of(system.predict, cost_of(pool, rulebook), compile_from)
        rules = system.rules(parameters, pool.categories)
        kernel(view(state), view(pool.log), view(rules), view(chance), 0, pool.n_periods)
    return chance


def scores(
    pool: PoolLog, rulebook: Rulebook, compile_from: int = COMPILE_FROM
) -> NDArray[np.float64]:
    """What each entry scored, float64[e], in the unit of what the system expects."""
    scored = np.zeros(len(pool.log.player))
    kernel, view = kernel_of(rulebook.system.score, cost_of(pool, rulebook), compile_from)
    for stretch in stretches(pool, rulebook):
        rules = rulebook.system.rules(stretch.parameters, pool.categories)
        kernel(view(pool.log), view(rules), view(scored), stretch.first, stretch.last)
    return scored


def copy_state(state: State) -> State:
    """A state of its own, in plain writable arrays."""
    return type(state)(*(np.array(column, dtype=np.float64) for column in state))


def stretches(
    pool: PoolLog, rulebook: Rulebook, first: int | None = None, until: int | None = None
) -> Iterator[Stretch]:
    """The periods from ``first`` to ``until``, cut where rules change or ratings are adjusted.

    What is adjusted right before a given ``first`` is left out; what is adjusted right before
    ``until`` is there. Where the results are undated, the newest rules hold and nothing is
    adjusted.
    """
    end = pool.n_periods if until is None else until
    yield from cut_stretches(all_stretches(pool, rulebook), first, end)


def cut_stretches(all_of_them: Iterable[Stretch], first: int | None, end: int) -> Iterator[Stretch]:
    """Of the stretches of a pool those from ``first`` to ``end``, as ``stretches`` tells."""
    for stretch in all_of_them:
        due = stretch.adjustment
        if stretch.first > end or (first is not None and stretch.first <= first):
            due = None
        begin, last = max(stretch.first, first or 0), min(stretch.last, end)
        if due is not None or begin < last:
            yield Stretch(begin, last, stretch.parameters, due)


def all_stretches(pool: PoolLog, rulebook: Rulebook) -> Iterator[Stretch]:
    """All periods of a pool, cut where rules change or ratings are adjusted."""
    time = pool.period_time
    if time is None:
        yield Stretch(0, pool.n_periods, newest_parameters(rulebook, pool.pool))
        return
    cuts: list[tuple[date, tuple[Adjustment, date] | None]] = [
        (amendment.from_, None) for amendment in rulebook.amendments
    ]
    cuts += [(due[1], due) for due in due_adjustments(pool, rulebook)]
    cuts.sort(key=lambda cut: cut[0])
    first, day, due = 0, date.min, None
    for next_day, next_due in cuts:
        at = int(np.searchsorted(time, start_of_day(next_day)))
        yield Stretch(first, at, rulebook.parameters_at(day, pool.pool), due)
        first, day, due = at, next_day, next_due
    yield Stretch(first, pool.n_periods, rulebook.parameters_at(day, pool.pool), due)


def due_adjustments(pool: PoolLog, rulebook: Rulebook) -> list[tuple[Adjustment, date]]:
    """Each adjustment that is made over the pool's span, and its day."""
    time, span = pool.period_time, pool.span
    if time is None or not rulebook.adjustments:
        return []
    begin = end = None
    if len(time):
        begin, end = span.first or day_of(time[0]), day_of(time[-1])
    if span.after == date.max:
        return []
    begin = begin if span.after is None else span.after + timedelta(days=1)
    end = end if span.until is None else span.until
    if begin is None or end is None:
        return []
    return [
        (adjustment, on)
        for adjustment in rulebook.adjustments
        for on in adjustment_days(adjustment, begin, end)
    ]


def newest_parameters(rulebook: Rulebook, pool: str) -> Parameters:
    """The parameters after every amendment."""
    return rulebook.parameters_at(date.max, pool)


def adjustment_days(adjustment: Adjustment, first: date, last: date) -> list[date]:
    """The days from ``first`` to ``last`` on which an adjustment is made."""
    if adjustment.every != "year":
        return [adjustment.on] if first <= adjustment.on <= last else []
    years = range(max(first.year, adjustment.on.year), last.year + 1)
    days = [adjustment.on.replace(year=year) for year in years]
    return [day for day in days if first <= day <= last]


def rated_before(pool: PoolLog, period: int, n_players: int) -> NDArray[np.bool_]:
    """Who has a rating right before ``period``, bool[n_players]: by a game, or a given one."""
    entries = int(pool.log.game[pool.log.period[period]])
    found = np.zeros(n_players, dtype=np.bool_) if pool.known is None else pool.known.copy()
    found[pool.log.player[:entries]] = True
    return found


def adjust(state: State, pool: PoolLog, stretch: Stretch, system: System) -> Adjusted | None:
    """Move, in place, the rating of everybody who has one right before a stretch.

    Nobody is moved below the lowest rating that there is. None if nobody's rating is moved.
    """
    if stretch.adjustment is None:
        return None
    adjustment, on = stretch.adjustment
    rating = state[0]
    moved = rated_before(pool, stretch.first, len(rating)) & system.has_rating(rating)
    if adjustment.below is not None:
        moved &= rating < adjustment.below
    if adjustment.above is not None:
        moved &= rating > adjustment.above
    if adjustment.players:
        wanted = frozenset(adjustment.players)
        moved &= np.array([name in wanted for name in pool.names], dtype=np.bool_)
    players = np.flatnonzero(moved)
    if not len(players):
        return None
    before = rating[players]
    change = np.full(len(players), adjustment.add)
    if adjustment.toward is not None:
        change = adjustment.share * (adjustment.toward - before)
    if system.whole_numbers:
        change = rounded(before + change, 0, "half_away") - before
    if system.lowest is not None:
        change = np.maximum(change, system.lowest(stretch.parameters) - before)
    change = all_on_grid(change, POINTS)
    # As everywhere, a change is added: so the changes of the history add up to the rating.
    rating[players] = before + change
    return Adjusted(stretch.first, adjustment, on, players, before, change)
