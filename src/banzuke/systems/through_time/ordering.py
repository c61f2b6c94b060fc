"""What the places of a game of many sides tell of what each side showed.

Between neighbouring places, and between a side and the place that it shares, a told game knows who
was ahead; what it tells each of the two follows from what is known of the other without it (R.
Herbrich, T. Minka, T. Graepel, 2006). Within a game that goes on until it hardly moves, each time
that its players are known better.
"""

from __future__ import annotations

import math
from typing import Any

from banzuke.numeric.exact_sums import on_grid, span_of
from banzuke.parts.chains import lead_of
from banzuke.systems.through_time.telling import find_cavities, read_lead, sum_of, tell_players
from banzuke.systems.through_time.told_games import ORDER, SHARED, SHOWN

#: So often at most the places of a game are gone over, each time that its players are.
MOST_ROUNDS = 20
#: A round that moves no performance by more of its deviation is the last one.
HARDLY = 1e-12


def order_performances(rules: Any, work: Any, group: int, how: tuple[float, float]) -> None:
    """Write what places tell of performances, and how much of that members are told.

    how : the grid of leads; the share of the way that what is told may go
    """
    days = work.days
    begin, end = days.game_bounds[group], days.game_bounds[group + 1]
    for at in range(begin, end):
        if work.games.kind[days.games[at]] == SHOWN:
            read_members(work, days.games[at], how[0])
    moved = 1.0
    for turn in range(MOST_ROUNDS + 1):
        gather_all(work, group)
        if moved <= HARDLY or turn == MOST_ROUNDS:
            break
        moved = share_places(rules, work, group, how[1])
        for step in range(2 * (end - begin)):
            at = begin + step
            if at >= end:
                at = 2 * end - 1 - at
            game = days.games[at]
            if work.games.kind[game] == ORDER:
                moved = max(moved, order_two(rules, work, game, how[1]))
    for at in range(begin, end):
        if work.games.kind[days.games[at]] == SHOWN:
            find_cavities(work, days.games[at])
            tell_players(work, days.games[at])


def read_members(work: Any, game: int, grid: float) -> None:
    """Tell a performance what is known of the members without the game."""
    days, chains = work.days, work.chains
    begin, last = chains.first[game], chains.first[game + 1] - 1
    find_cavities(work, game)
    known = sum_of(work.cavity, begin, last)
    beyond = lead_of(days, chains, work.mean, game, grid)
    mean = work.mean[days.node[last]] + beyond * (1.0 + known / work.noise[game])
    work.sent[last] = 1.0 / (known + work.noise[game])
    work.shift[last] = work.sent[last] * mean
    chains.bend[game] = 1.0 / work.noise[game]
    work.ratio[last] = work.sent[last] * work.noise[game]


def gather_all(work: Any, group: int) -> None:
    """Write what is known of each performance, and of each place that sides share."""
    for node in range(work.days.bounds[group], work.days.bounds[group + 1]):
        if work.days.owner[node] >= len(work.then.rating):
            gather(work, node)


def gather_both(work: Any, part: int) -> None:
    """Add up what is told of both of a told game's performances, the first of them ``part``."""
    for one in range(part, part + 2):
        gather(work, work.days.node[one])


def gather(work: Any, node: int) -> None:
    """Add up what is told of a performance or place, in any order."""
    days = work.days
    begin, end = days.slots[node], days.slots[node + 1]
    most, furthest = 0.0, 0.0
    for slot in range(begin, end):
        most = max(most, work.sent[days.entry[slot]])
        furthest = max(furthest, abs(work.shift[days.entry[slot]]))
    most, furthest = span_of(most * (end - begin)), span_of(furthest * (end - begin))
    known, shift = 0.0, 0.0
    for slot in range(begin, end):
        known += on_grid(work.sent[days.entry[slot]], most)
        shift += on_grid(work.shift[days.entry[slot]], furthest)
    work.precision[node] = known
    work.mean[node] = shift / known if known > 0.0 else 0.0


def share_places(rules: Any, work: Any, group: int, share: float) -> float:
    """Tell sides of the places that they share, and those of them; by how much that moves any."""
    days, moved = work.days, 0.0
    begin, end = days.game_bounds[group], days.game_bounds[group + 1]
    for at in range(begin, end):
        game = days.games[at]
        if work.games.kind[game] == SHARED:
            # All from the same strengths: so no order of the sides is any matter.
            moved = max(moved, tell_two(rules, work, game, share))
    for at in range(begin, end):
        game = days.games[at]
        if work.games.kind[game] == SHARED:
            part = work.chains.first[game]
            gather_both(work, part)
    return moved


def order_two(rules: Any, work: Any, game: int, share: float) -> float:
    """Tell two neighbouring places who is ahead; by how much that moves either."""
    part = work.chains.first[game]
    moved = tell_two(rules, work, game, share)
    gather_both(work, part)
    return moved


def tell_two(rules: Any, work: Any, game: int, share: float) -> float:
    """Write what a told game says to two performances; by how much it moves either, deviations."""
    chains, part = work.chains, work.chains.first[game]
    one, two = work.days.node[part], work.days.node[part + 1]
    mean, known = without(work, one, part)
    mean_2, known_2 = mean, 100.0 * known
    if work.precision[two] > 0.0:
        # Before its sides are known a place is as good as anywhere.
        mean_2, known_2 = without(work, two, part + 1)
    bend, told = read_lead(rules, work, game, (mean - mean_2, known + known_2))
    chains.bend[game] += share * (bend - chains.bend[game])
    work.told[game] += share * (told - work.told[game])
    bend, told = chains.bend[game], work.told[game]
    work.ratio[part] = 1.0 / (1.0 + bend * known_2)
    work.ratio[part + 1] = 1.0 / (1.0 + bend * known)
    moved = send(work, part, one, (bend, told + bend * mean_2))
    return max(moved, send(work, part + 1, two, (bend, bend * mean - told)))


def without(work: Any, node: int, part: int) -> tuple[float, float]:
    """(mean, variance) of a performance without what one told game says of it."""
    whole = work.precision[node]
    known = max(whole - work.sent[part], 1e-12 * whole)
    return (whole * work.mean[node] - work.shift[part]) / known, 1.0 / known


def send(work: Any, part: int, node: int, told: tuple[float, float]) -> float:
    """Keep what a told game says to a performance; by how much that moves it, deviations."""
    known, shift = work.ratio[part] * told[0], work.ratio[part] * told[1]
    whole = max(work.precision[node], known)
    more = known - work.sent[part]
    moved = abs(more) / whole
    moved += abs(shift - work.shift[part] - more * work.mean[node]) / math.sqrt(whole)
    work.sent[part], work.shift[part] = known, shift
    return moved


def spans_of_told(work: Any, group: int) -> tuple[float, float]:
    """Spans that hold the precisions that games tell a node, and those of leads that they tell."""
    days, chains = work.days, work.chains
    most, largest, widest = 1.0, 0.0, 0.0
    for node in range(days.bounds[group], days.bounds[group + 1]):
        most = max(most, 1.0 * (days.slots[node + 1] - days.slots[node]))
    for at in range(days.game_bounds[group], days.game_bounds[group + 1]):
        game = days.games[at]
        widest = max(widest, chains.bend[game])
        for part in range(chains.first[game], chains.first[game + 1]):
            largest = max(largest, chains.bend[game] * work.ratio[part])
    return span_of(2.0 * most * largest), span_of(2.0 * most * widest)
