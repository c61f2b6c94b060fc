"""The points of each two, and the vector of ratings by powers of their matrix."""

from __future__ import annotations

import math
from typing import Any, NamedTuple

import numpy as np

from banzuke.model.log import Column, Log
from banzuke.numeric.exact_sums import POINTS, all_on_grid, on_grid, span_of
from banzuke.parts.day_changes import DayChanges, day_changes_of
from banzuke.parts.one_fit import UNSOLVED
from banzuke.parts.player_days import PlayerDays, players_as_days

#: Ratings stand still if none moves by more, as a part of the largest.
STILL = 1e-13
#: A fit that does not stand still after so many rounds is given up, or, of few rows, after so many
#: multiplications: either is about a second.
MOST_ROUNDS = 2_000
MOST_STEPS = 2_000_000
#: Ratings, of at most 1: steps of 2^-48.
RATINGS = 16.0


class Work(NamedTuple):
    """Scratch; n players, r rows, each a player and an opponent.

    row : int64[e], of each entry, -1 for a game of weight 0; head : int64[n + 1], a player's first
    facing : int64[r], the opponent; mine, theirs : float64[r], points; games : float64[r], weight
    value : float64[r], the source's a(i, j); now, after : float64[n], the vector; root : its
    eigenvalue; games_of : weight of all games of a player
    """

    days: PlayerDays
    changes: DayChanges
    row: Column
    head: Column
    facing: Column
    mine: Column
    theirs: Column
    games: Column
    value: Column
    now: Column
    after: Column
    root: Column
    games_of: Column


def work(log: Log, n_players: int) -> Work:
    """The points that everybody scored off each opponent, and room for the vector."""
    weight = all_on_grid(np.asarray(log.weight, dtype=np.float64), POINTS)
    days = players_as_days(log, n_players, weight > 0.0)
    entry = days.entry
    other = entry + 1 - 2 * (entry % 2)
    score = all_on_grid(np.nan_to_num(np.asarray(log.score)), POINTS)
    own, facing = days.node[entry], days.node[other]
    order = np.lexsort((facing, own))
    new = np.ones(len(order), dtype=np.bool_)
    new[1:] = (np.diff(own[order]) != 0) | (np.diff(facing[order]) != 0)
    of_sorted = np.cumsum(new) - 1
    row = np.full(len(log.player), -1, dtype=np.int64)
    row[entry[order]] = of_sorted
    count = int(new.sum())
    weights = weight[entry // 2]
    points = (all_on_grid(weights * score[at], POINTS) for at in (entry, other))
    sums = [np.bincount(of_sorted, part[order], minlength=count) for part in (*points, weights)]
    head = np.searchsorted(own[order][new], np.arange(len(days.owner) + 1)).astype(np.int64)
    nodes: Any = [np.zeros(len(days.owner)) for _ in range(4)]
    rows = head, facing[order][new], *sums, np.zeros(count)
    return Work(days, day_changes_of(days), row, *rows, *nodes)


def rate_group(state: Any, rules: Any, work: Work, group: int) -> None:
    """Write the ratings of a group: the Perron vector, by powers of the matrix."""
    days = work.days
    begin, end = days.bounds[group], days.bounds[group + 1]
    shift = lay_out(rules, work, begin, end)
    for node in range(begin, end):
        work.now[node] = 1.0 / (end - begin)
    good = False
    rows = work.head[end] - work.head[begin]
    for _ in range(max(MOST_ROUNDS, MOST_STEPS // max(rows, 1))):
        largest = multiply(work, begin, end, shift)
        moved = 0.0
        for node in range(begin, end):
            value = work.after[node] / largest
            moved = max(moved, abs(value - work.now[node]))
            work.now[node] = value
        if moved <= STILL:
            good = True
            break
    total = 0.0
    for node in range(begin, end):
        total += on_grid(work.now[node], span_of(2.0 * (end - begin)))
    for node in range(begin, end):
        one = days.owner[node]
        work.root[node] = largest - shift
        work.changes.rating[node] = on_grid(work.now[node] / total, RATINGS)
        state.compared[one] = end - begin
        state.group[one] = days.owner[begin] + 1.0 if good else UNSOLVED


def lay_out(rules: Any, work: Work, begin: int, end: int) -> float:
    """Write the matrix; what is added to its diagonal, so that powers of it settle."""
    largest = 0.0
    for node in range(begin, end):
        games = total = most = 0.0
        for row in range(work.head[node], work.head[node + 1]):
            most = max(most, work.games[row])
        rows = 1.0 * (work.head[node + 1] - work.head[node])
        grid = span_of(2.0 * most * rows)
        for row in range(work.head[node], work.head[node + 1]):
            games += on_grid(work.games[row], grid)
        work.games_of[node] = games
        divisor = games if rules.per_game == 1 else 1.0
        grid = span_of(2.0 * rows / divisor)
        for row in range(work.head[node], work.head[node + 1]):
            work.value[row] = shown(rules, work, row) / divisor
            total += on_grid(work.value[row], grid)
        largest = max(largest, total)
    return 0.5 * largest


def shown(rules: Any, work: Work, row: int) -> float:
    """The source's h of the share of the points that a player has against an opponent."""
    share = (work.mine[row] + 1.0) / (work.mine[row] + work.theirs[row] + 2.0)
    if rules.skew == 0:
        return share
    root = 0.5 * math.sqrt(abs(2.0 * share - 1.0))
    return 0.5 + root if share >= 0.5 else 0.5 - root


def multiply(work: Work, begin: int, end: int, shift: float) -> float:
    """Write the matrix times the vector, and so much of the vector more; the largest of it."""
    largest, grid = 0.0, span_of(8.0 * shift)
    for node in range(begin, end):
        total = shift * work.now[node]
        for row in range(work.head[node], work.head[node + 1]):
            total += on_grid(work.value[row] * work.now[work.facing[row]], grid)
        work.after[node] = total
        largest = max(largest, total)
    return largest
