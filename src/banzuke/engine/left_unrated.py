"""Games that the results count, but that a system leaves unrated because of who played them."""

from __future__ import annotations

from itertools import pairwise

import numpy as np

from banzuke.engine.counting import Skipped
from banzuke.engine.explaining_entries import told
from banzuke.engine.rated import Rated
from banzuke.engine.replay import Run
from banzuke.model.phrases import listed, phrase

#: So many games are asked for their reason; of others it is only told that they changed nothing.
MOST_ASKED = 2_000


def left_unrated(rated: Rated) -> list[Skipped]:
    """Each game that the system leaves unrated for all who played it, and why."""
    if not rated.rulebook.system.leaves_unrated:
        return []
    return [skipped for run in rated.runs for skipped in _of_run(rated, run)]


def _of_run(rated: Rated, run: Run) -> list[Skipped]:
    pool = run.pool
    if not pool.n_games:
        return []
    heads = pool.log.game[:-1].astype(np.int64)
    still = np.flatnonzero(~np.logical_or.reduceat(run.record.change != 0, heads))
    asked = still[:MOST_ASKED]
    bounds = [(int(pool.log.game[at]), int(pool.log.game[at + 1])) for at in asked.tolist()]
    entries = [entry for begin, end in bounds for entry in range(begin, end)]
    sizes = [end - begin for begin, end in bounds]
    said = [one.said for one in told(rated, run, np.repeat(asked, sizes), entries)]
    found = []
    ends = np.cumsum([0, *sizes]).tolist()
    for position, (begin, end) in zip(asked.tolist(), pairwise(ends), strict=True):
        if not any(one.rated for one in said[begin:end]):
            whys = dict.fromkeys(one.why for one in said[begin:end])
            found.append(Skipped(int(pool.games[position]), listed(whys)))
    why = phrase("changed no rating; explain says why")
    return found + [Skipped(int(pool.games[at]), why) for at in still[MOST_ASKED:].tolist()]
