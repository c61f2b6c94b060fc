"""The results as counts: what each player took off each opponent, however many games it was."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from banzuke.model.log import Column, Log
from banzuke.numeric.exact_sums import POINTS, all_on_grid
from banzuke.parts.meetings import Meetings, meetings_of
from banzuke.systems.bradley_terry.parameters import MOST_JOINT


class Work(NamedTuple):
    """Scratch of the fit; ratings are in units, not points.

    Rows, one a player, opponent and advantage; r rows, those of a player are neighbours.
    head : int64[n_players + 1], a player's first row; other : int64[r], the opponent
    edge : float64[r], the player's advantage less the opponent's; played, won : float64[r],
    weights of the games and of the points; bend, pull : float64[r], curvature and slope of the row
    Each float64[n_players]. found : the rating; step, rest, turn, way, image, slope, curve : of
    Newton's method and of the conjugate gradients; actual, expected : points;
    rating, deviation, compared, group : what the state will have
    Each int64[n_players]. member : the players, group by group; stack, calls, cursor, number,
    low : of the search for groups; place : in the own group
    matrix : float64[m²], of a group of m players, for the largest that gets one
    """

    meetings: Meetings
    head: Column
    other: Column
    edge: Column
    played: Column
    won: Column
    bend: Column
    pull: Column
    found: Column
    step: Column
    rest: Column
    turn: Column
    way: Column
    image: Column
    slope: Column
    curve: Column
    actual: Column
    expected: Column
    rating: Column
    deviation: Column
    compared: Column
    group: Column
    member: Column
    stack: Column
    calls: Column
    cursor: Column
    number: Column
    low: Column
    place: Column
    matrix: Column


def work(log: Log, n_players: int) -> Work:
    """The counts of a log, and room for the fit."""
    rows = rows_of(log)
    head = np.searchsorted(rows[0], np.arange(n_players + 1)).astype(np.int64)
    many = len(np.unique(log.player))
    size = min(many, MOST_JOINT) ** 2
    floats = [np.zeros(n_players) for _ in range(14)]
    codes = [np.zeros(n_players, dtype=np.int64) for _ in range(7)]
    of_rows = [np.zeros(len(rows[0])) for _ in range(2)]
    room: Any = [*of_rows, *floats, *codes, np.zeros(size)]
    return Work(meetings_of(log, n_players), head, *rows[1:], *room)


def rows_of(log: Log) -> tuple[NDArray[np.int64], ...]:
    """(player, other, edge, played, won) of each row, sorted by the first three.

    Every two who met have a row without advantage, if need be one of no games.
    """
    first = log.game[:-1].astype(np.int64)
    weight = all_on_grid(np.asarray(log.weight, dtype=np.float64), POINTS)
    first, weight = first[weight > 0.0], weight[weight > 0.0]
    one, two = log.player[first].astype(np.int64), log.player[first + 1].astype(np.int64)
    lead = np.zeros(len(first))
    if len(log.advantage):
        lead = np.asarray(log.advantage[first] - log.advantage[first + 1], dtype=np.float64)
    mine, theirs = log.place[first], log.place[first + 1]
    points = weight * np.where(mine < theirs, 1.0, np.where(mine > theirs, 0.0, 0.5))
    none = np.zeros(2 * len(first) if (lead != 0.0).any() else 0)
    pairs = np.concatenate([one, two]), np.concatenate([two, one])
    more = [part[: len(none)] for part in pairs]
    player, other = (np.concatenate([part, extra]) for part, extra in zip(pairs, more, strict=True))
    edge = np.concatenate([lead, 0.0 - lead, none])
    played = np.concatenate([weight, weight, none])
    won = np.concatenate([points, weight - points, none])
    order = np.lexsort((edge, other, player))
    player, other, edge = player[order], other[order], edge[order]
    new = np.ones(len(order), dtype=np.bool_)
    new[1:] = (np.diff(player) != 0) | (np.diff(other) != 0) | (np.diff(edge) != 0.0)
    row = np.cumsum(new) - 1
    counts = int(new.sum())
    sums = [np.bincount(row, part[order], minlength=counts) for part in (played, won)]
    return player[new], other[new], edge[new], sums[0], sums[1]
