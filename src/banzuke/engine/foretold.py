"""What a rulebook would have said of games before they were played."""

from __future__ import annotations

from calendar import monthrange
from collections.abc import Sequence
from dataclasses import replace
from datetime import date, timedelta
from itertools import chain, pairwise
from typing import Any

import numpy as np
from numpy.typing import NDArray

from banzuke.engine.clock import last_moment
from banzuke.engine.periods import group_of
from banzuke.engine.pool_log import PoolLog
from banzuke.engine.rated import Rated, rate_results
from banzuke.engine.replay import Run, forecast
from banzuke.engine.rulebook import Rulebook
from banzuke.model.days import MICROSECONDS_A_DAY, NO_TIME, day_numbered
from banzuke.model.errors import CannotDo, ResultsRefused, WrongUse
from banzuke.model.log import EMPTY, OF_ENTRIES, OPTIONAL_COLUMNS
from banzuke.model.ordering import dates_of
from banzuke.model.players import Players
from banzuke.model.results import Results
from banzuke.model.system import GROUP

Ints = NDArray[np.int64]
Floats = NDArray[np.float64]

#: How often ratings are made anew to forecast the games until the next time.
STEPS = ("day", "week", "month", "year")


def days_of_lists(results: Results, every: str) -> list[date]:
    """The days at whose ends ratings are made to forecast the games until the next, in order.

    every : one of STEPS; of each such stretch of the calendar that has games, but for the last, it
        is the last day
    Raises WrongUse for another step, and where there is no game, or one without a date.
    """
    if every not in STEPS:
        raise WrongUse(f"every is one of {', '.join(STEPS)}, not {every!r}")
    if not len(results):
        raise WrongUse("there are no results to compare by")
    times = results.games.time
    if times is None or (times == NO_TIME).any():
        raise WrongUse("without a date of each game nothing tells which came before")
    days = np.unique(times // MICROSECONDS_A_DAY).tolist()
    ends = sorted({_last_of(day_numbered(day), every) for day in days})
    return ends[:-1]


def _last_of(day: date, every: str) -> date:
    """The last day of the day, week, month or year that holds a day."""
    if every == "day":
        return day
    if every == "week":
        return day + min(timedelta(days=6 - day.weekday()), date.max - day)
    month = 12 if every == "year" else day.month
    return date(day.year, month, monthrange(day.year, month)[1])


def foretold(
    results: Results, rulebook: Rulebook, players: Players, days: Sequence[date]
) -> Floats:
    """The chance of each entry's side to be first, by ratings that do not know its game yet.

    days : in order; ratings as of each forecast the games after it, up to the next
    Returns float64[n_entries], in [0, 1]; NaN where there is no forecast: of games up to the first
    day, of games that are not rated, where the ratings of the players do not compare, and where
    the results until then tell too little for a fit, which refuses them.
    Raises CannotDo where the system does not forecast, and as ``rate_results`` of all results.
    """
    if rulebook.system.predict is None:
        raise CannotDo(f"{rulebook.key} ({rulebook.system.title}) does not forecast games")
    chance = np.full(len(results.entries.player), np.nan)
    full = rate_results(results, rulebook, players)
    pools = {run.pool.pool: run.pool for run in full.runs}
    dated = dates_of(results, group_of(rulebook), rulebook.period.day)
    if dated is None:
        return chance
    ends = (last_moment(day, rulebook.period.zone) for day in days)
    all_late = chain((dated.after(*end) for end in ends), [full.selection.late])
    for day, (late, later) in zip(days, pairwise(all_late), strict=True):
        try:
            before = rate_results(results, rulebook, players, as_of=day, rounds=len(days))
        except ResultsRefused:
            # All results together were not: up to this day they tell too little for a fit.
            continue
        for run in before.runs:
            pool = pools[run.pool.pool]
            wanted = np.flatnonzero(late[pool.games] & ~later[pool.games])
            if len(wanted) and run.pool.n_games:
                _foretell(before, run, unplayed_games(pool, wanted), chance)
    return chance


def _foretell(rated: Rated, run: Run, games: PoolLog, chance: Floats) -> None:
    """Write what the ratings of a run say of games of its pool.

    games : of that pool, as ``unplayed_games`` has them; chance : as ``foretold`` returns it
    """
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


def unplayed_games(pool: PoolLog, wanted: Ints) -> PoolLog:
    """Some games of a log as they were before they were played, each a period of its own.

    wanted : int64[n_wanted], by their numbers in the log
    """
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
