"""The likeliest ratings of all days of a group at once, by Newton's method."""

from __future__ import annotations

import math
from typing import Any

from banzuke.numeric.exact_sums import on_grid, span_of
from banzuke.numeric.logistic import bend_of, chance_of
from banzuke.numeric.vectors import product_of
from banzuke.parts.chains import factor_chains, find_step, link_days
from banzuke.parts.newton_steps import LONG, NOTHING

#: A fit is good if no rating, were it alone, would still move by more units.
CLOSE = 1e-8
#: A fit ends when what is missing is less, as far as one can tell, units.
SETTLED = 1e-11
#: A fit that has not ended after so many steps is given up; some ten are usual.
MOST_STEPS = 200
#: After so many steps none is gone whole any more.
FULL_STEPS = 40
#: How closely the equations of the first steps are solved, as a part of what is missing.
ROUGHLY = 0.1


def fit_group(rules: Any, work: Any, group: int) -> bool:
    """Write ``work.found``, and the curvature there; False if the ratings do not settle.

    A step that would move some gap far is found anew by a curvature that is nowhere less, so that
    it leads uphill however far it goes (T. S. Jaakkola, M. I. Jordan, 2000). Any other is gone
    whole if it does not lead beyond the top by as much as half of the slope that it had before it.
    Else, if it moves some gap by d, ln(1 + d) / d of it is gone, with which no step is too long,
    wherever one begins (F. Bach, 2010).
    """
    days, chains = work.days, work.chains
    begin, end = days.bounds[group], days.bounds[group + 1]
    link_days(days, chains, rules.drift, begin, end)
    for node in range(begin, end):
        work.found[node] = 0.0
    grid, far = lay_out(rules, work, group, far=False), False
    close = ROUGHLY
    for number in range(MOST_STEPS):
        find_step(days, chains, group, (grid, 1.0), close)
        largest = longest(work, group)
        if far or (largest > LONG and number < FULL_STEPS):
            if far:
                move(work, begin, end, 1.0)
            far = not far
            grid = lay_out(rules, work, group, far)
            continue
        ahead = product_of(chains.slope, chains.step, begin, end)
        move(work, begin, end, 1.0)
        grid = lay_out(rules, work, group, far=False)
        beyond = product_of(chains.slope, chains.step, begin, end)
        if number >= FULL_STEPS or abs(beyond) > 0.5 * ahead + NOTHING:
            # Too far, perhaps.
            share = math.log(1.0 + largest) / max(largest, 1e-9)
            move(work, begin, end, min(share, 1.0) - 1.0)
            grid = lay_out(rules, work, group, far=False)
            largest = max(largest, ROUGHLY)
        missing = largest * (largest + close)
        if missing < SETTLED:
            break
        # Far from the goal a step is not worth all its digits.
        close = max(min(ROUGHLY, largest), SETTLED / missing)
    factor_chains(chains, begin, end)
    return is_settled(chains, begin, end)


def move(work: Any, begin: int, end: int, share: float) -> None:
    """Move all ratings by a share of the step."""
    for node in range(begin, end):
        work.found[node] += share * work.chains.step[node]


def is_settled(chains: Any, begin: int, end: int) -> bool:
    """Whether no rating, were it alone, would still move."""
    for node in range(begin, end):  # noqa: SIM110  # a generator does not compile
        if not abs(chains.slope[node]) <= CLOSE * chains.curve[node]:
            return False
    return True


def lay_out(rules: Any, work: Any, group: int, far: bool) -> float:
    """Write slope and curvature of each day at the ratings as they are.

    far : whether for a step of any length, see ``bound_of``

    The slope is reckoned from what is lost and won against the odds, so that few points among
    many are as exact as any. Returns a span that holds the curvature of all games of any day.
    """
    days, chains = work.days, work.chains
    for at in range(days.game_bounds[group], days.game_bounds[group + 1]):
        game = days.games[at]
        lay_out_game(work, game, far)
    begin, end = days.bounds[group], days.bounds[group + 1]
    widest = 0.0
    for node in range(begin, end):
        own, games = work.found[node], days.slots[node + 1] - days.slots[node]
        pull, bend = 0.0, 0.0
        for slot in range(days.slots[node], days.slots[node + 1]):
            pull = max(pull, abs(work.pull[days.game[slot]]))
            bend = max(bend, chains.bend[days.game[slot]])
        fine, wide = span_of(games * pull), span_of(games * bend)
        widest = max(widest, wide)
        slope, curve, virtual = 0.0, 0.0, 0.0
        for slot in range(days.slots[node], days.slots[node + 1]):
            game = days.game[slot]
            slope += on_grid(chains.slot_share[slot] * work.pull[game], fine)
            curve += on_grid(chains.bend[game], wide)
        base = 0.0
        if chains.link[node] > 0.0:
            base += chains.link[node]
            slope -= chains.link[node] * (own - work.found[node - 1])
        else:
            virtual = 2.0 * rules.virtual * (bound_of(own) if far else bend_of(own))
            base += virtual
            slope += rules.virtual * (chance_of(-own) - chance_of(own))
        if node + 1 < end and chains.link[node + 1] > 0.0:
            base += chains.link[node + 1]
            slope += chains.link[node + 1] * (work.found[node + 1] - own)
        chains.slope[node] = slope
        chains.base[node] = base
        chains.own[node] = virtual + curve
        chains.curve[node] = max(base + curve, 1e-300)
    return 2.0 * widest


def bound_of(lead: float) -> float:
    """The curvature of a parabola that touches a game's log likelihood, and is nowhere above it."""
    if abs(lead) < 1e-3:
        return 0.25
    return 0.5 * math.tanh(0.5 * lead) / lead


def lay_out_game(work: Any, game: int, far: bool) -> None:
    """Write slope and curvature of a game, by its first player's lead."""
    node = work.days.node
    lead = work.found[node[2 * game]] - work.found[node[2 * game + 1]] + work.edge[game]
    part = math.exp(-abs(lead))
    likely = 1.0 / (1.0 + part)
    unlikely = part * likely
    weight, won = work.weight[game], work.won[game]
    work.chains.bend[game] = weight * (bound_of(lead) if far else likely * unlikely)
    pull = won * likely - (1.0 - won) * unlikely
    if lead >= 0.0:
        pull = won * unlikely - (1.0 - won) * likely
    work.pull[game] = weight * pull


def longest(work: Any, group: int) -> float:
    """By how much a step moves any gap at most, that from the virtual opponent included."""
    days, chains = work.days, work.chains
    largest = 0.0
    for node in range(days.bounds[group], days.bounds[group + 1]):
        if chains.link[node] <= 0.0:
            largest = max(largest, abs(chains.step[node]))
    for at in range(days.game_bounds[group], days.game_bounds[group + 1]):
        one = 2 * days.games[at]
        gap = chains.step[days.node[one]] - chains.step[days.node[one + 1]]
        largest = max(largest, abs(gap))
    return largest
