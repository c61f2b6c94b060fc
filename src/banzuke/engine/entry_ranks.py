"""What results tell of a player who comes for the first time: the rank that is entered with."""

from __future__ import annotations

import numpy as np

from banzuke.engine.pool_log import PoolLog
from banzuke.model.ranks import rank_text
from banzuke.model.system import Given


def with_entry_ranks(given: Given, log: PoolLog, count: int) -> Given:
    """Starting values, in which who declares no rank declares that of the first period.

    count : the number of players
    Where a player entered one period with several ranks, the best of them counts.
    """
    ranks = log.log.entry_rank
    if np.isnan(ranks).all():
        return given
    bounds = log.log.game[log.log.period].astype(np.int64)
    period = np.repeat(np.arange(log.n_periods), bounds[1:] - bounds[:-1])
    first = np.full(count, log.n_periods)
    np.minimum.at(first, log.log.player, period)
    early = period == first[log.log.player]
    best = np.full(count, np.nan)
    np.fmax.at(best, log.log.player[early], ranks[early])
    declared = given.words("rank", count)
    for player in np.flatnonzero(~np.isnan(best)).tolist():
        declared[player] = declared[player] or rank_text(float(best[player]))
    return Given(given.columns, {**given.texts, "rank": declared})
