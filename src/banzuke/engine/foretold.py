"""What a rulebook would have said of games before they were played, and how far off it was."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace
from datetime import date, timedelta
from itertools import chain, pairwise
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from banzuke.engine.pool_log import PoolLog
from banzuke.engine.rated import Rated, rate_results
from banzuke.engine.replay import Run, forecast
from banzuke.engine.rulebook import Rulebook
from banzuke.model.days import MICROSECONDS_A_DAY, NO_TIME, day_numbered
from banzuke.model.errors import CannotDo, WrongUse
from banzuke.model.log import EMPTY, OF_ENTRIES, OPTIONAL_COLUMNS
from banzuke.model.players import Players
from banzuke.model.results import Results
from banzuke.model.system import GROUP

Ints = NDArray[np.int64]
Floats = NDArray[np.float64]
Mask = NDArray[np.bool_]

#: How often ratings are made anew to forecast the games until the next time.
STEPS = ("day", "week", "month", "year")

#: A smaller chance counts as this one, so that what seemed impossible costs much, not all.
LEAST_CHANCE = 1e-15


class Errors(NamedTuple):
    """How far forecasts were off, a value a game.

    log_loss : minus the logarithm of the chance of who was first
    squared : of chance less result, the mean over the sides; a shared first place is shared
    right : what the likeliest side got: 1 if it was first alone
    """

    log_loss: Floats
    squared: Floats
    right: Floats


def evenings(results: Results, every: str) -> list[date]:
    """The last days of all days, weeks, months or years in which there are games but the last.

    Raises WrongUse for another step, and where results have no dates.
    """
    if every not in STEPS:
        raise WrongUse(f"every is one of {', '.join(STEPS)}, not {every!r}")
    times = results.games.time
    if times is None or (times == NO_TIME).any():
        raise WrongUse("without a date of each game nothing tells which came before")
    days = np.unique(times // MICROSECONDS_A_DAY).tolist()
    ends = sorted({_last_of(day_numbered(day), every) for day in days})
    return ends[:-1]


def _last_of(day: date, every: str) -> date:
    """The last day of the stretch that holds a day."""
    if every == "week":
        return day + min(timedelta(days=6 - day.weekday()), date.max - day)
    if every == "day":
        return day
    month = 12 if every == "year" else day.month
    following = (
        date(day.year + month // 12, month % 12 + 1, 1) if day.year < date.max.year else None
    )
    return date.max if following is None else following - timedelta(days=1)


def foretold(
    results: Results, rulebook: Rulebook, players: Players, days: Sequence[date]
) -> Floats:
    """The chance of each entry's side by the ratings of the last of these days before its game.

    Returns float64[entries of the results], NaN where there is no forecast: of games up to the
    first day, that are not rated, or of players who had no rating that compares.
    Raises CannotDo where the system does not forecast.
    """
    if rulebook.system.predict is None:
        raise CannotDo(f"{rulebook.key} ({rulebook.system.title}) does not forecast games")
    chance = np.full(len(results.entries.player), np.nan)
    full = rate_results(results, rulebook, players)
    pools = {run.pool.pool: run.pool for run in full.runs}
    lists = (rate_results(results, rulebook, players, as_of=day) for day in days)
    for before, now in pairwise(chain(lists, [full])):
        for run in before.runs:
            pool = pools[run.pool.pool]
            late = before.selection.late[pool.games] & ~now.selection.late[pool.games]
            wanted = np.flatnonzero(late)
            if len(wanted) and run.pool.n_games:
                _foretell(before, run, games_of_log(pool, wanted), chance)
    return chance


def _foretell(rated: Rated, run: Run, games: PoolLog, chance: Floats) -> None:
    """Write what the ratings of a run say of games of its pool."""
    state, log = rated.state_at_list(run), games.log
    said = forecast(games, rated.rulebook, state, rated.parameters(run.pool.pool))
    system = rated.rulebook.system
    known = rated.has_rating(run)[log.player] | system.assumes
    first = log.game.astype(np.int64)
    sizes = np.diff(first)
    names = [column.name for column in system.columns]
    if GROUP in names and len(state[names.index(GROUP)]):
        group = np.asarray(state[names.index(GROUP)])[log.player]
        known &= group == np.repeat(group[first[:-1]], sizes)
    known = np.repeat(np.logical_and.reduceat(known, first[:-1]), sizes)
    begin = rated.results.first.astype(np.int64)[games.games]
    entries = np.arange(len(said)) + np.repeat(begin - first[:-1], sizes)
    chance[entries[known]] = said[known]


def games_of_log(pool: PoolLog, wanted: Ints) -> PoolLog:
    """Some games of a log as they were before they were played, each a period of its own."""
    log = pool.log
    first = log.game.astype(np.int64)
    sizes = first[wanted + 1] - first[wanted]
    offsets = np.concatenate([[0], np.cumsum(sizes)])
    entries = np.arange(offsets[-1]) + np.repeat(first[wanted] - offsets[:-1], sizes)
    columns: dict[str, Any] = {}
    for name, kind in OPTIONAL_COLUMNS.items():
        values = getattr(log, name)
        if not len(values):
            columns[name] = values
        elif name in ("score", "time"):
            count = len(entries) if name in OF_ENTRIES else len(wanted)
            columns[name] = np.full(count, EMPTY.get(name, 0), dtype=kind)
        elif name == "covariates":
            columns[name] = np.asarray(values).reshape(len(first) - 1, -1)[wanted].ravel()
        else:
            columns[name] = values[entries if name in OF_ENTRIES else wanted]
    unplayed = log._replace(
        period=np.arange(len(wanted) + 1, dtype=np.uint32),
        game=offsets.astype(np.uint32),
        player=log.player[entries],
        side=log.side[entries],
        place=np.zeros(len(entries), dtype=np.int32),
        **columns,
    )
    return replace(pool, log=unplayed, chosen=pool.games[wanted], period_time=None)


def errors(results: Results, chance: Floats, games: Mask) -> Errors:
    """How far chances were off in some games, all of which have a first place and a forecast."""
    first = results.first.astype(np.int64)
    side, sizes = results.entries.side, np.diff(first)
    head = np.ones(len(side), dtype=np.bool_)
    head[1:] = side[1:] != side[:-1]
    head[first[:-1]] = True
    won = head & (results.entries.place == 1)
    share = won / np.repeat(np.maximum(np.add.reduceat(won, first[:-1]), 1), sizes)
    told = np.where(head, np.nan_to_num(chance), 0.0)
    likeliest = head & (told == np.repeat(np.maximum.reduceat(told, first[:-1]), sizes))
    found = (
        np.add.reduceat(-share * np.log(np.maximum(told, LEAST_CHANCE)), first[:-1]),
        np.add.reduceat((told - share) ** 2 * head, first[:-1])
        / np.add.reduceat(head.astype(np.int64), first[:-1]),
        np.add.reduceat(share * likeliest, first[:-1])
        / np.add.reduceat(likeliest.astype(np.int64), first[:-1]),
    )
    return Errors(*(values[games] for values in found))


def with_forecast(results: Results, chance: Floats) -> Mask:
    """Which games have a forecast and somebody who was first, bool[g]."""
    first = results.first.astype(np.int64)[:-1]
    told = np.logical_and.reduceat(np.isfinite(chance), first)
    found: Mask = told & np.logical_or.reduceat(results.entries.place == 1, first)
    return found


def mean(values: Floats) -> float:
    """The mean, whatever the order; NaN is none of them."""
    return math.fsum(values.tolist()) / len(values)
