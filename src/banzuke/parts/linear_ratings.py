"""Ratings that solve linear equations over all results: one a player, in groups linked by games.

Each game says how far its first player is ahead, and weighs; ratings fit all games best, by
least squares, in whatever order they came. The state of such a system has rating, compared, which
is the players of the group, the player counted in, and group, a code of theirs and 1, 0 for none.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from banzuke.model.log import Column, Log, Record
from banzuke.model.phrases import Phrase, names_of, phrase
from banzuke.model.system import Given
from banzuke.numeric.exact_sums import POINTS, all_on_grid, on_grid, span_of
from banzuke.parts.chains import Chains, chains_of, find_step, lead_of, top_of
from banzuke.parts.day_changes import DayChanges, begin_changes, day_changes_of, take_part
from banzuke.parts.meetings import opponent_of
from banzuke.parts.one_fit import RATINGS, UNRATED
from banzuke.parts.player_days import PlayerDays, players_as_days

#: How closely the equations are solved, as a part of what is missing; and, a second time, what
#: rounding left of that: it is little, and a few digits of it are enough.
CLOSELY, ROUGHLY = 1e-12, 1e-3
#: An explanation rates all results once more: so many entries by the compiled kernel.
COMPILE_FROM = 7_500


class Work(NamedTuple):
    """Scratch; ``chains.bend`` is the weight of each game.

    lead : float64[g], by how much the first player is ahead in a game; pull : that, less what
    the ratings say, by weight; found : float64[nodes], ratings before they are put on the grid
    """

    days: PlayerDays
    chains: Chains
    changes: DayChanges
    lead: Column
    pull: Column
    found: Column


def work_of(log: Log, n_players: int) -> Work:
    """The games of a log as equations; those of weight 0 do not count."""
    weight = all_on_grid(np.asarray(log.weight, dtype=np.float64), POINTS)
    days = players_as_days(log, n_players, weight > 0.0)
    chains = chains_of(log.game, np.tile([1.0, -1.0], len(weight)), days)
    chains.bend[:] = weight
    of_games = np.zeros(len(weight)), np.zeros(len(weight))
    return Work(days, chains, day_changes_of(days), *of_games, np.zeros(len(days.owner)))


def given_columns(given: Given, n_players: int, otherwise: float) -> list[NDArray[np.float64]]:
    """Rating, compared and group before all results: who is given a rating keeps it until then."""
    rating = given.numbers("rating", n_players, otherwise)
    return [rating, np.zeros(n_players), np.zeros(n_players)]


def solve_group(work: Any, group: int, base: float) -> None:
    """Write ``found`` of a group: where all games together pull no rating any more.

    base : weight of what holds every rating at 0; where that is 0 the mean of the group is
    """
    days, chains = work.days, work.chains
    begin, end = days.bounds[group], days.bounds[group + 1]
    grid = weights_of(days, chains, group, base)
    for node in range(begin, end):
        work.found[node] = 0.0
        chains.link[node] = 0.0
        chains.base[node] = base
        total = base
        for slot in range(days.slots[node], days.slots[node + 1]):
            total += on_grid(chains.bend[days.game[slot]], grid)
        chains.own[node] = total
        chains.curve[node] = total
    for number in range(2):
        pull_games(work, group)
        lay_out(work, group, base)
        find_step(days, chains, group, (grid, 1.0), CLOSELY if number == 0 else ROUGHLY)
        for node in range(begin, end):
            work.found[node] += chains.step[node]
    if base <= 0.0:
        take_mean(work.found, begin, end)


def weights_of(days: PlayerDays, chains: Chains, group: int, base: float) -> float:
    """A span that holds the weights of all games of any node, and ``base``."""
    largest, most = 0.0, 1.0
    for at in range(days.game_bounds[group], days.game_bounds[group + 1]):
        largest = max(largest, chains.bend[days.games[at]])
    for node in range(days.bounds[group], days.bounds[group + 1]):
        most = max(most, 1.0 * (days.slots[node + 1] - days.slots[node]))
    return span_of(2.0 * (largest * most + base))


def pull_games(work: Any, group: int) -> None:
    """Write how each game of a group still pulls."""
    days, chains = work.days, work.chains
    for at in range(days.game_bounds[group], days.game_bounds[group + 1]):
        game = days.games[at]
        lead = lead_of(days, chains, work.found, game, 1.0)
        work.pull[game] = chains.bend[game] * (work.lead[game] - lead)


def lay_out(work: Any, group: int, base: float) -> None:
    """Write the slope of each node."""
    days, chains = work.days, work.chains
    begin, end = days.bounds[group], days.bounds[group + 1]
    largest, most = 0.0, 1.0
    for at in range(days.game_bounds[group], days.game_bounds[group + 1]):
        largest = max(largest, abs(work.pull[days.games[at]]))
    for node in range(begin, end):
        most = max(most, 1.0 * (days.slots[node + 1] - days.slots[node]))
    fine = span_of(2.0 * largest * most)
    for node in range(begin, end):
        slope = 0.0
        for slot in range(days.slots[node], days.slots[node + 1]):
            slope += on_grid(chains.slot_share[slot] * work.pull[days.game[slot]], fine)
        chains.slope[node] = slope - base * work.found[node]


def take_mean(column: Column, begin: int, end: int) -> None:
    """Take the mean of some values off each of them."""
    grid = span_of(2.0 * top_of(column, begin, end) * (end - begin))
    total = 0.0
    for node in range(begin, end):
        total += on_grid(column[node], grid)
    mean = total / (end - begin)
    for node in range(begin, end):
        column[node] -= mean


def write_group(state: Any, work: Any, group: int, middle: float) -> None:
    """Write the ratings of a group, around the middle, and with whom they can be compared."""
    days = work.days
    begin, end = days.bounds[group], days.bounds[group + 1]
    for node in range(begin, end):
        one = days.owner[node]
        work.changes.rating[node] = on_grid(middle + work.found[node], RATINGS)
        state.group[one] = days.owner[begin] + 1.0


def write_changes(state: Any, log: Log, record: Record, work: Any, span: tuple[int, int]) -> None:
    """Write the changes of the entries of a span, and the state after them.

    A rating is the mean, by weight, of what each game says of the player: the opponent's rating
    and the lead over that. So each game has a part of its own.
    span : first entry, and the one after the last
    """
    begin, end = span
    days = work.days
    begin_changes(days, work.changes, state.rating)
    for node in range(len(days.owner)):
        # What the parts are reckoned from, before any is added.
        work.found[node] = state.rating[days.owner[node]]
    for entry in range(begin, end):
        one, node = log.player[entry], days.node[entry]
        if len(record.before) > 0:
            record.before[entry] = state.rating[one]
            record.other_before[0, entry] = state.compared[one]
        record.change[entry] = 0.0
        if node >= 0:
            said = said_by(log, work, entry) - work.found[node]
            part = work.chains.bend[entry // 2] / work.chains.curve[node] * said
            record.change[entry] = take_rated_part(work.changes, node, state.rating[one], part)
            group = group_of(days, node)
            state.compared[one] = days.bounds[group + 1] - days.bounds[group]
        state.rating[one] += record.change[entry]
        if len(record.before) > 0:
            record.other_after[0, entry] = state.compared[one]


def take_rated_part(changes: Any, node: int, rating: float, part: float) -> float:
    """As ``take_part``; what the rating comes to is never the number that stands for none."""
    change = take_part(changes, node, part)
    if rating + change == UNRATED:
        changes.remaining[node] += UNRATED
        change -= UNRATED
    return change


def said_by(log: Log, work: Any, entry: int) -> float:
    """The rating that a game says its player has: the opponent's and the lead."""
    lead = work.lead[entry // 2]
    if entry % 2 == 1:
        lead = -lead
    return work.changes.rating[work.days.node[opponent_of(entry)]] + lead


def part_words(state: Any, work: Work, entry: int, said: float) -> str:
    """How an entry's part follows from what the game says, by weight, and the rating before."""
    node = int(work.days.node[entry])
    weight, total = float(work.chains.bend[entry // 2]), float(work.chains.curve[node])
    before = float(state.rating[work.days.owner[node]])
    text = f"{weight:g} / {total:g} × "
    return text + (f"{said:.6g}" if before == UNRATED else f"({said:.6g} − {before:.6g})")


def group_of(days: PlayerDays, node: int) -> int:
    """The group of a node."""
    low, high = 0, len(days.bounds) - 2
    while low < high:
        middle = (low + high + 1) // 2
        if days.bounds[middle] <= node:
            low = middle
        else:
            high = middle - 1
    return low


def remarks(state: Any, rules: Any, parameters: Any, played: Any) -> list[Phrase]:
    """What is to be told of the ratings: who was never linked to whom.

    played : bool[n_players], who has a game; ``{code}`` in texts stands for a player's name
    """
    found = []
    alone = played & (state.group == 0.0)
    without = np.flatnonzero(alone & (state.rating == UNRATED)).tolist()
    if without:
        found.append(
            phrase("no rating, no game with a weight: {players}", players=names_of(without))
        )
    still = np.flatnonzero(alone & (state.rating != UNRATED)).tolist()
    if still:
        found.append(
            phrase(
                "the rating to begin with, no game with a weight: {players}",
                players=names_of(still),
            )
        )
    groups = len(np.unique(state.group[state.group > 0.0]))
    if groups > 1:
        found.append(
            phrase(
                "{groups} groups of players never met: their ratings cannot be compared",
                groups=groups,
            )
        )
    return found
