"""What changed last: the ratings since the event before the newest one."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from banzuke.engine.replay import Run
from banzuke.model.cells import MICROSECONDS_A_DAY
from banzuke.model.results import Results

Floats = NDArray[np.float64]


def latest_change(results: Results, run: Run, earlier: Floats, goes_on: bool) -> Floats:
    """What each rating changed since the event before the newest one, float64[n_players].

    Games without an event are told apart by their day; without that, all are one. What was
    adjusted since the event before counts as well.

    earlier : the change as it stood before these results
    goes_on : whether the newest event began in the results before these
    """
    log = run.pool
    first = 0
    if not len(log.games):
        change = earlier.copy()
    else:
        change = earlier.copy() if goes_on else np.zeros(len(earlier))
        newest = _is_newest(results, run)
        entries = np.repeat(newest, np.diff(log.log.game.astype(np.int64)))
        np.add.at(change, log.log.player[entries], run.record.change[entries])
        if not goes_on:
            begin = int(np.argmax(newest))
            first = int(np.searchsorted(log.log.period, begin, side="right")) - 1
    for made in run.adjusted:
        if made.period >= first:
            change[made.players] += made.change
    return change


def _is_newest(results: Results, run: Run) -> NDArray[np.bool_]:
    """Which games of the log are of its last game's event, or day."""
    at, games = run.pool.games, results.games
    if games.event is not None and games.event[at[-1]] >= 0:
        of_event: NDArray[np.bool_] = games.event[at] == games.event[at[-1]]
        return of_event
    newest = np.ones(len(at), dtype=np.bool_)
    if games.event is not None:
        newest = games.event[at] < 0
    moments = games.time if games.time is not None else games.end
    if moments is not None:
        days = moments[at] // MICROSECONDS_A_DAY
        newest &= days == days[-1]
    return newest
