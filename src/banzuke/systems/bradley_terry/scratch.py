"""Scratch of the fit: room for all that it counts and reckons with, made once."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from banzuke.model.log import Column, Log
from banzuke.numeric.cholesky import BLOCK
from banzuke.parts.meetings import Meetings, meetings_of
from banzuke.systems.bradley_terry.parameters import MOST_JOINT

#: What ``Work.common`` holds.
ADVANTAGE, TIE, WHOLE = 0, 1, 2

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
    won_2, drawn_2, lost_2 : float64[r], sums of the squares of weights, without virtual games, if
    ``Rules.sandwich``
    bend, pull : float64[r], curvature and slope of the row; tied, cross, bow : float64[r], the
    slope by the strength of ties, the curvature by both and by that alone, unless nothing but the
    ratings tells who wins
    Each float64[n_players], by place. found : the rating; step, rest, turn, way, image, slope,
    curve, fine, wide : of Newton's method and of the conjugate gradients; power : e^rating;
    actual : points, span : of their sums
    By what is estimated and place, float64[c × n_players]. by_common : how the slope changes with
    what is estimated; with_common : how the rating does
    Each float64[n_players], by player. rating, deviation, compared, group : what the state is to
    have
    common : float64[3], advantage and tie as in ``Rules``, the span of sums over all results
    Of what is estimated, c in all. asked : bool[c], whether it is; push, stride : float64[c], the
    slope and the step; known, inverse : float64[c²], the curvature, and the covariance; spread :
    float64[c], the variances; aside, own, reach : float64[c], of a row, and the most of all rows
    shift, scale : float64[covariates], what a ``scale`` of each is worth, units
    Each int64[n_players]. member : the players by place, group by group; stack, calls, cursor,
    slot, number, low : of the search for groups; place, begin : by player, the own place and that
    where the group begins; many : by place, rows; games : by player, those that count
    arc : int64[entries], whom an entry took points off, -1 for nobody; counted : bool[entries],
    whether it counts
    weight : float64[games], how much each counts; in_turn, sorted : int64[games], the games by the
    lesser place and then the greater one, and by the greater one only; starts, turns :
    int64[n_players], where those of a place go
    mark : int64[3], by advantage, the row of the two whose games are being counted
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
    tied: Column
    cross: Column
    bow: Column
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
    power: Column
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
    weight: Column
    in_turn: Column
    sorted: Column
    starts: Column
    turns: Column
    mark: Column
    matrix: Column
    panel: Column


#: The columns of float64 that have a number for each row; place; player; all that is estimated.
BY_ROW = (
    "edge",
    "won",
    "drawn",
    "lost",
    "won_2",
    "drawn_2",
    "lost_2",
    "bend",
    "pull",
    "tied",
    "cross",
    "bow",
)
BY_PLACE = (
    *("found", "step", "rest", "turn", "way", "image", "slope", "curve", "fine", "wide"),
    *("power", "actual", "span"),
)
BY_PLAYER = ("rating", "deviation", "compared", "group")
ESTIMATED = ("push", "stride", "spread", "aside", "own", "reach")
#: Those of int64 that have one for each place or player.
NUMBERS = (
    *("member", "stack", "calls", "cursor", "slot", "number", "low", "place", "begin"),
    *("many", "games", "starts", "turns"),
)


def work(log: Log, n_players: int) -> Work:
    """Room for the counts of a log and for the fit; what is never touched takes no memory.

    What rows, games and entries have is written before it is read.
    """
    games, entries = len(log.game) - 1, len(log.player)
    rows = 2 * games
    covariates = len(log.covariates) // max(games, 1)
    common = OF_COVARIATES + covariates
    played = np.zeros(n_players, dtype=np.bool_)
    played[log.player] = True
    most = min(int(np.count_nonzero(played)), MOST_JOINT)
    room: dict[str, Any] = {name: np.empty(rows) for name in BY_ROW}
    room |= {name: np.zeros(n_players) for name in (*BY_PLACE, *BY_PLAYER)}
    room |= {name: np.zeros(n_players, dtype=np.int64) for name in NUMBERS}
    room |= {name: np.zeros(common) for name in ESTIMATED}
    return Work(
        meetings=meetings_of(log, n_players),
        head=np.zeros(n_players + 1, dtype=np.int64),
        there=np.empty(rows, dtype=np.uint32),
        edges=np.empty(covariates * rows),
        virtual=np.empty(rows, dtype=np.bool_),
        by_common=np.zeros(common * n_players),
        with_common=np.zeros(common * n_players),
        common=np.zeros(3),
        asked=np.zeros(common, dtype=np.bool_),
        known=np.zeros(common * common),
        inverse=np.zeros(common * common),
        shift=np.zeros(covariates),
        scale=np.zeros(covariates),
        arc=np.empty(entries, dtype=np.int64),
        counted=np.empty(entries, dtype=np.bool_),
        weight=np.empty(games),
        in_turn=np.empty(games, dtype=np.int64),
        sorted=np.empty(games, dtype=np.int64),
        mark=np.zeros(3, dtype=np.int64),
        matrix=np.zeros(most * most),
        panel=np.zeros(most * BLOCK),
        **room,
    )
