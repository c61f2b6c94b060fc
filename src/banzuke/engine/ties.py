"""Games of which only the rows of the file say which comes first, where that can move a number."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from banzuke.model.log import Column
from banzuke.model.ordering import Ordered
from banzuke.model.results import Results
from banzuke.numeric.compiling import kernel_of

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
    pool = results.games.pool if pools_apart else None
    pools = 1 if pool is None else len(results.pools) + 1
    player, width = results.entries.player, len(results.players) + 1
    if len(player) and int(player.max()) >= width:
        # Rows that are refused have players who are none: they all count as one.
        player = np.minimum(player, width - 1)
    seen = np.full(width * pools, -1, dtype=np.int64)
    follows = np.zeros(len(games), dtype=np.bool_)
    shift = np.zeros(0, dtype=np.int64)
    if pool is not None:
        shift = (pool[games].astype(np.int64) + 1) * width
    columns = games, group[at], shift, results.first, player, seen, follows
    kernel, view = kernel_of(mark_followers, len(player))
    kernel(*map(view, columns))
    follow: Ints = games[follows]
    return follow


def mark_followers(
    games: Column,
    group: Column,
    shift: Column,
    first: Column,
    player: Column,
    seen: Column,
    follows: Column,
) -> None:
    """Write which games have a player who is in an earlier game of the same group.

    games, group : int64[k], in rating order; shift : int64[k], added to codes, or none
    first : uint32[g + 1]; player : uint32[e]; seen : int64, the player's last group, -1 at first
    follows : bool[k]
    """
    for at in range(len(games)):
        begin, end = first[games[at]], first[games[at] + 1]
        added = 0
        if len(shift) > 0:
            added = shift[at]
        for entry in range(begin, end):
            if seen[player[entry] + added] == group[at]:
                follows[at] = True
        for entry in range(begin, end):
            seen[player[entry] + added] = group[at]
