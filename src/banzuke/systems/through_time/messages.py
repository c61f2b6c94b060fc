"""What games tell of strengths, and strengths of games, until both stand still.

Each game tells of the lead of its first side: a precision, and that times a mean, by what is
known of all its players without this game (T. Minka's expectation propagation, as in P.
Dangauthier, R. Herbrich, T. Minka, T. Graepel, 2008). What strengths are by all that games tell
is then solved for all players and days at once, instead of by passing messages to and fro: where
messages stand still the means are the same. All games are read anew from the same strengths, so
that their order is no matter.
"""

from __future__ import annotations

import math
from typing import Any

from banzuke.model.log import Log
from banzuke.numeric.exact_sums import on_grid, span_of
from banzuke.parts.chains import find_step, lead_of, top_of
from banzuke.parts.place_trees import pull_rows, sides_of
from banzuke.systems.through_time.ordering import begin_tree
from banzuke.systems.through_time.reading import read_games

#: Messages stand still if no strength moves by more of its deviation, nor a variance by more.
STILL = 1e-11
#: Nor if they move by so little that it is digits that are lost, and no less for so many sweeps.
CLOSE, NO_NEARER = 1e-7, 20
#: What a mean may be off by rounding, as a part of it.
ROUNDING = 1e-14
#: Messages that do not stand still after so many sweeps are given up; some ten are usual.
MOST_SWEEPS = 300
#: From this sweep on, after one that came nearer by less, precisions are settled for what games
#: tell, in so many turns at most.
SLOW_FROM, SLOWLY = 10, 0.6
MOST_TURNS, SETTLED = 100, 0.01
#: From this sweep on what games tell moves only half of the way.
HALFWAY_FROM = 60
#: Sweeps come nearer if they halve the least move there was.
NEARER = 0.5
#: A step is solved for but for this part of it at most and at least: the nearer messages are to
#: standing still, the more exactly.
ROUGH, FINE = 0.01, 1e-6
#: Before the first sweep.
FAR = 1e300


def pass_messages(log: Log, rules: Any, work: Any, group: int) -> bool:
    """Write ``work.mean`` and ``work.precision`` of a group; False if they do not stand still.

    In turn games are read and strengths are solved for. Where that gets on slowly, since players
    meet in rings, what strengths are told is first settled for what games tell.
    """
    begin_group(log, rules, work, group)
    grids = grids_of(rules, work, group)
    since, slow, before, least = 0, False, FAR, FAR
    for sweep in range(MOST_SWEEPS):
        share = 1.0 if sweep < HALFWAY_FROM else 0.5
        places, told = read_anew(log, rules, work, group, grids, share)
        if slow:
            settle_precisions(log, rules, work, group, grids, share, told)
        digits = lost_digits(work, group)
        close = min(ROUGH, max(before, FINE))
        stepped = step_strengths(work, group, grids, close, digits)
        moved = max(places, told, stepped)
        if moved <= STILL + digits / math.sqrt(rules.noise):
            return True
        if moved <= NEARER * least:
            least, since = moved, sweep
        elif moved <= CLOSE and sweep - since >= NO_NEARER:
            return True
        slow = sweep >= SLOW_FROM and moved > SLOWLY * before
        before = moved
    return False


def read_anew(
    log: Log, rules: Any, work: Any, group: int, grids: tuple[float, float], share: float
) -> tuple[float, float]:
    """Write what games tell, and precisions by that; by how much places, and precisions, move.

    grids : as ``grids_of`` has them; share : of the way, that what games tell may go
    """
    find_pulls(work, group, grids[1])
    places = read_games(log, rules, work, group, grids[0], (1, share))
    return places, add_precisions(work, group, grids[0])


def settle_precisions(
    log: Log,
    rules: Any,
    work: Any,
    group: int,
    grids: tuple[float, float],
    share: float,
    first: float,
) -> None:
    """Write precisions that hardly move any more where what games tell stays as it is.

    first : by how much they moved when games were read; the others are those of ``read_anew``
    """
    told = first
    for _ in range(MOST_TURNS):
        if told <= SETTLED * first:
            break
        find_pulls(work, group, grids[1])
        read_games(log, rules, work, group, grids[0], (0, share))
        told = add_precisions(work, group, grids[0])


def lost_digits(work: Any, group: int) -> float:
    """What is less than the last digits of the largest mean, and no move."""
    bounds = work.days.bounds
    return ROUNDING * top_of(work.mean, bounds[group], bounds[group + 1])


def step_strengths(
    work: Any, group: int, grids: tuple[float, float], close: float, digits: float
) -> float:
    """Move strengths to where they are by all that games tell; the largest move.

    It is a share of the deviation, without the digits that are lost.
    grids : as ``grids_of`` has them; close : the part of what is missing that may stay missing
    """
    days, chains = work.days, work.chains
    find_pulls(work, group, grids[1])
    lay_out(work, group, grids[0])
    find_step(days, chains, group, grids, close)
    moved = 0.0
    for node in range(days.bounds[group], days.bounds[group + 1]):
        work.mean[node] += chains.step[node]
        far = abs(chains.step[node]) - digits
        moved = max(moved, far * math.sqrt(work.precision[node]))
    return moved


def begin_group(log: Log, rules: Any, work: Any, group: int) -> None:
    """Strengths as they are known before all games; nothing is told yet."""
    days, chains = work.days, work.chains
    for node in range(days.bounds[group], days.bounds[group + 1]):
        if chains.link[node] <= 0.0:
            work.mean[node] = work.prior_mean[node]
            work.ahead[node] = work.prior[node]
        else:
            before = work.ahead[node - 1]
            work.mean[node] = work.mean[node - 1]
            work.ahead[node] = before / (1.0 + before / chains.link[node])
        work.precision[node] = work.ahead[node]
        work.behind[node] = 0.0
        work.told_here[node] = 0.0
    for at in range(days.game_bounds[group], days.game_bounds[group + 1]):
        row = days.games[at]
        chains.bend[row] = 0.0
        work.said[row] = 0.0
        work.told[row] = 0.0
        work.variance[row] = 0.0
        work.lead[row] = 0.0
        noise = 0.0
        for entry in range(chains.first[row], chains.first[row + 1]):
            share = 1.0
            if rules.by_play == 1:
                share = log.play[entry]
            noise += on_grid(share * share, 2.0**20)
            chains.share[entry] = share * work.rows.sign[entry]
            work.ratio[entry] = 0.0
        chains.noise[row] = max(rules.noise * noise, rules.least)
    trees = chains.trees
    for tree in range(trees.bounds[group], trees.bounds[group + 1]):
        begin_tree(rules, trees, tree)
    for node in range(days.bounds[group], days.bounds[group + 1]):
        for slot in range(days.slots[node], days.slots[node + 1]):
            chains.slot_share[slot] = chains.share[days.entry[slot]]


def grids_of(rules: Any, work: Any, group: int) -> tuple[float, float]:
    """Spans that hold the precisions that games tell a node, and the players of a game."""
    days, chains = work.days, work.chains
    most, largest = 1.0, 2.0
    for node in range(days.bounds[group], days.bounds[group + 1]):
        most = max(most, 1.0 * (days.slots[node + 1] - days.slots[node]))
    for at in range(days.game_bounds[group], days.game_bounds[group + 1]):
        game = days.games[at]
        largest = max(largest, 1.0 * (chains.first[game + 1] - chains.first[game]))
    return span_of(2.0 * most * largest / rules.noise), span_of(2.0 * largest)


def add_precisions(work: Any, group: int, grid: float) -> float:
    """Write the precision of each strength, by its games and the days around; the largest change.

    The change is a share of the precision.
    """
    days, chains = work.days, work.chains
    begin, end = days.bounds[group], days.bounds[group + 1]
    for node in range(begin, end):
        total = 0.0
        for slot in range(days.slots[node], days.slots[node + 1]):
            told = work.said[days.game[slot]] * work.ratio[days.entry[slot]]
            total += on_grid(told, grid)
        work.told_here[node] = total
        work.ahead[node] = work.prior[node]
        if chains.link[node] > 0.0:
            before = work.ahead[node - 1] + work.told_here[node - 1]
            work.ahead[node] = before / (1.0 + before / chains.link[node])
    moved = 0.0
    # What is less than the last digits of what games tell is no move.
    step_of_grid = 2.0**-50 * grid
    for step in range(end - begin):
        node = end - 1 - step
        work.behind[node] = 0.0
        if node + 1 < end and chains.link[node + 1] > 0.0:
            after = work.behind[node + 1] + work.told_here[node + 1]
            work.behind[node] = after / (1.0 + after / chains.link[node + 1])
        known = work.ahead[node] + work.told_here[node] + work.behind[node]
        moved = max(moved, (abs(known - work.precision[node]) - step_of_grid) / known)
        work.precision[node] = known
    return moved


def find_pulls(work: Any, group: int, largest: float) -> None:
    """Write the sum of each row, and by how much the game still pulls it.

    largest : a span that holds the players of a game
    """
    days, chains = work.days, work.chains
    grid = largest * top_of(work.mean, days.bounds[group], days.bounds[group + 1])
    for at in range(days.game_bounds[group], days.game_bounds[group + 1]):
        row = days.games[at]
        lead = lead_of(days, chains, work.mean, row, grid)
        chains.lead[row] = lead
        work.pull[row] = work.told[row] - work.said[row] * lead
    pull_rows(chains.trees, group, chains.lead, chains.noise, work.pull, 1.0)


def lay_out(work: Any, group: int, grid: float) -> None:
    """Write slope and curvature of each strength, by what games tell as it stands.

    grid : on which what games tell of a day is added up
    """
    days, chains, trees = work.days, work.chains, work.chains.trees
    begin, end = days.bounds[group], days.bounds[group + 1]
    for tree in range(trees.bounds[group], trees.bounds[group + 1]):
        sides = sides_of(trees, tree)
        for side in range(sides[0], sides[1]):
            row = trees.row[side]
            chains.bend[row] = trees.told[side] / (1.0 + trees.told[side] * chains.noise[row])
    largest = 0.0
    for at in range(days.game_bounds[group], days.game_bounds[group + 1]):
        largest = max(largest, abs(work.pull[days.games[at]]))
    most = 1.0
    for node in range(begin, end):
        most = max(most, 1.0 * (days.slots[node + 1] - days.slots[node]))
    fine = span_of(2.0 * most * largest)
    for node in range(begin, end):
        slope, curve = 0.0, 0.0
        for slot in range(days.slots[node], days.slots[node + 1]):
            game, share = days.game[slot], chains.slot_share[slot]
            slope += on_grid(share * work.pull[game], fine)
            curve += on_grid(share * share * chains.bend[game], grid)
        own = work.mean[node]
        base = work.prior[node]
        slope += work.prior[node] * (work.prior_mean[node] - own)
        if chains.link[node] > 0.0:
            base += chains.link[node]
            slope -= chains.link[node] * (own - work.mean[node - 1])
        if node + 1 < end and chains.link[node + 1] > 0.0:
            base += chains.link[node + 1]
            slope += chains.link[node + 1] * (work.mean[node + 1] - own)
        chains.slope[node] = slope
        chains.base[node] = base
        chains.own[node] = work.prior[node] + curve
        chains.curve[node] = base + curve
