"""Forecasts: who will be first, and how likely a ranking is.

Each performance is normal around the strength of the side; its variance is that of the ratings
of all members and beta² for each. Of two sides the lead of one performance decides, and in the
models of Thurstone and Mosteller a lead within the margin is a draw; in the others there is
none. Of several sides the best performance is first, with no draws; those behind are in the
order in which they would come first without those before them.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import NamedTuple

from banzuke.model.log import Column, Log
from banzuke.numeric.exact_sums import CHANCES, on_grid
from banzuke.numeric.normal import log_normal_chance, normal_chance, normal_pull
from banzuke.systems.weng_lin.rules import Rules, State
from banzuke.systems.weng_lin.sides import mean_size, measured, side_end, size_factor

#: So many deviations on either side of a strength a performance may lie.
_REACH = 8.0

#: The most steps of a sum over performances: in so many parts of a deviation, and on either side.
_STEPS = 2000.0


class Field(NamedTuple):
    """Sides whose performances are compared, and what is summed over.

    begin, end : first entry, and the one after the last; mean : players to a side, as mean_size
    least : no deviation is taken as smaller, which moves no chance by more than a millionth
    lowest, step, steps : the performances that are summed over
    """

    begin: int
    end: int
    mean: float
    least: float
    lowest: float
    step: float
    steps: int


def predict(state: State, log: Log, rules: Rules, chance: Column, first: int, last: int) -> None:
    """Write the chance of each entry's side to be first; of two sides a draw counts half.

    chance : float64[n_entries], in [0, 1]; over the sides of a game they sum to 1
    """
    for game in range(log.period[first], log.period[last]):
        begin, end = 0 + log.game[game], 0 + log.game[game + 1]
        if log.side[end - 1] == 1:
            after = side_end(log.side, begin, end)
            win, draw, lose = duel_chances(state, log, rules, begin, end)
            for entry in range(begin, end):
                chance[entry] = (win if entry < after else lose) + 0.5 * draw
        else:
            mean = mean_size(log, rules, begin, end)
            first_chances(state, log, rules, chance, (begin, end), mean)


def likelihood(state: State, log: Log, rules: Rules, ways: Sequence[Sequence[int]]) -> list[float]:
    """How likely a game of up to five sides is to end in each of some ways, in [0, 1].

    Over all rankings of the sides they sum to 1.
    """
    begin, end = log.game[0], log.game[1]
    if log.side[end - 1] == 1:
        win, draw, lose = duel_chances(state, log, rules, begin, end)
        return [win if one < two else lose if one > two else draw for one, two in ways]
    # For each set of sides that may be left, the chance of each of them to be the best.
    best: dict[tuple[int, ...], list[float]] = {}
    found = []
    for way in ways:
        left = sorted(range(len(way)), key=way.__getitem__)
        chance = 0.0 if len(set(way)) < len(way) else 1.0
        while chance > 0.0 and len(left) > 1:
            key = tuple(sorted(left))
            if key not in best:
                best[key] = best_of(state, log, rules, key)
            chance *= best[key][key.index(left[0])]
            left = left[1:]
        found.append(chance)
    return found


def best_of(state: State, log: Log, rules: Rules, sides: tuple[int, ...]) -> list[float]:
    """The chance of each of some sides of the log's only game to have the best performance."""
    mean = mean_size(log, rules, log.game[0], log.game[1])
    entries = [entry for entry in range(log.game[1]) if log.side[entry] in sides]
    own = [sides.index(log.side[entry]) for entry in entries]
    part = log._replace(
        player=[log.player[entry] for entry in entries],
        play=[log.play[entry] for entry in entries],
        side=own,
    )
    chance = [0.0] * len(entries)
    first_chances(state, part, rules, chance, (0, len(entries)), mean)
    return [chance[own.index(number)] for number in range(len(sides))]


def duel_chances(
    state: State, log: Log, rules: Rules, begin: int, end: int
) -> tuple[float, float, float]:
    """The chances that the first of two sides wins, draws and loses; they sum to 1."""
    mean = mean_size(log, rules, begin, end)
    after = side_end(log.side, begin, end)
    one, variance_one = performance(state, log, rules, (begin, after), mean)
    two, variance_two = performance(state, log, rules, (after, end), mean)
    spread = math.sqrt(variance_one + variance_two)
    lead = one - two
    if spread == 0.0:
        # Nobody of either side plays.
        return 0.5, 0.0, 0.5
    if rules.normal == 0:
        return normal_chance(lead / spread), 0.0, normal_chance(-lead / spread)
    win = normal_chance((lead - rules.draw_margin) / spread)
    lose = normal_chance((-lead - rules.draw_margin) / spread)
    return win, max(1.0 - win - lose, 0.0), lose


def performance(
    state: State, log: Log, rules: Rules, span: tuple[int, int], mean: float
) -> tuple[float, float]:
    """The strength of a side and the variance of its performance; span : as of ``measured``."""
    factor = size_factor(log, rules, span[0], span[1], mean)
    return measured(state, log, rules, span, (factor, 0.0, rules.beta_2))


def first_chances(
    state: State, log: Log, rules: Rules, chance: Column, span: tuple[int, int], mean: float
) -> None:
    """Write the chance of each entry's side to have the best performance of several.

    span : the first entry of all sides, and the one after the last; mean : as of ``mean_size``
    """
    begin, end = span
    field = field_of(state, log, rules, begin, end, mean)
    for entry in range(begin, end):
        chance[entry] = 0.0
    for at in range(field.steps):
        x = field.lowest + at * field.step
        below = all_below(state, log, rules, field, x)
        if below > 0.0:
            head = begin
            while head < end:
                after = side_end(log.side, head, end)
                chance[head] += below * best_at(state, log, rules, field, (head, after), x)
                head = after
    largest = 0.0
    for entry in range(begin, end):
        largest = max(largest, chance[entry])
    total = 0.0
    for entry in range(begin, end):
        chance[entry] = on_grid(chance[entry] / largest, CHANCES)
        total += chance[entry]
    head = begin
    while head < end:
        after = side_end(log.side, head, end)
        share = chance[head] / total
        for entry in range(head, after):
            chance[entry] = share
        head = after


def field_of(state: State, log: Log, rules: Rules, begin: int, end: int, mean: float) -> Field:
    """What is summed over for the best of the sides from entry ``begin`` on."""
    lowest, highest = -math.inf, -math.inf
    widest, narrow = 0.0, math.inf
    head = begin
    while head < end:
        after = side_end(log.side, head, end)
        deviation = math.sqrt(performance(state, log, rules, (head, after), mean)[1])
        widest = max(widest, deviation)
        narrow = min(narrow, deviation)
        head = after
    if widest == 0.0:
        # Nobody plays.
        widest = 1.0
    least = max(narrow, 4.0 * _REACH * widest / _STEPS)
    head = begin
    while head < end:
        after = side_end(log.side, head, end)
        strength, variance = performance(state, log, rules, (head, after), mean)
        reach = _REACH * max(math.sqrt(variance), least)
        lowest = max(lowest, strength - reach)
        highest = max(highest, strength + reach)
        head = after
    # Sums of normal curves in steps of half a deviation are exact to many digits.
    steps = int((highest - lowest) / (0.5 * least)) + 1
    return Field(begin, end, mean, least, lowest, (highest - lowest) / steps, steps)


def all_below(state: State, log: Log, rules: Rules, field: Field, x: float) -> float:
    """The chance that no performance is above x; 0 where it is tiny."""
    logarithm = 0.0
    head = field.begin
    while head < field.end:
        after = side_end(log.side, head, field.end)
        strength, variance = performance(state, log, rules, (head, after), field.mean)
        z = (x - strength) / max(math.sqrt(variance), field.least)
        if z < -38.0:
            return 0.0
        logarithm += on_grid(log_normal_chance(z), CHANCES)
        head = after
    if logarithm < -700.0:
        return 0.0
    return math.exp(logarithm)


def best_at(
    state: State, log: Log, rules: Rules, field: Field, span: tuple[int, int], x: float
) -> float:
    """The chance, a point, that a side has performance x, over that it is not above it."""
    strength, variance = performance(state, log, rules, span, field.mean)
    deviation = max(math.sqrt(variance), field.least)
    return normal_pull((x - strength) / deviation) / deviation
