"""Results alike as one: who played, who had the advantage, what it weighs, and how it ended."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from banzuke.model.log import Log
from banzuke.numeric.exact_sums import POINTS, all_on_grid
from banzuke.systems.bradley_terry.rules import Rules

Floats = NDArray[np.float64]

#: So many different kinds of results are counted without sorting them.
MOST_COUNTED = 1 << 22
#: Kinds of results are told apart by one number up to this.
LARGEST_KEY = 1 << 61


class Cells(NamedTuple):
    """Each three cells are a kind of results: won, tied and lost by ``one``; k cells.

    one, two : int64[k], codes, the lesser first
    edge : float64[k, 1 + c], the advantage of ``one`` less that of the other, and so each of c
        covariates
    weight : float64[k], of a result
    times : float64[k], how many there are
    log : of a game a cell, each with its weight, to be written over
    """

    one: NDArray[np.int64]
    two: NDArray[np.int64]
    edge: Floats
    weight: Floats
    times: Floats
    log: Log


def cells_of(log: Log, rules: Rules, n_players: int) -> Cells:
    """The results of a log that have a weight, whatever the order of its rows."""
    first = np.asarray(log.game[:-1]).astype(np.int64)
    weight = np.array(log.weight, dtype=np.float64)
    if rules.decay > 0.0:
        day = np.asarray(log.day, dtype=np.float64)
        weight *= np.exp(-rules.decay * (day.max() - day))
    weight = all_on_grid(weight, POINTS)
    games = np.flatnonzero(weight > 0.0)
    first, weight = first[games], weight[games]
    one, two = (np.asarray(log.player)[first + at].astype(np.int64) for at in (0, 1))
    mine, theirs = (np.asarray(log.place)[first + at].astype(np.int64) for at in (0, 1))
    ended, lead = np.sign(mine - theirs), np.zeros(len(first), dtype=np.int64)
    if len(log.advantage):
        advantage = np.asarray(log.advantage)
        lead = np.sign(advantage[first] - advantage[first + 1]).astype(np.int64)
    turn = np.where(one > two, -1, 1)
    one, two = np.minimum(one, two), np.maximum(one, two)
    weights, kind = np.unique(weight, return_inverse=True)
    sides, side = np.array([[-1.0], [0.0], [1.0]]), 1 + turn * lead
    if rules.covariates:
        more = np.asarray(log.covariates).reshape(-1, rules.covariates)[games]
        # Minus nothing is nothing.
        edges = turn[:, None] * np.column_stack([lead, more]) + 0.0
        sides, side = np.unique(edges, axis=0, return_inverse=True)
    pair, pairs = one * n_players + two, n_players * n_players
    way, ways = pair * len(sides) + side.ravel(), pairs * len(sides)
    among = None
    if ways * len(weights) > LARGEST_KEY:
        # One number a kind would be out of reach: those that there are, are numbered first.
        among, pair = np.unique(pair, return_inverse=True)
        found, way = np.unique(pair * len(sides) + side.ravel(), return_inverse=True)
        ways = len(found)
    place: NDArray[np.int64] = 1 + turn * ended
    keys, many = _counted(way * len(weights) + kind, place, 3 * ways * len(weights))
    of_way = keys // len(weights) if among is None else found[keys // len(weights)]
    met = of_way // len(sides) if among is None else among[of_way // len(sides)]
    one, two = np.repeat(met // n_players, 3), np.repeat(met % n_players, 3)
    edge = np.repeat(sides[of_way % len(sides)], 3, axis=0)
    each = np.repeat(weights[keys % len(weights)], 3)
    return Cells(
        one, two, edge, each, many.ravel().astype(np.float64), _log_of(log, one, two, edge)
    )


def _counted(
    key: NDArray[np.int64], place: NDArray[np.int64], most: int
) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """(the keys that there are, sorted; int64[keys, 3], how often each with places 0, 1, 2)."""
    if most <= MOST_COUNTED:
        table = np.bincount(3 * key + place, minlength=most + 3 - most % 3).reshape(-1, 3)
        keys = np.flatnonzero(table.any(axis=1))
        return keys, table[keys]
    keys, at = np.unique(key, return_inverse=True)
    return keys, np.bincount(3 * at + place, minlength=3 * len(keys)).reshape(-1, 3)


def _log_of(log: Log, one: NDArray[np.int64], two: NDArray[np.int64], edge: Floats) -> Log:
    """A log with a game a cell, all in one period; the weights are still to be written."""
    games, lead = len(one), edge[:, 0]
    place = np.tile(np.array([1, 2, 1, 1, 2, 1], dtype=np.int32), games // 3)
    advantage = np.stack([lead > 0.0, lead < 0.0], axis=1).ravel().astype(np.float64)
    return log._replace(
        period=np.array([0, games], dtype=np.uint32),
        game=np.arange(0, 2 * games + 1, 2, dtype=np.uint32),
        player=np.stack([one, two], axis=1).ravel().astype(np.uint32),
        place=place,
        advantage=advantage if len(log.advantage) else np.zeros(0),
        covariates=np.ascontiguousarray(edge[:, 1:]).ravel(),
        weight=np.zeros(games),
    )
