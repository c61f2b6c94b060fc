"""The days of players as a graph: who played whom on which day, and how the days are linked."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from banzuke.model.log import Column, Log
from banzuke.numeric.exact_sums import POINTS, all_on_grid
from banzuke.parts.groups import linked_groups
from banzuke.systems.whole_history.parameters import MOST_JOINT

Ints = NDArray[np.int64]


class Work(NamedTuple):
    """Scratch of the fit: n nodes, each a day of a player; s slots, each an entry that counts.

    Nodes of a group (players whom games link) are neighbours, in it those of a player, by day.
    node : int64[e], of each entry, -1 for a game of weight 0; bounds : int64[groups + 1], of the
    groups' nodes
    Each of n. owner : int64, whose; day : float64; slots : int64[n + 1], a node's first slot
    Each of s. entry, facing : int64, the entry and the opponent's node; weight : float64;
    won, edge, bend : float64, points of a game of weight 1, lead by stones and the like, curvature
    Each float64[n]. link : precision of the change since the player's day before, 0 on the first;
    found : the rating, units; slope, curve : of all; step, rest, turn, way, image : of Newton's
    method and the conjugate gradients; pivot : of the player's own equations; alone, joint :
    variances; tied : covariance with the day before; rating : points; remaining : what of the
    day's change is not yet shared out; left : entries that wait for it
    Of the elimination, k-th node by day: order : int64[n]; rank : int64[n], its inverse; low,
    cell, reach : int64[n], the first column of a row, where it would begin with column 0, the
    last row of a column; matrix, column : float64, rows and a column of it
    """

    node: Column
    bounds: Column
    owner: Column
    day: Column
    slots: Column
    entry: Column
    facing: Column
    weight: Column
    won: Column
    edge: Column
    bend: Column
    link: Column
    found: Column
    slope: Column
    curve: Column
    step: Column
    rest: Column
    turn: Column
    way: Column
    image: Column
    pivot: Column
    alone: Column
    joint: Column
    tied: Column
    rating: Column
    remaining: Column
    left: Column
    order: Column
    rank: Column
    low: Column
    cell: Column
    reach: Column
    matrix: Column
    column: Column


def work(log: Log, n_players: int) -> Work:
    """The days of a log, and room for the fit."""
    weight = all_on_grid(np.asarray(log.weight, dtype=np.float64), POINTS)
    entries = np.flatnonzero(np.repeat(weight > 0.0, 2))
    player = log.player[entries].astype(np.int64)
    day = np.asarray(log.day, dtype=np.int64)[entries // 2]
    group = linked_groups(player[::2], player[1::2], n_players)[player]
    by_node = np.lexsort((day, player, group))
    sorted_keys = [column[by_node] for column in (group, player, day)]
    new = np.ones(len(by_node), dtype=np.bool_)
    new[1:] = np.any([np.diff(column) != 0 for column in sorted_keys], axis=0)
    of_slot = np.cumsum(new) - 1
    nodes = int(new.sum())
    node_of = np.empty(len(by_node), dtype=np.int64)
    node_of[by_node] = of_slot
    node = np.full(len(log.player), -1, dtype=np.int64)
    node[entries] = node_of
    entry = entries[by_node]
    facing = node[entry + 1 - 2 * (entry % 2)]
    group, owner, days = (column[new] for column in sorted_keys)
    bounds = np.append(np.flatnonzero(np.append(True, np.diff(group) != 0)), nodes)
    mine, theirs = log.place[entry], log.place[entry + 1 - 2 * (entry % 2)]
    floats: Any = [np.where(mine < theirs, 1.0, np.where(mine > theirs, 0.0, 0.5))]
    floats += [np.zeros(len(entry)) for _ in range(2)]
    floats += [np.zeros(nodes) for _ in range(16)]
    return Work(
        node,
        bounds[: 1 if nodes == 0 else None],
        owner,
        days.astype(np.float64),
        np.append(np.flatnonzero(new), len(entry)),
        entry,
        facing,
        weight[entry // 2],
        *floats,
        *elimination(owner, days, (of_slot, facing), bounds),
    )


def elimination(
    owner: Ints, day: Ints, games: tuple[Ints, Ints], bounds: Ints
) -> tuple[NDArray[Any], ...]:
    """The fields ``order`` to ``column`` of ``Work``: rows by day reach back the least.

    games : the nodes that meet
    """
    nodes = len(owner)
    group = np.repeat(np.arange(len(bounds) - 1), np.diff(bounds)) if nodes else owner
    order = np.lexsort((owner, day, group))
    rank = np.empty(nodes, dtype=np.int64)
    rank[order] = np.arange(nodes)
    low = np.arange(nodes)
    one, two = (rank[part] for part in games)
    np.minimum.at(low, np.maximum(one, two), np.minimum(one, two))
    later = np.flatnonzero(np.diff(owner) == 0) + 1
    np.minimum.at(low, rank[later], rank[later - 1])
    reach = np.arange(nodes)
    np.maximum.at(reach, low, np.arange(nodes))
    # A column reaches as far as any row that begins at or before it.
    for begin, end in zip(bounds[:-1].tolist(), bounds[1:].tolist(), strict=True):
        reach[begin:end] = np.maximum.accumulate(reach[begin:end])
    width = np.arange(nodes) - low + 1
    past = np.cumsum(width) - width
    start = past - (past[np.repeat(bounds[:-1], np.diff(bounds))] if nodes else past)
    small = [
        (int(width[begin:end].sum()), end - begin)
        for begin, end in zip(bounds[:-1].tolist(), bounds[1:].tolist(), strict=True)
        if end - begin <= MOST_JOINT
    ]
    cells = max((cells for cells, _ in small), default=0)
    rows = max((rows for _, rows in small), default=0)
    return order, rank, low, start - low, reach, np.zeros(cells), np.zeros(rows)
