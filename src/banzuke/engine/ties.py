"""Games of which only the rows of the file say which comes first, where that can move a number."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from banzuke.model.ordering import Ordered
from banzuke.model.results import Results

Ints = NDArray[np.int64]


def decided_by_rows(
    results: Results, ordered: Ordered, counted: NDArray[np.bool_] | None, *, pools_apart: bool
) -> Ints:
    """The games that follow, by their rows alone, another game of one of their players; int64[k].

    Games that have no player in common, such as those of one round, may be rated in any order.

    counted : bool[g], None for all games; others decide nothing
    pools_apart : whether a player has a rating of its own in each pool
    """
    if not ordered.tied.any():
        return np.zeros(0, dtype=np.int64)
    order = np.arange(len(results)) if ordered.order is None else ordered.order
    group = np.cumsum(~ordered.tied)
    at = np.arange(len(order)) if counted is None else np.flatnonzero(counted[order])
    if len(at) < 2:
        return np.zeros(0, dtype=np.int64)
    alike = group[at][1:] == group[at][:-1]
    at = at[np.append(alike, False) | np.append(False, alike)]
    games = order[at]
    first = results.first.astype(np.int64)
    sizes = first[games + 1] - first[games]
    ends = np.cumsum(sizes)
    entries = np.arange(int(ends[-1]) if len(ends) else 0) + np.repeat(
        first[games] - ends + sizes, sizes
    )
    player = results.entries.player[entries].astype(np.int64)
    pool = results.games.pool
    if pools_apart and pool is not None:
        player += len(results.players) * np.repeat(pool[games].astype(np.int64) + 1, sizes)
    places = np.repeat(at, sizes)
    by_player = np.argsort(player, kind="stable")
    player, places = player[by_player], places[by_player]
    again = (player[1:] == player[:-1]) & (group[places[1:]] == group[places[:-1]])
    again &= places[1:] != places[:-1]
    follow: Ints = order[np.unique(places[1:][again])]
    return follow
