"""Games of more than two sides as trees: each side hangs on its place, each place on the next.

A side that has its place alone is the place; sides that share one hang on what the place stands
for, of which nothing is known but by them, so that no order of the sides is any matter. What a
link of the tree tells of the gap between its ends is a normal variable. Kept are how much of the
gap is ``known``, its ``slack`` and its ``shift``: the precision of what it tells is known / slack,
the mean shift / known. So a link may tell nothing, and it may tell the gap to the last digit.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from banzuke.model.log import Column, Log
from banzuke.numeric.exact_sums import on_grid, span_of

Ints = NDArray[np.int64]


class PlaceTrees(NamedTuple):
    """The trees, t of them, of p places and s sides.

    bounds : int64[groups + 1], the trees of each group of players
    places : int64[t + 1], the first place of each tree, the best one
    sides : int64[p + 1], the first side of each place; row : int64[s], whose strength it is
    players : float64[s], who belong to a side; mean_players : float64[p], of a side of the place
    tie_known, tie_slack, tie_shift : float64[s], of the gap from a side to a place that it shares
    known, slack, shift : float64[p], of the gap from a place to the next one of the game
    Messages, a precision and that times a mean. up, up_shift : float64[s], of sides to their
    places; own, own_shift, above, above_shift, below, below_shift : float64[p], what a place is
    told by its sides, by better places, by worse ones; told, told_shift : float64[s], what a side
    is told by all others
    """

    bounds: Column
    places: Column
    sides: Column
    row: Column
    players: Column
    mean_players: Column
    tie_known: Column
    tie_slack: Column
    tie_shift: Column
    known: Column
    slack: Column
    shift: Column
    up: Column
    up_shift: Column
    own: Column
    own_shift: Column
    above: Column
    above_shift: Column
    below: Column
    below_shift: Column
    told: Column
    told_shift: Column


def no_trees(groups: int) -> PlaceTrees:
    """Of games of two sides there are none."""
    none, one = np.zeros(0, dtype=np.int64), np.zeros(1, dtype=np.int64)
    return trees_of(np.zeros(groups + 1, dtype=np.int64), one, one, none, np.zeros(0))


def place_trees(log: Log, games: Ints, groups: Ints, row: Ints, count: int) -> PlaceTrees:
    """The trees of the games of more than two sides.

    games : int64, those games, group by group, and groups : int64, the group of each, of ``count``
    row : int64[entries], the row of each entry of the log
    """
    first = np.asarray(log.game, dtype=np.int64)
    sizes = np.diff(first)[games]
    tree = np.repeat(np.arange(len(games)), sizes)
    entry = np.arange(len(tree)) + np.repeat(first[games] - np.cumsum(sizes) + sizes, sizes)
    begin = np.append(True, np.diff(row[entry]) != 0)[: len(entry)]
    whose, tree, place = row[entry][begin], tree[begin], np.asarray(log.place)[entry][begin]
    players = np.diff(np.append(np.flatnonzero(begin), len(entry))).astype(np.float64)
    order = np.lexsort((whose, place, tree))
    whose, tree, place, players = whose[order], tree[order], place[order], players[order]
    new = np.append(True, (np.diff(tree) != 0) | (np.diff(place) != 0))[: len(tree)]
    sides = np.append(np.flatnonzero(new), len(tree))
    bounds = np.searchsorted(groups, np.arange(count + 1))
    places = np.searchsorted(tree[new], np.arange(len(games) + 1))
    return trees_of(bounds, places, sides, whose, players)


def trees_of(
    bounds: Ints, places: Ints, sides: Ints, row: Ints, players: NDArray[np.float64]
) -> PlaceTrees:
    """Trees of such places and sides, whose links tell nothing yet, and room for messages."""
    means = np.zeros(len(sides) - 1)
    np.add.at(means, np.repeat(np.arange(len(means)), np.diff(sides)), players)
    means /= np.diff(sides)
    of_sides = {"tie_known", "tie_slack", "tie_shift", "up", "up_shift", "told", "told_shift"}
    room: Any = [
        np.zeros(len(row) if name in of_sides else len(means)) for name in PlaceTrees._fields[6:]
    ]
    return PlaceTrees(bounds, places, sides, row, players, means, *room)


def origin_of(trees: PlaceTrees, tree: int, mean: Column) -> float:
    """The mean of a tree's sides, from which their means are counted, lest digits are lost."""
    begin, end = sides_of(trees, tree)
    top = 0.0
    for side in range(begin, end):
        top = max(top, abs(mean[trees.row[side]]))
    grid = span_of(top * (end - begin))
    total = 0.0
    for side in range(begin, end):
        total += on_grid(mean[trees.row[side]], grid)
    return total / (end - begin)


def sides_of(trees: PlaceTrees, tree: int) -> tuple[int, int]:
    """The first side of a tree, and the one after its last."""
    return trees.sides[trees.places[tree]], trees.sides[trees.places[tree + 1]]


def shares_place(trees: PlaceTrees, place: int) -> bool:
    """Whether a place has several sides."""
    return trees.sides[place + 1] - trees.sides[place] > 1


def tell_places(
    trees: PlaceTrees, place: int, mean: Column, variance: Column, how: tuple[float, float]
) -> None:
    """Write what a place is told by its sides, of performances of means and variances by row.

    how : from where means are counted; 1 to take what links tell, 0 for gaps of 0
    """
    begin, end = trees.sides[place], trees.sides[place + 1]
    if end - begin == 1:
        row = trees.row[begin]
        trees.own[place] = 1.0 / variance[row]
        trees.own_shift[place] = (mean[row] - how[0]) / variance[row]
        return
    most, furthest = 0.0, 0.0
    for side in range(begin, end):
        row = trees.row[side]
        known, slack = trees.tie_known[side], trees.tie_slack[side]
        rest = known * variance[row] + slack
        at = known * (mean[row] - how[0]) - how[1] * trees.tie_shift[side]
        trees.up[side] = known / rest
        trees.up_shift[side] = at / rest
        most = max(most, trees.up[side])
        furthest = max(furthest, abs(trees.up_shift[side]))
    most, furthest = span_of(most * (end - begin)), span_of(furthest * (end - begin))
    known, shift = 0.0, 0.0
    for side in range(begin, end):
        trees.up[side] = on_grid(trees.up[side], most)
        trees.up_shift[side] = on_grid(trees.up_shift[side], furthest)
        known += trees.up[side]
        shift += trees.up_shift[side]
    trees.own[place] = known
    trees.own_shift[place] = shift


def tell_next(trees: PlaceTrees, place: int, gap: float) -> None:
    """Write what the next place is told by a place and all better ones; ``gap`` is 1 or 0."""
    precision = trees.own[place] + trees.above[place]
    shift = trees.own_shift[place] + trees.above_shift[place]
    known, slack = trees.known[place], trees.slack[place]
    trees.above[place + 1] = 0.0
    trees.above_shift[place + 1] = 0.0
    if known > 0.0:
        rest = known + slack * precision
        trees.above[place + 1] = known * precision / rest
        at = known * shift - gap * trees.shift[place] * precision
        trees.above_shift[place + 1] = at / rest


def tell_better(trees: PlaceTrees, place: int, gap: float) -> None:
    """Write what a place is told by the next one and all worse ones; ``gap`` is 1 or 0."""
    precision = trees.own[place + 1] + trees.below[place + 1]
    shift = trees.own_shift[place + 1] + trees.below_shift[place + 1]
    known, slack = trees.known[place], trees.slack[place]
    trees.below[place] = 0.0
    trees.below_shift[place] = 0.0
    if known > 0.0:
        rest = known + slack * precision
        trees.below[place] = known * precision / rest
        at = known * shift + gap * trees.shift[place] * precision
        trees.below_shift[place] = at / rest


def around(trees: PlaceTrees, place: int, side: int) -> tuple[float, float]:
    """What is told of a place without one of the sides that share it."""
    precision = (trees.own[place] - trees.up[side]) + (trees.above[place] + trees.below[place])
    shift = (trees.own_shift[place] - trees.up_shift[side]) + (
        trees.above_shift[place] + trees.below_shift[place]
    )
    return precision, shift


def tell_side(trees: PlaceTrees, place: int, side: int, gap: float) -> None:
    """Write what a side of a place is told by all others of the game; ``gap`` is 1 or 0."""
    if not shares_place(trees, place):
        trees.told[side] = trees.above[place] + trees.below[place]
        trees.told_shift[side] = trees.above_shift[place] + trees.below_shift[place]
        return
    precision, shift = around(trees, place, side)
    known, slack = trees.tie_known[side], trees.tie_slack[side]
    trees.told[side] = 0.0
    trees.told_shift[side] = 0.0
    if known > 0.0:
        rest = known + slack * precision
        trees.told[side] = known * precision / rest
        at = known * shift + gap * trees.tie_shift[side] * precision
        trees.told_shift[side] = at / rest


def pass_tree(
    trees: PlaceTrees, tree: int, mean: Column, variance: Column, how: tuple[float, float]
) -> None:
    """Write what every side of a tree is told by all others, as ``tell_places``."""
    begin, end = trees.places[tree], trees.places[tree + 1]
    trees.above[begin] = 0.0
    trees.above_shift[begin] = 0.0
    trees.below[end - 1] = 0.0
    trees.below_shift[end - 1] = 0.0
    for place in range(begin, end):
        tell_places(trees, place, mean, variance, how)
        if place + 1 < end:
            tell_next(trees, place, how[1])
    for step in range(end - begin):
        place = end - 1 - step
        if place + 1 < end:
            tell_better(trees, place, how[1])
        for side in range(trees.sides[place], trees.sides[place + 1]):
            tell_side(trees, place, side, how[1])


def pull_rows(
    trees: PlaceTrees, group: int, lead: Column, noise: Column, pull: Column, gap: float
) -> None:
    """Write by how much games of many sides pull the strengths of their sides, by row.

    lead, noise : by row, strengths and the variances of performances around them; ``gap`` is 1,
    or 0 for what a change of strengths changes
    """
    for tree in range(trees.bounds[group], trees.bounds[group + 1]):
        origin = origin_of(trees, tree, lead)
        pass_tree(trees, tree, lead, noise, (origin, gap))
        begin, end = sides_of(trees, tree)
        for side in range(begin, end):
            row = trees.row[side]
            away = trees.told_shift[side] - trees.told[side] * (lead[row] - origin)
            pull[row] = away / (1.0 + trees.told[side] * noise[row])
