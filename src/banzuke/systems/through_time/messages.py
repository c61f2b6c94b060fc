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

from banzuke.model.log import Column, Log
from banzuke.numeric.exact_sums import on_grid, span_of
from banzuke.numeric.truncated_normal import truncated_above, truncated_between
from banzuke.parts.chains import find_step, lead_of, top_of

#: Messages stand still if no strength moves by more of its deviation, nor a variance by more.
STILL = 1e-11
#: What a mean may be off by rounding, as a part of it.
ROUNDING = 1e-14
#: Messages that do not stand still after so many sweeps are given up; some ten are usual.
MOST_SWEEPS = 300
#: From this sweep on what games tell moves only half of the way.
HALFWAY_FROM = 60


def pass_messages(log: Log, rules: Any, work: Any, group: int) -> bool:
    """Write ``work.mean`` and ``work.precision`` of a group; False if they do not stand still."""
    days, chains = work.days, work.chains
    begin, end = days.bounds[group], days.bounds[group + 1]
    begin_group(log, rules, work, group)
    grids = grids_of(rules, work, group)
    close = 0.01
    for sweep in range(MOST_SWEEPS):
        share = 1.0 if sweep < HALFWAY_FROM else 0.5
        span = top_of(work.mean, begin, end)
        for at in range(days.game_bounds[group], days.game_bounds[group + 1]):
            game = days.games[at]
            told = told_by(log, rules, work, game, grids[1] * span)
            chains.bend[game] += share * (told[0] - chains.bend[game])
            work.told[game] += share * (told[1] - work.told[game])
            tell_players(work, game)
        moved = add_precisions(work, group, grids[0])
        lay_out(work, group, grids)
        find_step(days, chains, group, grids, close)
        for node in range(begin, end):
            work.mean[node] += chains.step[node]
            # What is less than the last digits of a mean is no move.
            far = abs(chains.step[node]) - ROUNDING * abs(work.mean[node])
            moved = max(moved, far * math.sqrt(work.precision[node]))
        if moved <= STILL:
            return True
        close = min(0.01, max(moved, 1e-6))
    return False


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
    for at in range(days.game_bounds[group], days.game_bounds[group + 1]):
        game = days.games[at]
        chains.bend[game] = 0.0
        work.told[game] = 0.0
        noise = 0.0
        for entry in range(log.game[game], log.game[game + 1]):
            share = 1.0
            if rules.by_play == 1:
                share = log.play[entry]
            noise += on_grid(share * share, 2.0**20)
            if log.side[entry] > 0:
                share = -share
            chains.share[entry] = share
            work.ratio[entry] = 0.0
            work.part[entry] = 0.0
        work.noise[game] = max(rules.noise * noise, rules.least)
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


def told_by(log: Log, rules: Any, work: Any, game: int, grid: float) -> tuple[float, float]:
    """(precision, that times the mean) of what a game tells of the lead of its first side."""
    days, chains = work.days, work.chains
    begin, end = chains.first[game], chains.first[game + 1]
    for entry in range(begin, end):
        node, share = days.node[entry], chains.share[entry]
        own = work.precision[node] - chains.bend[game] * work.ratio[entry]
        # Less than nothing can be known only by a rounding error.
        work.cavity[entry] = share * share / max(own, 1e-12 * work.precision[node])
        work.part[entry] = work.ratio[entry] / work.precision[node]
    parts = sum_of(work.part, begin, end)
    lead = lead_of(days, chains, work.mean, game, grid)
    lead = (lead - work.told[game] * parts) / (1.0 - chains.bend[game] * parts)
    known = sum_of(work.cavity, begin, end)
    variance = known + work.noise[game]
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
    rest = (1.0 - information) * known + work.noise[game]
    return information / rest, (information * lead + spread * pull) / rest


def margin_of(rules: Any, players: float) -> float:
    """The draw margin of two sides with so many players together, points."""
    return rules.margin * math.sqrt(players)


def tell_players(work: Any, game: int) -> None:
    """Write how much of what a game tells of the lead it tells each player."""
    chains = work.chains
    begin, end = chains.first[game], chains.first[game + 1]
    known = sum_of(work.cavity, begin, end)
    for entry in range(begin, end):
        others = max(known - work.cavity[entry], 0.0)
        if end - begin == 2:
            others = work.cavity[2 * begin + 1 - entry]
        share = chains.share[entry]
        work.ratio[entry] = share * share / (1.0 + chains.bend[game] * others)


def sum_of(column: Column, begin: int, end: int) -> float:
    """The sum of entries of a game, in any order of its players."""
    if end - begin == 2:
        return column[begin] + column[begin + 1]
    largest = 0.0
    for entry in range(begin, end):
        largest = max(largest, abs(column[entry]))
    grid = span_of(largest * (end - begin))
    total = 0.0
    for entry in range(begin, end):
        total += on_grid(column[entry], grid)
    return total


def add_precisions(work: Any, group: int, grid: float) -> float:
    """Write the precision of each strength, by its games and the days around; the largest change.

    The change is a share of the precision.
    """
    days, chains = work.days, work.chains
    begin, end = days.bounds[group], days.bounds[group + 1]
    for node in range(begin, end):
        total = 0.0
        for slot in range(days.slots[node], days.slots[node + 1]):
            told = chains.bend[days.game[slot]] * work.ratio[days.entry[slot]]
            total += on_grid(told, grid)
        work.told_here[node] = total
        work.ahead[node] = work.prior[node]
        if chains.link[node] > 0.0:
            before = work.ahead[node - 1] + work.told_here[node - 1]
            work.ahead[node] = before / (1.0 + before / chains.link[node])
    moved = 0.0
    for step in range(end - begin):
        node = end - 1 - step
        work.behind[node] = 0.0
        if node + 1 < end and chains.link[node + 1] > 0.0:
            after = work.behind[node + 1] + work.told_here[node + 1]
            work.behind[node] = after / (1.0 + after / chains.link[node + 1])
        known = work.ahead[node] + work.told_here[node] + work.behind[node]
        moved = max(moved, abs(known - work.precision[node]) / known)
        work.precision[node] = known
    return moved


def lay_out(work: Any, group: int, grids: tuple[float, float]) -> None:
    """Write slope and curvature of each strength, by what games tell as it stands."""
    days, chains = work.days, work.chains
    begin, end = days.bounds[group], days.bounds[group + 1]
    span = top_of(work.mean, begin, end)
    largest = 0.0
    for at in range(days.game_bounds[group], days.game_bounds[group + 1]):
        game = days.games[at]
        lead = lead_of(days, chains, work.mean, game, grids[1] * span)
        work.pull[game] = work.told[game] - chains.bend[game] * lead
        largest = max(largest, abs(work.pull[game]))
    most = 1.0
    for node in range(begin, end):
        most = max(most, 1.0 * (days.slots[node + 1] - days.slots[node]))
    fine = span_of(2.0 * most * largest)
    for node in range(begin, end):
        slope, curve = 0.0, 0.0
        for slot in range(days.slots[node], days.slots[node + 1]):
            game, share = days.game[slot], chains.slot_share[slot]
            slope += on_grid(share * work.pull[game], fine)
            curve += on_grid(share * share * chains.bend[game], grids[0])
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
        chains.curve[node] = base + curve
