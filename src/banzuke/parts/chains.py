"""Strengths that wander from day to day, tied to each other by games: the equations of all.

The curvature of a fit is a chain for each player, whose days hang together with their neighbours
only, and a term for each game. Conjugate gradients solve for all players at once, with each
player's own chain solved exactly: so the work of a step is in proportion to games and days.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from banzuke.model.log import Column
from banzuke.numeric.exact_sums import on_grid, span_of
from banzuke.numeric.vectors import product_of
from banzuke.parts.newton_steps import NOTHING, most_turns
from banzuke.parts.place_trees import PlaceTrees, no_trees, pull_rows
from banzuke.parts.player_days import PlayerDays


class Chains(NamedTuple):
    """The equations, n nodes and g games, and scratch.

    first : int64[g + 1], the first entry of each game; share : float64[e], by how much a
    player's strength adds to the lead of the first side, less than 0 on the other
    slot_share : the same in the order of ``PlayerDays.entry``
    bend : float64[g], curvature of a game by that lead; across : its pull for a lead of ``way``
    lead : float64[g], of ``way``; noise : float64[g], by what a performance of many sides varies
    trees : how the leads of the sides of many hang together; each of them is a game here
    Each float64[n]. link : precision of the change since the player's day before, 0 on the first;
    base : curvature without games; own : without links; slope, curve : of all
    step : what the conjugate gradients find; rest, turn, way, image : as in ``newton_steps``, but
    ``turn`` by each player's own equations; pivot : of these
    """

    first: Column
    share: Column
    slot_share: Column
    bend: Column
    across: Column
    noise: Column
    lead: Column
    trees: PlaceTrees
    link: Column
    base: Column
    own: Column
    slope: Column
    curve: Column
    step: Column
    rest: Column
    turn: Column
    way: Column
    image: Column
    pivot: Column


def chains_of(
    first: Column, share: NDArray[np.float64], days: PlayerDays, trees: PlaceTrees | None = None
) -> Chains:
    """Room for the equations; ``first`` is ``Log.game``, where no game has more than two sides."""
    of_games: Any = [np.zeros(len(first) - 1) for _ in range(4)]
    of_nodes: Any = [np.zeros(len(days.owner)) for _ in range(11)]
    hang = no_trees(len(days.bounds) - 1) if trees is None else trees
    room: Any = [first.astype(np.int64), share, share[days.entry], *of_games, hang, *of_nodes]
    return Chains(*room)


def link_days(days: PlayerDays, chains: Chains, drift: float, begin: int, end: int) -> None:
    """Write ``link``: one over drift × days since the player's day before.

    drift : variance of a day
    """
    for node in range(begin, end):
        chains.link[node] = 0.0
        if node > begin and days.owner[node] == days.owner[node - 1]:
            chains.link[node] = 1.0 / (drift * (days.day[node] - days.day[node - 1]))


def find_step(
    days: PlayerDays, chains: Chains, group: int, grids: tuple[float, float], close: float
) -> None:
    """Write the step that makes the slope 0 where the curvature stays, by conjugate gradients.

    grids : spans that hold the curvature of all games of any node, and of any share
    close : the part of what is missing at which they may stop
    """
    begin, end = days.bounds[group], days.bounds[group + 1]
    factor_chains(chains, begin, end)
    solve_chains(chains, chains.slope, chains.turn, begin, end)
    for node in range(begin, end):
        chains.step[node] = 0.0
        chains.rest[node] = chains.slope[node]
        chains.way[node] = chains.turn[node]
    size = product_of(chains.rest, chains.turn, begin, end)
    start = size
    for _ in range(most_turns(end - begin)):
        if size <= close * close * start or size <= NOTHING:
            break
        look_ahead(days, chains, group, grids)
        bow = product_of(chains.way, chains.image, begin, end)
        if bow <= 0.0:
            break
        length = size / bow
        for node in range(begin, end):
            chains.step[node] += length * chains.way[node]
            chains.rest[node] -= length * chains.image[node]
        solve_chains(chains, chains.rest, chains.turn, begin, end)
        before = size
        size = product_of(chains.rest, chains.turn, begin, end)
        for node in range(begin, end):
            chains.way[node] = chains.turn[node] + size / before * chains.way[node]


def look_ahead(days: PlayerDays, chains: Chains, group: int, grids: tuple[float, float]) -> None:
    """Write ``image``: the curvature applied to ``way``."""
    begin, end = days.bounds[group], days.bounds[group + 1]
    largest = 0.0
    for node in range(begin, end):
        largest = max(largest, abs(chains.way[node]))
    span = span_of(largest)
    for at in range(days.game_bounds[group], days.game_bounds[group + 1]):
        game = days.games[at]
        chains.lead[game] = lead_of(days, chains, chains.way, game, grids[1] * span)
        chains.across[game] = -chains.bend[game] * chains.lead[game]
    pull_rows(chains.trees, group, chains.lead, chains.noise, chains.across, 0.0)
    fine = grids[0] * span
    for node in range(begin, end):
        total = chains.base[node] * chains.way[node]
        if chains.link[node] > 0.0:
            total -= chains.link[node] * chains.way[node - 1]
        if node + 1 < end and chains.link[node + 1] > 0.0:
            total -= chains.link[node + 1] * chains.way[node + 1]
        games = 0.0
        for slot in range(days.slots[node], days.slots[node + 1]):
            games -= on_grid(chains.slot_share[slot] * chains.across[days.game[slot]], fine)
        chains.image[node] = total + games


def lead_of(days: PlayerDays, chains: Chains, of: Column, game: int, grid: float) -> float:
    """By how much the first side of a game leads, of what ``of`` has at the nodes."""
    begin, end = chains.first[game], chains.first[game + 1]
    if end - begin == 2:
        one = chains.share[begin] * of[days.node[begin]]
        return one + chains.share[begin + 1] * of[days.node[begin + 1]]
    total = 0.0
    for entry in range(begin, end):
        total += on_grid(chains.share[entry] * of[days.node[entry]], grid)
    return total


def top_of(column: Column, begin: int, end: int) -> float:
    """A span that holds every value of a column."""
    largest = 0.0
    for node in range(begin, end):
        largest = max(largest, abs(column[node]))
    return span_of(largest)


def factor_chains(chains: Any, begin: int, end: int) -> None:
    """Write ``pivot``: of each player's own equations, from the first day to the last.

    What a day tells of the next is added up: taken off the links it would be lost beside them.
    """
    told = 0.0
    for node in range(begin, end):
        if chains.link[node] > 0.0:
            told = chains.own[node] + chains.link[node] * (told / chains.pivot[node - 1])
        else:
            told = chains.own[node]
        chains.pivot[node] = max(told, 1e-300)
        if node + 1 < end and chains.link[node + 1] > 0.0:
            chains.pivot[node] += chains.link[node + 1]


def solve_chains(chains: Any, given: Column, found: Column, begin: int, end: int) -> None:
    """Write the solution of each player's own equations, ``given`` on their right sides."""
    for node in range(begin, end):
        found[node] = given[node]
        if chains.link[node] > 0.0:
            found[node] += chains.link[node] / chains.pivot[node - 1] * found[node - 1]
    after = 0.0
    for step in range(end - begin):
        node = end - 1 - step
        value = found[node] / chains.pivot[node]
        if node + 1 < end and chains.link[node + 1] > 0.0:
            value += chains.link[node + 1] / chains.pivot[node] * after
        found[node] = value
        after = value


def find_own_variances(chains: Any, found: Column, begin: int, end: int) -> None:
    """Write the variance of each node if all other players' strengths were known.

    The diagonal of the inverse, from a player's last day to the first.
    """
    for step in range(end - begin):
        node = end - 1 - step
        variance = 1.0 / chains.pivot[node]
        if node + 1 < end and chains.link[node + 1] > 0.0:
            share = chains.link[node + 1] / chains.pivot[node]
            variance += share * share * found[node + 1]
        found[node] = variance
