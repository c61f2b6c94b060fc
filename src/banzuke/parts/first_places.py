"""How a game may end: the chance to be first, and the chance of just these places."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

from banzuke.model.log import Column, Log
from banzuke.numeric.exact_sums import CHANCES, on_grid
from banzuke.numeric.normal import ROOT_2
from banzuke.parts.contests import tied_until
from banzuke.parts.deviations import NEVER
from banzuke.parts.orders_of_places import Performer, chances_of_places
from banzuke.parts.performances import margin_of, side_end, side_performance

#: Further away than any performance.
FAR = 1e300

#: Gauss and Legendre's five places in (0, 1), and their weights.
_SHARES = (
    (0.046910077030668, 0.11846344252809454),
    (0.23076534494715845, 0.23931433524968324),
    (0.5, 0.28444444444444444),
    (0.7692346550528415, 0.23931433524968324),
    (0.953089922969332, 0.11846344252809454),
)
#: The logarithm of a chance that adds nothing to what is near 1.
_FAINT = -60.0
#: No side performs 8 deviations below its mean, and of who is near the first place a twentieth
#: counts as below: density over chance is at most √(2 π) × 20 × 9, by the deviation.
_STEEPEST = 512.0
#: The chance to be first is looked for in so many steps at most.
_MOST_STEPS = 4000


def predict(state: Any, log: Log, rules: Any, chance: Column, first: int, last: int) -> None:
    """Write the chance of each entry's side to be first; who share the first place split it.

    chance : float64[n_entries], in [0, 1]; of two sides it is the expected score
    """
    for game in range(log.period[first], log.period[last]):
        chances_to_be_first(state, log, rules, chance, log.game[game], log.game[game + 1])


def chances_to_be_first(
    state: Any, log: Log, rules: Any, chance: Column, begin: int, end: int
) -> None:
    """The chance of each entry's side to be first, in the game of some entries, as ``predict``."""
    if log.side[end - 1] == 1:
        two_sides(state, log, rules, chance, begin, end)
    else:
        many_sides(state, log, rules, chance, begin, end)


def likelihood(state: Any, log: Log, rules: Any, ways: Sequence[Sequence[int]]) -> list[float]:
    """How likely the log's only game, of up to five sides, is to end in each of some ways.

    ways : places, one a side
    In [0, 1]; over all places that are possible they sum to 1, to nine digits or more.
    """
    begin, end = log.game[0], log.game[1]
    if log.side[end - 1] == 1:
        middle = side_end(log, begin, end)
        lead, spread, margin = difference(state, log, rules, begin, middle, end)
        win = within_reach(lead, spread, margin, FAR)
        draw = within_reach(lead, spread, -margin, margin)
        lose = within_reach(-lead, spread, margin, FAR)
        return [win if one < two else lose if one > two else draw for one, two in ways]
    performers = []
    head = begin
    while head < end:
        after = side_end(log, head, end)
        mean, variance = side_performance(state, log, rules, head, after, NEVER)
        performers.append(Performer(mean, math.sqrt(variance), 1.0 * (after - head)))
        head = after
    return chances_of_places(performers, rules.margin, ways)


def difference(
    state: Any, log: Log, rules: Any, begin: int, middle: int, end: int
) -> tuple[float, float, float]:
    """(mean, deviation, draw margin) of the difference of two sides' performances, points."""
    mean_a, variance_a = side_performance(state, log, rules, begin, middle, NEVER)
    mean_b, variance_b = side_performance(state, log, rules, middle, end, NEVER)
    margin = margin_of(rules, 1.0 * (end - begin))
    return mean_a - mean_b, math.sqrt(variance_a + variance_b), margin


def two_sides(state: Any, log: Log, rules: Any, chance: Column, begin: int, end: int) -> None:
    """The chance to win and half the chance to draw; the smaller of the two keeps its digits."""
    middle = side_end(log, begin, end)
    lead, spread, margin = difference(state, log, rules, begin, middle, end)
    away = abs(lead)
    worse = 0.25 * (
        math.erfc((away + margin) / (spread * ROOT_2))
        + math.erfc((away - margin) / (spread * ROOT_2))
    )
    for entry in range(begin, end):
        ahead = (lead > 0.0) == (entry < middle)
        chance[entry] = 1.0 - worse if ahead else worse
        if lead == 0.0:
            chance[entry] = 0.5


def many_sides(state: Any, log: Log, rules: Any, chance: Column, begin: int, end: int) -> None:
    """By quadrature over the best performance; on the first place are all within the draw margin.

    If N others share it, a side's part is 1 / (N + 1), the integral of s^N over s from 0 to 1.
    """
    low = high = -FAR
    narrow = -1.0
    head = begin
    while head < end:
        after = side_end(log, head, end)
        mean, variance = side_performance(state, log, rules, head, after, NEVER)
        spread = math.sqrt(variance)
        low, high = max(low, mean - 8.0 * spread), max(high, mean + 8.0 * spread)
        narrow = spread if narrow < 0.0 else min(narrow, spread)
        chance[head] = 0.0
        head = after
    sides = log.side[end - 1] + 1
    fine = 2.0 * math.sqrt(1.0 + 2.0 * math.log(sides))
    step = max(narrow / fine, (high - low) / _MOST_STEPS)
    players = (end - begin) / sides
    least = step * fine
    # No hazard is larger than this, where somebody is as low as the best performance may be.
    span = sides * _STEEPEST / least
    for number in range(int((high - low) / step) + 1):
        for share, weight in _SHARES:
            at = (low + number * step, share, least, players)
            add_shares(state, log, rules, chance, (begin, end), at, (weight, span))
    share_out(log, chance, begin, end)


def share_out(log: Log, chance: Column, begin: int, end: int) -> None:
    """Bring the parts of the sides, each at its first entry, to a sum of 1, in any order alike."""
    largest = total = 0.0
    for entry in range(begin, end):
        if entry == begin or log.side[entry] != log.side[entry - 1]:
            largest = max(largest, chance[entry])
    head = begin
    while head < end:
        chance[head] = on_grid(chance[head] / largest, CHANCES)
        total += chance[head]
        head = side_end(log, head, end)
    head = begin
    while head < end:
        after = side_end(log, head, end)
        part = chance[head] / total
        for entry in range(head, after):
            chance[entry] = part
        head = after


def add_shares(
    state: Any,
    log: Log,
    rules: Any,
    chance: Column,
    bounds: tuple[int, int],
    at: tuple[float, float, float, float],
    how: tuple[float, float],
) -> None:
    """Add each side's part of the first place where the best performance is one value.

    at : that value; the share s; the least spread of a performance; players of a side
    how : the weight of the value; the span of a grid on which hazards add up
    """
    begin, end = bounds
    weight, span = how
    logarithm = hazards = 0.0
    head = begin
    while head < end:
        after = side_end(log, head, end)
        density, tied, below = beside_best(state, log, rules, (head, after), at)
        # All that is added up here is on a grid, so that no order of the sides moves a bit.
        if below > 0.0:
            logarithm += on_grid(math.log(below), CHANCES)
            hazards += on_grid(density / below, span)
        if below <= 0.0 or logarithm < _FAINT:
            return
        head = after
    if hazards == 0.0:
        return
    product = weight * math.exp(logarithm)
    head = begin
    while head < end:
        after = side_end(log, head, end)
        density, tied, below = beside_best(state, log, rules, (head, after), at)
        best = density / below
        others = max(hazards - on_grid(best, span), 0.0)
        chance[head] += product * (best + at[1] * (tied / below) * others)
        head = after


def beside_best(
    state: Any,
    log: Log,
    rules: Any,
    bounds: tuple[int, int],
    at: tuple[float, float, float, float],
) -> tuple[float, float, float]:
    """(density there, chance to be within the margin below, chance to be below) of one side.

    In the chance to be below, being within the margin counts by the share.
    """
    head, after = bounds
    value, share, least, players = at
    mean, variance = side_performance(state, log, rules, head, after, NEVER)
    spread = max(math.sqrt(variance), least)
    away = (value - mean) / spread
    density = math.exp(-0.5 * away * away) / spread
    margin = margin_of(rules, (after - head) + players) / spread
    apart = 0.5 * math.erfc((margin - away) / ROOT_2)
    tied = within_reach(away, 1.0, 0.0, margin)
    return density, tied, apart + share * tied


def within_reach(lead: float, spread: float, low: float, high: float) -> float:
    """The chance that a performance of mean ``lead`` is from ``low`` to ``high``."""
    near = (low - lead) / (spread * ROOT_2)
    far = (high - lead) / (spread * ROOT_2)
    if near + far < 0.0:
        return 0.5 * (math.erfc(-far) - math.erfc(-near))
    return 0.5 * (math.erfc(near) - math.erfc(far))


def score(log: Log, rules: Any, scored: Column, first: int, last: int) -> None:
    """Write each entry's share of the first place of its game: 1 by the sides that have it.

    scored : float64[n_entries], in [0, 1]; over the sides of a game they sum to 1
    """
    for game in range(log.period[first], log.period[last]):
        begin, end = log.game[game], log.game[game + 1]
        after = tied_until(log.place, begin, end)
        sharing = log.side[after - 1] + 1
        for entry in range(begin, end):
            scored[entry] = 1.0 / sharing if entry < after else 0.0
