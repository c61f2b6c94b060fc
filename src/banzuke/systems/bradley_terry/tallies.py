"""The results as counts: how often each player won, tied and lost against each other one."""

from __future__ import annotations

import math
from typing import Any, NamedTuple

import numpy as np

from banzuke.model.log import Column, Log
from banzuke.numeric.cholesky import BLOCK
from banzuke.numeric.exact_sums import POINTS, on_grid
from banzuke.parts.meetings import Meetings, meetings_of, opponent_of
from banzuke.systems.bradley_terry.parameters import MOST_JOINT

#: What ``Work.common`` holds.
ADVANTAGE, TIE, NEWEST, WHOLE = 0, 1, 2, 3

#: What is estimated beside the ratings, in this order; after these the covariates.
OF_ADVANTAGE, OF_TIE, OF_COVARIATES = 0, 1, 2


class Work(NamedTuple):
    """Scratch of the fit; ratings are in units, not points.

    Rows, one for two players of a group and an advantage, r in all; those of the player with the
    lesser place are neighbours, and all is seen from that one.
    head : int64[n_players + 1], a place's first row; there : uint32[r], the place of the other
    edge : float64[r], the advantage less the other's; edges : float64[covariates × r], the
    covariates likewise, in units of ``scale``; virtual : bool[r], whether it takes virtual games;
    won, drawn, lost : float64[r], weights
    won_2, drawn_2, lost_2 : float64[r], sums of the squares of weights, without virtual games
    bend, pull : float64[r], curvature and slope of the row
    Each float64[n_players], by place. found : the rating; step, rest, turn, way, image, slope,
    curve, fine, wide : of Newton's method and of the conjugate gradients; actual : points, span :
    of their sums
    By what is estimated and place, float64[c × n_players]. by_common : how the slope changes with
    what is estimated; with_common : how the rating does
    Each float64[n_players], by player. rating, deviation, compared, group : what the state is to
    have
    common : float64[4], advantage and tie as in ``Rules``, the day of the newest result, the span
    of sums over all results
    Of what is estimated, c in all. asked : bool[c], whether it is; push, stride : float64[c], the
    slope and the step; known, inverse : float64[c²], the curvature, and the covariance; spread :
    float64[c], the variances; aside, own, reach : float64[c], of a row, and the most of all rows
    shift, scale : float64[covariates], what a ``scale`` of each is worth, units
    Each int64[n_players]. member : the players by place, group by group; stack, calls, cursor,
    slot, number, low : of the search for groups; place, begin : by player, the own place and that
    where the group begins; many : by place, rows; games : by player, those that count
    arc : int64[entries], whom an entry took points off, -1 for nobody; counted : bool[entries],
    whether it counts
    mark : int64[3 × n_players], by place and advantage, the last row with that opponent
    matrix : float64[m²], of a group of m players, for the largest that gets one; panel : of it
    """

    meetings: Meetings
    head: Column
    there: Column
    edge: Column
    edges: Column
    virtual: Column
    won: Column
    drawn: Column
    lost: Column
    won_2: Column
    drawn_2: Column
    lost_2: Column
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
    fine: Column
    wide: Column
    actual: Column
    span: Column
    by_common: Column
    with_common: Column
    rating: Column
    deviation: Column
    compared: Column
    group: Column
    common: Column
    asked: Column
    push: Column
    stride: Column
    known: Column
    inverse: Column
    spread: Column
    aside: Column
    own: Column
    reach: Column
    shift: Column
    scale: Column
    member: Column
    stack: Column
    calls: Column
    cursor: Column
    slot: Column
    number: Column
    low: Column
    place: Column
    begin: Column
    many: Column
    games: Column
    arc: Column
    counted: Column
    mark: Column
    matrix: Column
    panel: Column


def work(log: Log, n_players: int) -> Work:
    """Room for the counts of a log and for the fit; what is never touched takes no memory."""
    games = len(log.game) - 1
    rows = 2 * games
    covariates = len(log.covariates) // max(games, 1)
    common = OF_COVARIATES + covariates
    most = min(int(np.count_nonzero(np.bincount(log.player))), MOST_JOINT)
    room: Any = [
        np.zeros(n_players + 1, dtype=np.int64),
        np.zeros(rows, dtype=np.uint32),
        np.zeros(rows),
        np.zeros(covariates * rows),
        np.zeros(rows, dtype=np.bool_),
        *(np.zeros(rows) for _ in range(8)),
        *(np.zeros(n_players) for _ in range(12)),
        *(np.zeros(common * n_players) for _ in range(2)),
        *(np.zeros(n_players) for _ in range(4)),
        np.zeros(4),
        np.zeros(common, dtype=np.bool_),
        *(np.zeros(common) for _ in range(2)),
        *(np.zeros(common * common) for _ in range(2)),
        *(np.zeros(common) for _ in range(4)),
        *(np.zeros(covariates) for _ in range(2)),
        *(np.zeros(n_players, dtype=np.int64) for _ in range(11)),
        np.zeros(len(log.player), dtype=np.int64),
        np.zeros(len(log.player), dtype=np.bool_),
        np.zeros(3 * n_players, dtype=np.int64),
        np.zeros(most * most),
        np.zeros(most * BLOCK),
    ]
    return Work(meetings_of(log, n_players), *room)


def weight_of(log: Log, rules: Any, work: Any, game: int) -> float:
    """How much a game counts, by its weight and its age, on the grid."""
    weight = log.weight[game]
    if rules.decay > 0.0:
        weight *= math.exp(-rules.decay * (work.common[NEWEST] - log.day[game]))
    return on_grid(weight, POINTS)


def find_newest(log: Log, rules: Any, work: Any, first: int, last: int) -> None:
    """Write the day of the newest of some games, from which ages are counted."""
    if rules.decay > 0.0:
        newest = log.day[first]
        for game in range(first, last):
            newest = max(newest, log.day[game])
        work.common[NEWEST] = newest


def count_rows(log: Log, rules: Any, work: Any, n_players: int) -> None:
    """Write the rows of all groups, from the entries that are linked by player."""
    for slot in range(3 * n_players):
        work.mark[slot] = -1
    used = 0
    for at in range(n_players):
        work.head[at] = used
        one = work.member[at]
        entry = work.meetings.first[one]
        while entry >= 0:
            other = opponent_of(entry)
            there = work.place[log.player[other]]
            if there > at and work.begin[log.player[other]] == work.begin[one]:
                weight = weight_of(log, rules, work, entry // 2)
                if weight > 0.0:
                    used = count_game(log, rules, work, (at, there, entry, used), weight)
            entry = work.meetings.following[entry]
    work.head[n_players] = used
    if rules.prior_wins > 0.0:
        add_virtual_games(rules, work, n_players)


def count_game(
    log: Log, rules: Any, work: Any, place: tuple[int, int, int, int], weight: float
) -> int:
    """Count a game; place : of both, the entry, and rows so far. Returns rows so far."""
    at, there, entry, used = place
    side = 1
    if rules.advantage != 0.0 or rules.find_advantage:
        lead = log.advantage[entry] - log.advantage[opponent_of(entry)]
        if lead > 0.0:
            side = 2
        elif lead < 0.0:
            side = 0
    row, used = row_of(work, (at, there, side), used, rules.covariates > 0)
    for number in range(rules.covariates):
        more = log.covariates[entry // 2 * rules.covariates + number]
        work.edges[row * rules.covariates + number] = more if entry % 2 == 0 else -more
    mine, theirs = log.place[entry], log.place[opponent_of(entry)]
    square = weight * weight
    if mine < theirs:
        work.won[row] += weight
        work.won_2[row] += square
    elif mine > theirs:
        work.lost[row] += weight
        work.lost_2[row] += square
    else:
        work.drawn[row] += weight
        work.drawn_2[row] += square
    if rules.prior_wins > 0.0:
        # Virtual games have no advantage, and a row of their own if all others have one.
        row, used = row_of(work, (at, there, 1), used, alone=False)
        work.virtual[row] = True
        for number in range(rules.covariates):
            work.edges[row * rules.covariates + number] = 0.0
    return used


def row_of(work: Any, place: tuple[int, int, int], used: int, alone: bool) -> tuple[int, int]:
    """The row of two players and an advantage (0, 1, 2), and rows so far; a new one is begun.

    alone : whether the game has a row to itself
    """
    at, there, side = place
    slot = 3 * there + side
    row = work.mark[slot]
    if alone or row < work.head[at]:
        row = used
        used += 1
        if not alone:
            work.mark[slot] = row
        work.virtual[row] = False
        work.there[row] = there
        work.edge[row] = side - 1.0
        work.won[row] = work.drawn[row] = work.lost[row] = 0.0
        work.won_2[row] = work.drawn_2[row] = work.lost_2[row] = 0.0
    return row, used


def add_virtual_games(rules: Any, work: Any, n_players: int) -> None:
    """Add the virtual wins of those who met to their rows."""
    for row in range(work.head[n_players]):
        if work.virtual[row]:
            work.won[row] += rules.prior_wins
            work.lost[row] += rules.prior_wins
