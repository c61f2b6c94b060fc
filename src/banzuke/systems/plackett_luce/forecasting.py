"""Forecasts: who will be first, and how likely a ranking is."""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import combinations
from typing import Any

from banzuke.model.log import Column, Log
from banzuke.numeric.exact_sums import on_grid, span_of
from banzuke.parts.one_fit import POINTS_A_UNIT
from banzuke.systems.plackett_luce.first_places import BySize, share_first
from banzuke.systems.plackett_luce.rules import FIRST_STRENGTH, NO_TIES, Rules, State


def predict(state: State, log: Log, rules: Rules, chance: Column, first: int, last: int) -> None:
    """Write each entry's chance to be first; alike where no games compare all players.

    chance : float64[n_entries], in [0, 1]; those of a game sum to 1
    """
    for game in range(log.period[first], log.period[last]):
        begin, end = 0 + log.game[game], 0 + log.game[game + 1]
        if is_comparable(state, log, begin, end):
            predict_game(rules.sharing, state, log, chance, (begin, end))
        else:
            for entry in range(begin, end):
                chance[entry] = 1.0 / (end - begin)


def predict_game(
    sharing: bool | None, state: Any, log: Log, chance: Column, span: tuple[int, int]
) -> None:
    """Write the chances of a game all of whose players can be compared."""
    begin, end = span
    if sharing is not None:
        strengths = strengths_of(state, log.player[begin])
        share_first(log.player, state.rating, strengths, chance, span)
        return
    top = state.rating[log.player[begin]]
    for entry in range(begin, end):
        top = max(top, state.rating[log.player[entry]])
    for entry in range(begin, end):
        chance[entry] = math.exp((state.rating[log.player[entry]] - top) / POINTS_A_UNIT)
    share_out(chance, begin, end)


def strengths_of(state: Any, one: int) -> BySize:
    """The strengths of shared places, by size from 1, as a player's rating was estimated with."""
    return (
        1.0,
        strength_in(state, one, 2),
        strength_in(state, one, 3),
        strength_in(state, one, 4),
        strength_in(state, one, 5),
        strength_in(state, one, 6),
        strength_in(state, one, 7),
        strength_in(state, one, 8),
        strength_in(state, one, 9),
        strength_in(state, one, 10),
        strength_in(state, one, 11),
        strength_in(state, one, 12),
    )


def strength_in(state: Any, one: int, size: int) -> float:
    """The strength of places shared by ``size``, from 2, beside 1 for a place of one's own."""
    strength = state[FIRST_STRENGTH + size - 2][one]
    return math.exp(strength) if strength > NO_TIES else 0.0


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

    They sum to 1. Places are shared only where that is a part of the model: the other rules for
    shared places only say how to count them.
    """
    begin, end = int(log.game[0]), int(log.game[1])
    ratings = [float(state.rating[log.player[entry]]) for entry in range(begin, end)]
    strengths: Sequence[float] = (1.0,)
    if rules.sharing:
        strengths = strengths_of(state, log.player[begin])
    if not is_comparable(state, log, begin, end):
        ratings = [0.0] * len(ratings)
    behind = [(rating - max(ratings)) / POINTS_A_UNIT for rating in ratings]
    return [likelihood_of(behind, strengths, way) for way in ways]


def likelihood_of(behind: Sequence[float], strengths: Sequence[float], way: Sequence[int]) -> float:
    """How likely sides take these places, in [0, 1].

    behind : of each side, its rating less the highest one, units, at most 0
    strengths : of shared places, by size from 1; way : the place of each side
    """
    chance, left = 1.0, list(range(len(way)))
    while len(left) > 1:
        best = min(way[side] for side in left)
        chosen = tuple(side for side in left if way[side] == best)
        # As if those who are left had begun anew, so that no power is lost beside others.
        top = max(behind[side] for side in left)
        powers = {
            some: strengths[size - 1]
            * math.exp(math.fsum(behind[side] - top for side in some) / size)
            for size in range(1, min(len(strengths), len(left)) + 1)
            for some in combinations(left, size)
        }
        chance *= powers.get(chosen, 0.0) / math.fsum(powers.values())
        left = [side for side in left if way[side] != best]
    return chance
