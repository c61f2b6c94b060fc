"""Games of which only the rows of the file say which comes first, where that can move a number."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from banzuke.model.log import Column
from banzuke.model.ordering import Ordered
from banzuke.model.results import Results
from banzuke.numeric.compiling import kernel_of


class Followers(NamedTuple):
    """Games that follow another by their rows alone: how many, and the first; -1 for none."""

    many: int
    first: int


def decided_by_rows(
    results: Results, ordered: Ordered, counted: NDArray[np.bool_] | None, *, pools_apart: bool
) -> Followers:
    """The games that follow, by their rows alone, another game of one of their players.

    Games that have no player in common, such as those of one round, may be rated in any order.

    counted : bool[g], None for all games; others decide nothing
    pools_apart : whether a player has a rating of its own in each pool
    """
    if not ordered.tied.any():
        return Followers(0, -1)
    pool = results.games.pool if pools_apart else None
    pools = 1 if pool is None else len(results.pools) + 1
    player, width = results.entries.player, len(results.players) + 1
    if len(player) and int(player.max()) >= width:
        # Rows that are refused have players who are none: they all count as one.
        player = np.minimum(player, np.uint32(width - 1))
    kernel, view = kernel_of(count_followers, len(player))
    columns = (
        ordered.tied,
        np.zeros(0, dtype=np.int64) if ordered.order is None else ordered.order,
        np.zeros(0, dtype=np.bool_) if counted is None else counted,
        np.zeros(0, dtype=np.int32) if pool is None else pool,
        results.first,
        player,
        np.zeros((pools, width), dtype=np.int32),
    )
    return Followers(*kernel(*map(view, columns)))


def count_followers(
    tied: Column,
    order: Column,
    counted: Column,
    pool: Column,
    first: Column,
    player: Column,
    seen: Column,
) -> tuple[int, int]:
    """How many games have a player who is in an earlier game of the same tie; and the first.

    tied : bool[g], by position, as in ``Ordered``; order : int64[g], or none if games lie in order
    counted : bool[g], or none if all are; pool : int32[g], -1 for none, or none if all are one
    first : uint32[g + 1]; player : uint32[e]
    seen : int32[pools, players], 0 at first: the tie, from 1 on, of the player's last game
    """
    tie, count, first_found = 0, 0, -1
    for position in range(len(tied)):
        if not tied[position]:
            tie += 1
        game = position
        if len(order) > 0:
            game = order[position]
        if len(counted) > 0 and not counted[game]:
            continue
        row = 0
        if len(pool) > 0:
            row = pool[game] + 1
        begin, end = first[game], first[game + 1]
        follows = False
        for entry in range(begin, end):
            if seen[row, player[entry]] == tie:
                follows = True
        for entry in range(begin, end):
            seen[row, player[entry]] = tie
        if follows:
            if count == 0:
                first_found = game
            count += 1
    return count, first_found
