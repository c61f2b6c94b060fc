"""What each game tells of the sum of strengths in its rows, and each player of that."""

from __future__ import annotations

import math
from typing import Any

from banzuke.model.log import Column, Log
from banzuke.numeric.exact_sums import on_grid, span_of
from banzuke.numeric.truncated_normal import truncated_above, truncated_between
from banzuke.parts.performances import margin_of
from banzuke.parts.place_trees import sides_of
from banzuke.systems.through_time.ordering import MOST_ROUNDS, order_tree


def read_games(
    log: Log, rules: Any, work: Any, group: int, grid: float, how: tuple[int, float]
) -> float:
    """Write what the games of a group tell, all from the same strengths; by how much places move.

    grid : on which what games tell of a day is added up
    how : 1 to read them anew, 0 to write only what players are told, for cavities as they are
        now; the share of the way that what is told may go
    """
    days, chains = work.days, work.chains
    for at in range(days.game_bounds[group], days.game_bounds[group + 1]):
        row = days.games[at]
        find_cavities(work, row, grid)
        if work.rows.lone[row] == 1:
            if how[0] == 1:
                told = told_by(log, rules, work, row)
                work.said[row] += how[1] * (told[0] - work.said[row])
                work.told[row] += how[1] * (told[1] - work.told[row])
                chains.bend[row] = work.said[row]
            tell_players(work, row)
    moved = 0.0
    for tree in range(chains.trees.bounds[group], chains.trees.bounds[group + 1]):
        moved = max(moved, read_tree(rules, work, tree, how))
    return moved


def read_tree(rules: Any, work: Any, tree: int, how: tuple[int, float]) -> float:
    """Write what a game of many sides tells each; by how much its places still move."""
    chains, trees = work.chains, work.chains.trees
    begin, end = sides_of(trees, tree)
    for side in range(begin, end):
        row = trees.row[side]
        known = sum_of(work.cavity, chains.first[row], chains.first[row + 1])
        lead, way = chains.lead[row], 1.0
        if work.variance[row] > 0.0:
            lead -= known * work.pull[row]
            way = how[1]
        work.lead[row] += way * (lead - work.lead[row])
        work.variance[row] += way * (known + chains.noise[row] - work.variance[row])
    moved = order_tree(rules, trees, tree, work.lead, work.variance, how[0] * MOST_ROUNDS)
    for side in range(begin, end):
        row = trees.row[side]
        work.said[row] = trees.told[side] / (1.0 + trees.told[side] * chains.noise[row])
        tell_players(work, row)
    return moved


def find_cavities(work: Any, row: int, grid: float) -> None:
    """Write what is known of each part of a row without what the game tells.

    grid : on which what games tell of a day is added up, so that it is taken away without a rest
    """
    days, chains = work.days, work.chains
    for entry in range(chains.first[row], chains.first[row + 1]):
        node, share = days.node[entry], chains.share[entry]
        others = work.told_here[node] - on_grid(work.said[row] * work.ratio[entry], grid)
        own = work.ahead[node] + work.behind[node] + others
        work.cavity[entry] = share * share / own


def told_by(log: Log, rules: Any, work: Any, row: int) -> tuple[float, float]:
    """(precision, that times the mean) of what a game tells of the lead of its first side."""
    chains = work.chains
    begin, end = chains.first[row], chains.first[row + 1]
    known = sum_of(work.cavity, begin, end)
    lead = chains.lead[row] - known * work.pull[row]
    variance = known + chains.noise[row]
    spread = math.sqrt(variance)
    margin = margin_of(rules, 1.0 * (end - begin)) / spread
    first, last = log.place[begin], log.place[end - 1]
    if first == last:
        pull, information = truncated_between(lead / spread, margin)
    elif first < last:
        pull, information = truncated_above(lead / spread - margin)
    else:
        pull, information = truncated_above(-lead / spread - margin)
        pull = -pull
    rest = (1.0 - information) * known + chains.noise[row]
    return information / rest, (information * lead + spread * pull) / rest


def tell_players(work: Any, row: int) -> None:
    """Write how much of what a game tells of the sum of a row it tells each player."""
    chains = work.chains
    begin, end = chains.first[row], chains.first[row + 1]
    known = sum_of(work.cavity, begin, end)
    for entry in range(begin, end):
        others = max(known - work.cavity[entry], 0.0)
        if end - begin == 2:
            others = work.cavity[2 * begin + 1 - entry]
        share = chains.share[entry]
        work.ratio[entry] = share * share / (1.0 + work.said[row] * others)


def sum_of(column: Column, begin: int, end: int) -> float:
    """The sum of entries of a game, in any order of its players."""
    if end - begin <= 2:
        return column[begin] + (column[begin + 1] if end - begin == 2 else 0.0)
    largest = 0.0
    for entry in range(begin, end):
        largest = max(largest, abs(column[entry]))
    grid = span_of(largest * (end - begin))
    total = 0.0
    for entry in range(begin, end):
        total += on_grid(column[entry], grid)
    return total
