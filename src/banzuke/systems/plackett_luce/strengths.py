"""How the likelihood of all races changes with ratings and strengths, where places are shared.

The strength of a place shared by n is estimated from the races of all groups; its logarithm stands
in the columns of the fit behind all places, see ``sharing.slot_of``.
"""

from __future__ import annotations

import math
from typing import Any

from banzuke.numeric.exact_sums import on_grid, span_of
from banzuke.numeric.logistic import bend_of, chance_of
from banzuke.systems.plackett_luce.parameters import MOST_TIED
from banzuke.systems.plackett_luce.races import level_end, races_of
from banzuke.systems.plackett_luce.sharing import (
    find_roots,
    is_head,
    slot_of,
    sort_levels,
    walk,
)


def find_shared_totals(rules: Any, sharing: Any, begin: int, end: int) -> float:
    """Write how often each player, and a place of each size, is next, and the spans of sums.

    Sizes that there are get the strength 1 for now. Returns how often a single one is next, of
    several who are left.
    """
    first, last = races_of(sharing.first_race, begin, end)
    most = 0.0
    for race in range(first, last):
        most = max(most, sharing.count[race])
    whole = span_of(4.0 * most * max(sharing.race[last] - sharing.race[first], 1))
    for size in range(2, MOST_TIED + 1):
        sharing.span[slot_of(sharing.way, size)] = whole
        sharing.actual[slot_of(sharing.way, size)] = 0.0
        sharing.strength[size] = 0.0
    for at in range(begin, end):
        sharing.actual[at] = on_grid(rules.prior_middle, sharing.span[at])
    alone = 0.0
    for race in range(first, last):
        head, after, count = sharing.race[race], sharing.race[race + 1], sharing.count[race]
        while head < after:
            next_one = level_end(sharing.level, head, after)
            size = next_one - head
            if after - head > 1:
                for at in range(head, next_one):
                    one = sharing.runner[at]
                    sharing.actual[one] += on_grid(count / size, sharing.span[one])
                if size > 1:
                    sharing.strength[size] = 1.0
                    sharing.actual[slot_of(sharing.way, size)] += on_grid(count, whole)
                else:
                    alone += on_grid(count, whole)
            head = next_one
    return alone


def begin_strengths(sharing: Any, begin: int, end: int, alone: float) -> None:
    """Write where the search for strengths begins: as if all players were equals.

    alone : how often a single one is next
    """
    first, last = races_of(sharing.first_race, begin, end)
    for size in range(2, MOST_TIED + 1):
        slot, fields, ways = slot_of(sharing.way, size), 0.0, 0.0
        # A logarithm of a number of choices is less than 64 times the weight.
        grid = 64.0 * sharing.span[slot]
        sharing.found[slot] = 0.0
        if not sharing.actual[slot] > 0.0:
            continue
        for race in range(first, last):
            head, after, count = sharing.race[race], sharing.race[race + 1], sharing.count[race]
            for at in range(head, after - size + 1):
                if is_head(sharing, at, head):
                    # So many more places of that size there are than runners.
                    more = math.log(choices(after - at, size))
                    fields += on_grid(count, grid)
                    ways += on_grid(count * more, grid)
        sharing.found[slot] = math.log(sharing.actual[slot] / alone) - ways / fields


def choices(many: int, size: int) -> float:
    """In how many ways ``size`` can be chosen of ``many``, as a multiple of those of one alone."""
    ways = 1.0
    for turn in range(1, size):
        ways *= (many - turn) / (turn + 1.0)
    return ways


def lay_out_shared(rules: Any, sharing: Any, begin: int, end: int) -> None:
    """Write what is expected of each player and of each size, the slopes and the curvature."""
    sharing.strength[1] = 1.0
    for size in range(2, MOST_TIED + 1):
        slot = slot_of(sharing.way, size)
        sharing.slope[slot] = 0.0
        sharing.curve[slot] = 0.0
        sharing.strength[size] = 0.0
        if sharing.actual[slot] > 0.0:
            sharing.strength[size] = math.exp(sharing.found[slot])
    for at in range(begin, end):
        lost = rules.prior_middle * chance_of(-sharing.found[at])
        won = rules.prior_middle * chance_of(sharing.found[at])
        sharing.slope[at] = on_grid(lost - won, sharing.span[at])
        sharing.curve[at] = on_grid(
            2.0 * rules.prior_middle * bend_of(sharing.found[at]), sharing.span[at]
        )
    first, last = races_of(sharing.first_race, begin, end)
    for race in range(first, last):
        sort_levels(sharing, sharing.race[race], sharing.race[race + 1])
        find_roots(sharing, sharing.race[race], sharing.race[race + 1])
        walk(sharing, sharing.race[race], sharing.race[race + 1])
        add_players(sharing, race)
    for size in range(2, MOST_TIED + 1):
        if sharing.strength[size] > 0.0:
            add_size(sharing, size, first, last)
    for at in range(begin, slot_of(sharing.way, MOST_TIED) + 1):
        sharing.expected[at] = sharing.actual[at] - sharing.slope[at]
        sharing.curve[at] = max(sharing.curve[at], 1e-300)
        sharing.wide[at] = span_of(16.0 * sharing.expected[at])


def add_players(sharing: Any, race: int) -> None:
    """Add what a race says of its runners to slopes and curvature."""
    head, end, count = sharing.race[race], sharing.race[race + 1], sharing.count[race]
    while head < end:
        after = level_end(sharing.level, head, end)
        chosen = 1.0 / (after - head) if end - head > 1 else 0.0
        for at in range(head, after):
            one = sharing.runner[at]
            sharing.slope[one] += on_grid(count * (chosen - sharing.drawn[at]), sharing.span[one])
            sharing.curve[one] += on_grid(count * max(sharing.own[at], 0.0), sharing.span[one])
        head = after


def add_size(sharing: Any, size: int, first: int, last: int) -> None:
    """Write what some races say of a strength: the slope and the curvature.

    A size may be rare: what is added up goes on a grid as fine as that allows.
    """
    begin, slot = (size - 1) * (len(sharing.root) // MOST_TIED), slot_of(sharing.way, size)
    most, levels = 0.0, 0
    for race in range(first, last):
        for at in range(sharing.race[race], sharing.race[race + 1]):
            if is_head(sharing, at, sharing.race[race]):
                most = max(most, sharing.count[race] * sharing.chance[begin + at])
                levels += 1
    grid, expected, curve = span_of(most * levels), 0.0, 0.0
    for race in range(first, last):
        for at in range(sharing.race[race], sharing.race[race + 1]):
            if is_head(sharing, at, sharing.race[race]):
                chance = sharing.chance[begin + at]
                part = sharing.count[race] * chance
                expected += on_grid(part, grid)
                curve += on_grid(part * (1.0 - chance), grid)
    sharing.slope[slot] = sharing.actual[slot] - expected
    sharing.curve[slot] = curve


def look_ahead_shared(rules: Any, sharing: Any, begin: int, end: int) -> None:
    """Write ``image``: the curvature applied to ``way``."""
    longest, last_slot = 0.0, slot_of(sharing.way, MOST_TIED)
    for at in range(begin, last_slot + 1):
        longest = max(longest, abs(sharing.way[at]))
        sharing.image[at] = 0.0
    longest = span_of(2.0 * longest)
    for at in range(begin, end):
        own = 2.0 * rules.prior_middle * bend_of(sharing.found[at]) * sharing.way[at]
        sharing.image[at] = on_grid(own, longest * sharing.wide[at])
    entries = len(sharing.root) // MOST_TIED
    first, last = races_of(sharing.first_race, begin, end)
    for race in range(first, last):
        head, after, count = sharing.race[race], sharing.race[race + 1], sharing.count[race]
        walk(sharing, head, after)
        for at in range(head, after):
            one = sharing.runner[at]
            sharing.image[one] += on_grid(count * sharing.ahead[at], longest * sharing.wide[one])
            if is_head(sharing, at, head):
                for size in range(2, MOST_TIED + 1):
                    turn = sharing.turn[(size - 1) * entries + at]
                    slot = slot_of(sharing.way, size)
                    sharing.image[slot] += on_grid(count * turn, longest * sharing.wide[slot])
