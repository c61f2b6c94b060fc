"""The results as counts: how often each player won, tied and lost against each other one."""

from __future__ import annotations

import math
from typing import Any

from banzuke.model.log import Log
from banzuke.numeric.exact_sums import POINTS, on_grid
from banzuke.parts.meetings import opponent_of


def weigh(log: Log, rules: Any, work: Any, games: int) -> None:
    """Write ``work.weight``: how much each game counts, by its weight and its age, on the grid.

    games : how many there are
    """
    newest = 0.0
    if rules.decay > 0.0:
        newest += log.day[0]
        for game in range(games):
            newest = max(newest, log.day[game])
    for game in range(games):
        weight = log.weight[game]
        if rules.decay > 0.0:
            weight *= math.exp(-rules.decay * (newest - log.day[game]))
        work.weight[game] = on_grid(weight, POINTS)


def sort_games(log: Log, work: Any, n_players: int, games: int) -> int:
    """Write ``work.in_turn``, the games within a group that count; returns how many there are.

    Sorted by the greater place, then by the lesser, each time by counting: so rows stand as places
    do, whatever order results came in.
    """
    for at in range(n_players):
        work.starts[at] = 0
        work.turns[at] = 0
    for game in range(games):
        if is_within(log, work, game):
            one, two = places_of(log, work, game)
            work.starts[max(one, two)] += 1
            work.turns[min(one, two)] += 1
    by_greater, by_lesser = 0, 0
    for at in range(n_players):
        many, work.starts[at] = work.starts[at], by_greater
        by_greater += many
        many, work.turns[at] = work.turns[at], by_lesser
        by_lesser += many
    for game in range(games):
        if is_within(log, work, game):
            one, two = places_of(log, work, game)
            at = max(one, two)
            work.sorted[work.starts[at]] = game
            work.starts[at] += 1
    for number in range(by_greater):
        one, two = places_of(log, work, work.sorted[number])
        at = min(one, two)
        work.in_turn[work.turns[at]] = work.sorted[number]
        work.turns[at] += 1
    return by_greater


def is_within(log: Log, work: Any, game: int) -> bool:
    """Whether a game counts, and is one between players of a group."""
    one, two = log.player[2 * game], log.player[2 * game + 1]
    return work.weight[game] > 0.0 and work.begin[one] == work.begin[two]


def places_of(log: Log, work: Any, game: int) -> tuple[int, int]:
    """The places of the two of a game."""
    return work.place[log.player[2 * game]], work.place[log.player[2 * game + 1]]


def count_rows(log: Log, rules: Any, work: Any, n_players: int, games: int) -> None:
    """Write the rows of all groups."""
    many = sort_games(log, work, n_players, games)
    used, number = 0, 0
    for at in range(n_players):
        work.head[at] = used
        before = -1
        while number < many:
            game = work.in_turn[number]
            one, two = places_of(log, work, game)
            if min(one, two) > at:
                break
            there = max(one, two)
            if there != before:
                work.mark[0] = work.mark[1] = work.mark[2] = -1
                before = there
            # No branch: who of the two has the lesser place is as good as chance.
            used = count_game(log, rules, work, (there, 2 * game + (one > two), used))
            number += 1
    work.head[n_players] = used
    if rules.prior_wins > 0.0:
        add_virtual_games(rules, work, n_players)


def count_game(log: Log, rules: Any, work: Any, which: tuple[int, int, int]) -> int:
    """Count a game; which : the greater place, the other's entry, rows so far. Returns these."""
    there, entry, used = which
    weight, side = work.weight[entry // 2], 1
    if rules.advantage != 0.0 or rules.find_advantage:
        lead = log.advantage[entry] - log.advantage[opponent_of(entry)]
        if lead > 0.0:
            side = 2
        elif lead < 0.0:
            side = 0
    row, used = row_of(rules, work, (there, side), used, rules.covariates > 0)
    for number in range(rules.covariates):
        more = log.covariates[entry // 2 * rules.covariates + number]
        work.edges[row * rules.covariates + number] = more if entry % 2 == 0 else -more
    mine, theirs = log.place[entry], log.place[opponent_of(entry)]
    won, lost = weight * (mine < theirs), weight * (mine > theirs)
    work.won[row] += won
    work.lost[row] += lost
    work.drawn[row] += (weight - won) - lost
    if rules.sandwich:
        add_square(work, row, mine, theirs, weight * weight)
    if rules.prior_wins > 0.0:
        # Virtual games have no advantage, and a row of their own if all others have one.
        row, used = row_of(rules, work, (there, 1), used, alone=False)
        work.virtual[row] = True
        for number in range(rules.covariates):
            work.edges[row * rules.covariates + number] = 0.0
    return used


def add_square(work: Any, row: int, mine: int, theirs: int, square: float) -> None:
    """Add the square of a game's weight to that of the row; mine, theirs : the places in it."""
    if mine < theirs:
        work.won_2[row] += square
    elif mine > theirs:
        work.lost_2[row] += square
    else:
        work.drawn_2[row] += square


def row_of(
    rules: Any, work: Any, which: tuple[int, int], used: int, alone: bool
) -> tuple[int, int]:
    """The row of two players and an advantage (0, 1, 2), and rows so far; a new one is begun.

    which : the greater place, and the advantage; alone : whether the game has a row to itself
    """
    there, side = which
    row = work.mark[side]
    if alone or row < 0:
        row = used
        used += 1
        if not alone:
            work.mark[side] = row
        work.virtual[row] = False
        work.there[row] = there
        work.edge[row] = side - 1.0
        work.won[row] = work.drawn[row] = work.lost[row] = 0.0
        if rules.sandwich:
            work.won_2[row] = work.drawn_2[row] = work.lost_2[row] = 0.0
    return row, used


def add_virtual_games(rules: Any, work: Any, n_players: int) -> None:
    """Add the virtual wins of those who met to their rows."""
    for row in range(work.head[n_players]):
        if work.virtual[row]:
            work.won[row] += rules.prior_wins
            work.lost[row] += rules.prior_wins
