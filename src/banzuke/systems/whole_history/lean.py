"""How far strengths are from the ratings where odds lean: variances around the likeliest.

The likelihood falls off more slowly away from even odds, so that mean strengths lie further out
than the likeliest ones: to first order by half the curvature's inverse, applied to what each game's
third derivative makes of the variance of its lead. There the curvature is taken, and its inverse
with the square of the way there is the mean square distance from the ratings.
"""

from __future__ import annotations

import math
from typing import Any

from banzuke.numeric.exact_sums import on_grid, span_of
from banzuke.numeric.logistic import bend_of, chance_of
from banzuke.parts.chains import find_step
from banzuke.systems.whole_history.covariance import find_joint_variances
from banzuke.systems.whole_history.likeliest import SETTLED, lay_out


def find_variances(rules: Any, work: Any, group: int) -> bool:
    """Write ``work.joint`` and ``work.tied`` of a group's nodes, units², by all its nodes together.

    False if the equations are too far gone.
    """
    begin, end = work.days.bounds[group], work.days.bounds[group + 1]
    good = False
    for node in range(begin, end):
        work.held[node] = work.found[node]
        work.off[node] = 0.0
    # At the ratings; further out; and, should that fail, at the ratings once more.
    for turn in range(3):
        for node in range(begin, end):
            work.found[node] = work.held[node] + work.off[node]
        grid = lay_out(rules, work, group, far=False)
        good = find_joint_variances(work, begin, end)
        if turn == 0 and good and rules.spread:
            find_way(rules, work, group, grid)
        elif good or turn == 0:
            break
        else:
            for node in range(begin, end):
                work.off[node] = 0.0
    for node in range(begin, end):
        work.found[node] = work.held[node]
    if good and rules.spread:
        for node in range(begin, end):
            add_way(work, node)
    return good


def find_way(rules: Any, work: Any, group: int, grid: float) -> None:
    """Write how far out mean strengths are, and the most that their variances may be."""
    days, chains = work.days, work.chains
    begin, end = days.bounds[group], days.bounds[group + 1]
    write_lean(rules, work, group)
    find_step(days, chains, group, (grid, 1.0), SETTLED)
    newcomer = 0.0
    for node in range(begin, end):
        newcomer = newcomer + 1.0 / chains.link[node] if chains.link[node] > 0.0 else rules.newcomer
        work.most[node] = max(newcomer, work.joint[node])
        # The mean of what has one top is no farther from it (N. L. Johnson, C. A. Rogers, 1951).
        most = math.sqrt(3.0 * work.joint[node])
        work.off[node] = max(min(chains.step[node], most), -most)


def add_way(work: Any, node: int) -> None:
    """Make the variance of a node a mean square.

    It is no more than the curvature at the rating says, or than somebody without a game has.
    """
    square = work.joint[node] + work.off[node] * work.off[node]
    work.joint[node] = min(square, work.most[node])
    work.held[node] = math.sqrt(work.joint[node] / square)
    if work.chains.link[node] > 0.0:
        both = work.tied[node] + work.off[node - 1] * work.off[node]
        work.tied[node] = work.held[node - 1] * work.held[node] * both


def write_lean(rules: Any, work: Any, group: int) -> None:
    """Write into the slope how the uncertain leads of games pull mean strengths outward."""
    days, chains = work.days, work.chains
    largest, most = 0.0, 2.0
    for at in range(days.game_bounds[group], days.game_bounds[group + 1]):
        game = days.games[at]
        one, two = days.node[2 * game], days.node[2 * game + 1]
        lead = work.found[one] - work.found[two] + work.edge[game]
        lean = chains.bend[game] * (chance_of(lead) - chance_of(-lead))
        work.pull[game] = 0.5 * lean * variance_of_lead(work, one, two)
        largest = max(largest, abs(work.pull[game]))
    begin, end = days.bounds[group], days.bounds[group + 1]
    for node in range(begin, end):
        most = max(most, 1.0 * (days.slots[node + 1] - days.slots[node]))
    fine = span_of(largest * most)
    for node in range(begin, end):
        slope = 0.0
        for slot in range(days.slots[node], days.slots[node + 1]):
            slope += on_grid(chains.slot_share[slot] * work.pull[days.game[slot]], fine)
        if chains.link[node] <= 0.0:
            own = work.found[node]
            lean = rules.virtual * bend_of(own) * (chance_of(own) - chance_of(-own))
            slope += lean * work.joint[node]
        chains.slope[node] = slope


def variance_of_lead(work: Any, one: int, two: int) -> float:
    """The variance of what one day's strength is above another one, units²; they have a game."""
    row, column = work.rank[one], work.rank[two]
    if row < column:
        row, column = column, row
    both = work.matrix[work.cell[row] + column]
    return max(work.joint[one] + work.joint[two] - 2.0 * both, 0.0)
