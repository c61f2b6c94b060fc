"""What changed last: the ratings since the event before the newest one."""

from __future__ import annotations

from collections.abc import Iterator

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
        newest = np.flatnonzero(_is_newest(results, run))
        for part in _runs(newest):
            entries = slice(int(log.log.game[part.start]), int(log.log.game[part.stop]))
            np.add.at(change, log.log.player[entries], run.record.change[entries])
        if not goes_on:
            begin = np.uint32(newest[0])
            first = int(np.searchsorted(log.log.period, begin, side="right")) - 1
    for made in run.adjusted:
        if made.period >= first:
            change[made.players] += made.change
    return change


def _is_newest(results: Results, run: Run) -> NDArray[np.bool_]:
    """Which games of the log are of its last game's event, or day."""
    games = results.games
    at: NDArray[np.int64] | slice = slice(None) if run.pool.whole else run.pool.games
    newest = np.ones(len(run.pool.games), dtype=np.bool_)
    if games.event is not None:
        events = games.event[at]
        newest &= events == events[-1]
        if events[-1] >= 0:
            return newest
    moments = games.time if games.time is not None else games.end
    if moments is not None:
        own = moments[at]
        midnight = own[-1] // MICROSECONDS_A_DAY * MICROSECONDS_A_DAY
        newest &= (own >= midnight) & (own < midnight + MICROSECONDS_A_DAY)
    return newest


def _runs(positions: NDArray[np.int64]) -> Iterator[slice]:
    """Rising numbers as the fewest slices."""
    breaks = np.flatnonzero(np.diff(positions) != 1) + 1
    for run in np.split(positions, breaks):
        yield slice(int(run[0]), int(run[-1]) + 1)
