"""Chances to be first where shared places are a part of the model."""

from __future__ import annotations

import math
from typing import TypeAlias

from banzuke.model.log import Column
from banzuke.numeric.exact_sums import on_grid, span_of
from banzuke.parts.one_fit import POINTS_A_UNIT

#: A number of each size of a place, from 1 to MOST_TIED.
BySize: TypeAlias = tuple[
    float, float, float, float, float, float, float, float, float, float, float, float
]


def share_first(
    player: Column, rating: Column, strengths: BySize, chance: Column, span: tuple[int, int]
) -> None:
    """Write of a game's entries what each is expected to have of the first place.

    player : of each entry; rating : points, by player; strengths : of shared places, 1 for size 1
    chance : float64[n_entries], in [0, 1]: the chance to be first alone, and a half, a third, … of
    those to share the first place; those of a game sum to 1
    """
    begin, end = span
    grid = span_of(1.0 * (end - begin))
    # In whole numbers, the entries by their ratings: the best first, equals as they come.
    for entry in range(begin, end):
        own, rank = rating[player[entry]], begin
        for other in range(begin, end):
            rival = rating[player[other]]
            if rival > own or (rival == own and other < entry):
                rank += 1
        chance[rank] = 1.0 * (entry - begin)
    # What remains of one is room for the chances, so that no other array is needed.
    for entry in range(begin, end):
        found = chance_to_be_first(player, rating, strengths, chance, (begin, end, entry))
        chance[entry] += on_grid(0.5 * found, grid)
    for entry in range(begin, end):
        chance[entry] = 2.0 * (chance[entry] - math.floor(chance[entry]))


def chance_to_be_first(
    player: Column,
    rating: Column,
    strengths: BySize,
    order: Column,
    span: tuple[int, int, int],
) -> float:
    """What an entry is expected to have of the first place.

    order : in whole numbers, the entries by their ratings; span : begin and end, and the entry
    """
    begin, end, entry = span
    top = rating[player[begin + math.floor(order[begin])]]
    own = (rating[player[entry]] - top) / POINTS_A_UNIT
    mine, whole = 0.0, 0.0
    for size in range(1, min(len(strengths), end - begin) + 1):
        if strengths[size - 1] > 0.0:
            # Sums of products of 1, 2, … of the others.
            sums = (0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0)
            for at in range(begin, end):
                other = begin + math.floor(order[at])
                if other != entry:
                    behind = (rating[player[other]] - top) / POINTS_A_UNIT
                    sums = joined(sums, math.exp(behind / size))
            with_me = math.exp(own / size)
            if size > 1:
                with_me *= sums[size - 2]
            mine += strengths[size - 1] * with_me / size
            whole += strengths[size - 1] * (with_me + sums[size - 1])
    return mine / whole


def joined(sums: BySize, power: float) -> BySize:
    """The sums of products of 1, 2, … of some powers, when another one joins them."""
    a, b, c, d, e, f, g, h, i, j, k, m = sums
    return (
        a + power,
        b + power * a,
        c + power * b,
        d + power * c,
        e + power * d,
        f + power * e,
        g + power * f,
        h + power * g,
        i + power * h,
        j + power * i,
        k + power * j,
        m + power * k,
    )
