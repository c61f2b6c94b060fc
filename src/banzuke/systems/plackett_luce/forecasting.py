"""Forecasts: who will be first, and how likely a ranking is."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

from banzuke.model.log import Column, Log
from banzuke.numeric.exact_sums import on_grid, span_of
from banzuke.parts.one_fit import POINTS_A_UNIT
from banzuke.systems.plackett_luce.rules import Rules, State


def predict(state: State, log: Log, rules: Rules, chance: Column, first: int, last: int) -> None:
    """Write each entry's chance to be first; alike where no games compare all players.

    chance : float64[n_entries], in [0, 1]; those of a game sum to 1
    """
    for game in range(log.period[first], log.period[last]):
        begin, end = 0 + log.game[game], 0 + log.game[game + 1]
        alike = is_comparable(state, log, begin, end)
        top = state.rating[log.player[begin]]
        for entry in range(begin, end):
            top = max(top, state.rating[log.player[entry]])
        for entry in range(begin, end):
            behind = (state.rating[log.player[entry]] - top) / POINTS_A_UNIT
            chance[entry] = math.exp(behind) if alike else 1.0
        share_out(chance, begin, end)


def share_out(powers: Column, begin: int, end: int) -> None:
    """Make powers of at most 1, one of which is 1, chances that sum to 1, in any order of them."""
    grid, total = span_of(1.0 * (end - begin)), 0.0
    for entry in range(begin, end):
        total += on_grid(powers[entry], grid)
    for entry in range(begin, end):
        powers[entry] /= total


def is_comparable(state: Any, log: Log, begin: int, end: int) -> bool:
    """Whether all players of a game are in one group."""
    apart = 0
    for entry in range(begin, end):
        if state.group[log.player[entry]] != state.group[log.player[begin]]:
            apart += 1
    return apart == 0


def likelihood(state: State, log: Log, rules: Rules, ways: Sequence[Sequence[int]]) -> list[float]:
    """How likely a game of up to five sides is to end in each of some ways, in [0, 1].

    They sum to 1: places are not shared, since the model only says how to count it if they are.
    """
    begin, end = int(log.game[0]), int(log.game[1])
    ratings = [float(state.rating[log.player[entry]]) for entry in range(begin, end)]
    if not is_comparable(state, log, begin, end):
        ratings = [0.0] * len(ratings)
    powers = [math.exp((rating - max(ratings)) / POINTS_A_UNIT) for rating in ratings]
    found = []
    for way in ways:
        chance = 0.0 if len(set(way)) < len(way) else 1.0
        left = sorted(range(len(way)), key=way.__getitem__)
        while chance > 0.0 and len(left) > 1:
            chance *= powers[left[0]] / sum(powers[side] for side in left)
            left = left[1:]
        found.append(chance)
    return found
