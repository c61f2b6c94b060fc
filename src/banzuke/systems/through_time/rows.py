"""What games tell of: of two sides the lead of the first one; of more, the strength of each side.

A row is a sum of strengths, each times the share that a player played: of a game of two sides all
entries, those of the second side less than 0; of a game of more sides those of one side.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from banzuke.model.log import Column, Log
from banzuke.parts.place_trees import PlaceTrees, place_trees
from banzuke.parts.player_days import PlayerDays, player_days


class Rows(NamedTuple):
    """The rows of a log, r of them.

    first : int64[r + 1], the first entry of each; of : int64[entries], the row of each entry
    sign : float64[entries], 1, or -1 on the second of two sides
    lone : int64[r], 1 if it is all that its game tells of, 0 if the game has more than two sides
    """

    first: Column
    of: Column
    sign: Column
    lone: Column


def rows_of(log: Log, n_players: int) -> tuple[PlayerDays, Rows, PlaceTrees]:
    """The rows of a log; the days of its players, whose games are rows; trees of many sides."""
    first = np.asarray(log.game, dtype=np.int64)
    side = np.asarray(log.side, dtype=np.int64)
    sizes = np.diff(first)
    many = side[first[1:] - 1] > 1
    begins = np.zeros(len(side), dtype=np.bool_)
    begins[first[:-1]] = True
    begins[1:] |= np.repeat(many, sizes)[1:] & (np.diff(side) != 0)
    of = np.cumsum(begins) - 1
    bounds = np.append(np.flatnonzero(begins), len(side))
    lone = np.repeat(~many, sizes)[bounds[:-1]].astype(np.int64)
    sign = np.where((side == 1) & np.repeat(~many, sizes), -1.0, 1.0)
    days = player_days(log, n_players, np.ones(len(sizes), dtype=np.bool_))
    groups = len(days.bounds) - 1
    group = np.repeat(np.arange(groups), np.diff(days.game_bounds))
    tall = many[days.games]
    trees = place_trees(log, days.games[tall], group[tall], of, groups)
    per_game = of[first[1:] - 1] - of[first[:-1]] + 1
    counts = per_game[days.games]
    ends = np.append(0, np.cumsum(counts))
    steps = np.arange(ends[-1]) - np.repeat(ends[:-1], counts)
    days = days._replace(
        games=np.repeat(of[first[:-1]][days.games], counts) + steps,
        game_bounds=ends[days.game_bounds],
        game=of[days.entry],
    )
    return days, Rows(bounds, of, sign, lone), trees
