"""What the places of a game of many sides tell of the strength of each side.

A link of the game's tree knows who was ahead; what it tells of the gap follows from what is known
of both ends without it (R. Herbrich, T. Minka, T. Graepel, 2006). Links are gone over, best place
to worst and back, until none moves any more; then each side is told what that comes to.
"""

from __future__ import annotations

import math
from typing import Any

from banzuke.numeric.truncated_normal import learnt_above, learnt_between
from banzuke.parts.place_trees import (
    PlaceTrees,
    around,
    origin_of,
    pass_tree,
    shares_place,
    tell_better,
    tell_next,
    tell_places,
    tell_side,
)

#: So often at most the places of a game are gone over, each time that its players are.
MOST_ROUNDS = 100
#: A round that moves no performance by more of its deviation is the last one.
HARDLY = 1e-13
#: So much at least of the gap to a place that is shared is known; else nothing of the place may be.
FAINT = 1e-12
#: From the place that several sides share to one of them: two such gaps vary like one.
HALFWAY = math.sqrt(0.5)


def begin_tree(rules: Any, trees: PlaceTrees, tree: int) -> None:
    """Links tell nothing yet; of a place that sides share they tell that it is within reach."""
    for place in range(trees.places[tree], trees.places[tree + 1]):
        trees.known[place] = 0.0
        trees.slack[place] = 1.0
        trees.shift[place] = 0.0
        for side in range(trees.sides[place], trees.sides[place + 1]):
            reach = reach_of(rules, trees, place, side)
            trees.tie_known[side] = 1.0
            trees.tie_slack[side] = reach * reach / 3.0
            trees.tie_shift[side] = 0.0


def reach_of(rules: Any, trees: PlaceTrees, place: int, side: int) -> float:
    """How far a side may be from the place that it shares, points."""
    return HALFWAY * rules.margin * math.sqrt(trees.players[side] + trees.mean_players[place])


def order_tree(
    rules: Any, trees: PlaceTrees, tree: int, mean: Any, variance: Any, rounds: int
) -> float:
    """Write what links tell and what sides are told; by how much the last round moved any.

    mean, variance : by row, what is known of performances without the game
    rounds : so many at most; of 0 links tell what they did
    """
    begin, end = trees.places[tree], trees.places[tree + 1]
    how = (origin_of(trees, tree, mean), 1.0)
    pass_tree(trees, tree, mean, variance, how)
    moved = 0.0
    for _ in range(rounds):
        moved = 0.0
        for place in range(begin, end):
            order_place(rules, trees, place, mean, variance, how)
            if place + 1 < end:
                order_next(rules, trees, place)
                tell_next(trees, place, 1.0)
        for step in range(end - begin):
            place = end - 1 - step
            if place + 1 < end:
                order_next(rules, trees, place)
                tell_better(trees, place, 1.0)
            moved = max(moved, tell_anew(trees, place, mean, variance, how))
        if moved <= HARDLY:
            break
    return moved


def order_place(
    rules: Any, trees: PlaceTrees, place: int, mean: Any, variance: Any, how: tuple[float, float]
) -> None:
    """Write what sides and the place that they share tell of each other."""
    if not shares_place(trees, place):
        return
    for side in range(trees.sides[place], trees.sides[place + 1]):
        row = trees.row[side]
        precision, about = around(trees, place, side)
        # Where one side is known so much better than all others, nothing of them is left.
        precision = max(precision, 1e-15 * trees.own[place])
        known = 1.0 / precision
        lead = (mean[row] - how[0]) - about * known
        spread = math.sqrt(variance[row] + known)
        reach = reach_of(rules, trees, place, side)
        share, rest, gain = learnt_between(lead / spread, reach / spread)
        trees.tie_known[side] = max(share, FAINT)
        trees.tie_slack[side] = rest * spread * spread
        trees.tie_shift[side] = gain * spread
    tell_places(trees, place, mean, variance, how)


def order_next(rules: Any, trees: PlaceTrees, place: int) -> None:
    """Write what is told of the gap between a place and the next one."""
    other = place + 1
    precision = trees.own[place] + trees.above[place]
    precision_2 = trees.own[other] + trees.below[other]
    lead = (trees.own_shift[place] + trees.above_shift[place]) / precision
    lead -= (trees.own_shift[other] + trees.below_shift[other]) / precision_2
    spread = math.sqrt(1.0 / precision + 1.0 / precision_2)
    reach = rules.margin * math.sqrt(trees.mean_players[place] + trees.mean_players[other])
    share, rest, gain = learnt_above((lead - reach) / spread)
    trees.known[place] = share
    trees.slack[place] = rest * spread * spread
    trees.shift[place] = share * reach + gain * spread


def tell_anew(
    trees: PlaceTrees, place: int, mean: Any, variance: Any, how: tuple[float, float]
) -> float:
    """Tell the sides of a place; by how much that moves any of them, deviations."""
    moved = 0.0
    for side in range(trees.sides[place], trees.sides[place + 1]):
        before, shift = trees.told[side], trees.told_shift[side]
        tell_side(trees, place, side, how[1])
        own = 1.0 / variance[trees.row[side]]
        whole, more = own + trees.told[side], trees.told[side] - before
        at = (own * (mean[trees.row[side]] - how[0]) + trees.told_shift[side]) / whole
        far = abs(trees.told_shift[side] - shift - more * at) / math.sqrt(whole)
        moved = max(moved, abs(more) / whole, far)
    return moved
