"""The days of players and what a fit over them needs: the games of each, and room to reckon."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from banzuke.model.log import Column, Log
from banzuke.numeric.exact_sums import POINTS, all_on_grid
from banzuke.parts.chains import Chains, chains_of
from banzuke.parts.day_changes import DayChanges, day_changes_of
from banzuke.parts.player_days import PlayerDays, player_days
from banzuke.systems.whole_history.parameters import MOST_JOINT


class Work(NamedTuple):
    """Scratch of the fit: n nodes, each a day of a player; g games.

    Each float64[g]. weight : of the game; won : points of its first player at weight 1; edge : by
    how much that one is ahead by stones and the like, units; pull : slope of the game
    Each float64[n]. found : the rating, units; alone, joint : variances; tied : covariance with
    the day before, units²; in the end alone and joint are deviations, points
    Each float64[n], of their spread. off : by how much the mean strength is above the likeliest,
    units; most : the most that its variance may be, units²; held : what is kept aside
    Of the elimination, k-th node by day: order : int64[n]; rank : int64[n], its inverse; low,
    cell, reach : int64[n], the first column of a row, where it would begin with column 0, the
    last row of a column; matrix, column : float64, rows and a column of it
    """

    days: PlayerDays
    chains: Chains
    changes: DayChanges
    weight: Column
    won: Column
    edge: Column
    pull: Column
    found: Column
    alone: Column
    joint: Column
    tied: Column
    off: Column
    most: Column
    held: Column
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
    days = player_days(log, n_players, weight > 0.0)
    share = np.tile([1.0, -1.0], len(weight))
    one, two = np.asarray(log.place)[::2], np.asarray(log.place)[1::2]
    won = np.where(one < two, 1.0, np.where(one > two, 0.0, 0.5))
    of_games: Any = [np.zeros(len(weight)) for _ in range(2)]
    of_nodes: Any = [np.zeros(len(days.owner)) for _ in range(7)]
    chains = chains_of(log.game, share, days)
    room = days, chains, day_changes_of(days)
    return Work(*room, weight, won, *of_games, *of_nodes, *elimination(days))


def elimination(days: PlayerDays) -> tuple[NDArray[Any], ...]:
    """The fields ``order`` to ``column`` of ``Work``: rows by day reach back the least."""
    nodes, bounds = len(days.owner), days.bounds
    group = np.repeat(np.arange(len(bounds) - 1), np.diff(bounds))
    order = np.lexsort((days.owner, days.day, group))
    rank = np.empty(nodes, dtype=np.int64)
    rank[order] = np.arange(nodes)
    low = np.arange(nodes)
    one, two = rank[days.node[2 * days.games]], rank[days.node[2 * days.games + 1]]
    np.minimum.at(low, np.maximum(one, two), np.minimum(one, two))
    later = np.flatnonzero(np.diff(days.owner) == 0) + 1
    np.minimum.at(low, rank[later], rank[later - 1])
    reach = np.arange(nodes)
    np.maximum.at(reach, low, np.arange(nodes))
    width = np.arange(nodes) - low + 1
    past = np.cumsum(width) - width
    cells = rows = 0
    for begin, end in zip(bounds[:-1].tolist(), bounds[1:].tolist(), strict=True):
        # A column reaches as far as any row that begins at or before it.
        reach[begin:end] = np.maximum.accumulate(reach[begin:end])
        past[begin:end] -= past[begin]
        if end - begin <= MOST_JOINT:
            cells = max(cells, int(past[end - 1] + width[end - 1]))
            rows = max(rows, end - begin)
    return order, rank, low, past - low, reach, np.zeros(cells), np.zeros(rows)
