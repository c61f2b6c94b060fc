"""What changed last: the ratings, by the newest event."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from banzuke.engine.replay import Run
from banzuke.engine.starting import Before
from banzuke.model.days import MICROSECONDS_A_DAY
from banzuke.model.large_columns import BLOCK
from banzuke.model.log import holder
from banzuke.model.results import Results

Floats = NDArray[np.float64]


def latest_change(results: Results, run: Run, before: Before, goes_on: bool) -> Floats:
    """What each rating changed by the newest event, float64[n_players].

    These are the games after the last one of another event; those without an event are told
    apart by their day, and all are one without that. What was adjusted since then counts as
    well, so that the rating less its change is what it was before.

    before : what had changed, and been adjusted since, before these results
    goes_on : whether the newest event is the one that was newest before these results
    """
    log = run.pool
    change = before.change.copy()
    first = 0
    if log.n_games:
        begin = _newest_from(results, run)
        if begin > 0 or not goes_on:
            change = before.adjusted.copy() if begin == 0 else np.zeros_like(change)
            first = holder(log.log.period, begin)
        entries = slice(int(log.log.game[begin]), None)
        np.add.at(change, log.log.player[entries], run.record.change[entries])
    _add_adjusted(change, run, first)
    return change


def without_rounding(change: Floats, games: Floats, unrated: float | None) -> Floats:
    """Changes, float64[n_players], exactly 0 where a fit moved a rating by less than it can tell.

    A fit begins at a mark for who has no rating, half a step of its ratings, and shares a rating
    out among games, each part rounded to half a step: so much, a game and the mark, is no change.
    Only lists are told so. The change of each game stays as it is, so that a rating is to the last
    digit what it was before and all that it changed.

    games : float64[n_players], of each player; unrated : the mark, as ``System`` has it
    """
    mark = 0.0 if unrated is None else max(unrated, 0.0)
    return np.where(np.abs(change) <= mark * (games + 1.0), 0.0, change)


def adjusted_since(run: Run, before: Before) -> Floats:
    """What was adjusted after the newest game, float64[n_players]."""
    log = run.pool
    adjusted = np.zeros_like(before.adjusted) if log.n_games else before.adjusted.copy()
    _add_adjusted(adjusted, run, log.n_periods)
    return adjusted


def _add_adjusted(change: Floats, run: Run, first: int) -> None:
    """Add what was adjusted right before period ``first``, or later."""
    for made in run.adjusted:
        if made.period >= first:
            change[made.players] += made.change


def _newest_from(results: Results, run: Run) -> int:
    """The first of the games at the end of the log that are of one event, or day."""
    games, chosen = results.games, run.pool.chosen
    last = run.pool.n_games - 1 if chosen is None else chosen[-1]
    moments = games.time if games.time is not None else games.end
    # From the end, block by block: the newest event is rarely a large part of the log.
    for end in range(run.pool.n_games, 0, -BLOCK):
        part = slice(max(0, end - BLOCK), end)
        at = part if chosen is None else chosen[part]
        newest = np.ones(part.stop - part.start, dtype=np.bool_)
        if games.event is not None:
            newest &= games.event[at] == games.event[last]
        if moments is not None and (games.event is None or games.event[last] < 0):
            newest &= moments[at] // MICROSECONDS_A_DAY == moments[last] // MICROSECONDS_A_DAY
        others = np.flatnonzero(~newest)
        if len(others):
            return part.start + int(others[-1]) + 1
    return 0
