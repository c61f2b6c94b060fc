"""How the likelihood of a group's races changes with its ratings.

In a race the runners are chosen one after the other, each with a chance in proportion to its
power, from those who are left (R. D. Luce, 1959; R. L. Plackett, 1975). Those on one level are
chosen from the same field (N. E. Breslow, 1974), or each next one from a field in which all of
them count a bit less (B. Efron, 1977). Whoever comes last alone is not chosen.
"""

from __future__ import annotations

import math
from typing import Any

from banzuke.numeric.exact_sums import on_grid, span_of
from banzuke.numeric.logistic import bend_of, chance_of
from banzuke.systems.plackett_luce.races import level_end, races_of


def sum_of_level(values: Any, head: int, after: int) -> float:
    """The sum over a level, in any order of its runners."""
    if after == head + 1:
        return values[head]
    largest = 0.0
    for at in range(head, after):
        largest = max(largest, abs(values[at]))
    grid = span_of(largest * (after - head))
    total = 0.0
    for at in range(head, after):
        total += on_grid(values[at], grid)
    return total


def find_totals(rules: Any, work: Any, begin: int, end: int) -> None:
    """Write how often each player is chosen, and the span of sums of what concerns a player."""
    first, last = races_of(work.first_race, begin, end)
    for at in range(begin, end):
        work.actual[at] = rules.prior_middle
        work.span[at] = 2.0 * rules.prior_middle
    for race in range(first, last):
        head, after = work.race[race], work.race[race + 1]
        for at in range(head, after):
            work.span[work.runner[at]] += on_grid(work.count[race], 2.0**20) * (after - head)
    for at in range(begin, end):
        work.span[at] = span_of(4.0 * work.span[at])
        work.actual[at] = on_grid(work.actual[at], work.span[at])
    for race in range(first, last):
        head, after = work.race[race], work.race[race + 1]
        for at in range(head, after):
            one = work.runner[at]
            if at + 1 < after or work.level[at] == work.level[at - 1]:
                work.actual[one] += on_grid(work.count[race], work.span[one])


def lay_out(rules: Any, work: Any, begin: int, end: int) -> None:
    """Write how often each player is expected to be chosen, the slope and the curvature."""
    for at in range(begin, end):
        lost = rules.prior_middle * chance_of(-work.found[at])
        won = rules.prior_middle * chance_of(work.found[at])
        span = work.span[at]
        work.slope[at] = on_grid(lost - won, span)
        work.curve[at] = on_grid(2.0 * rules.prior_middle * bend_of(work.found[at]), span)
    first, last = races_of(work.first_race, begin, end)
    for race in range(first, last):
        find_powers(work, work.race[race], work.race[race + 1])
        lay_out_race(rules, work, race)
    for at in range(begin, end):
        work.expected[at] = work.actual[at] - work.slope[at]
        work.curve[at] = max(work.curve[at], 1e-300)
        work.wide[at] = span_of(8.0 * work.expected[at])


def find_powers(work: Any, head: int, end: int) -> None:
    """Write each runner's power, that of the level, and that of all from this level on."""
    top = work.found[work.runner[head]]
    for at in range(head, end):
        top = max(top, work.found[work.runner[at]])
    for at in range(head, end):
        work.power[at] = math.exp(work.found[work.runner[at]] - top)
    total, after = 0.0, end
    while after > head:
        first = after - 1
        while first > head and work.level[first - 1] == work.level[first]:
            first -= 1
        own = sum_of_level(work.power, first, after)
        total += own
        for at in range(first, after):
            work.level_power[at] = own
            work.behind[at] = total
        after = first


def lay_out_race(rules: Any, work: Any, race: int) -> None:
    """Add what a race says to slopes and curvature."""
    head, end, count = work.race[race], work.race[race + 1], work.count[race]
    drawn, squares = 0.0, 0.0
    while head < end:
        after = level_end(work.level, head, end)
        chosen = 1.0
        full, part, full_2, part_2 = 0.0, 0.0, 0.0, 0.0
        if after == end and after == head + 1:
            chosen = 0.0
        else:
            for turn in range(after - head):
                left = 1.0 - rules.share * turn / (after - head)
                field = work.behind[head] - (1.0 - left) * work.level_power[head]
                full += 1.0 / field
                part += left / field
                full_2 += 1.0 / field / field
                part_2 += left * left / field / field
        for at in range(head, after):
            one, power = work.runner[at], work.power[at]
            work.drawn[at] = drawn + part
            expected = power * (drawn + part)
            span = work.span[one]
            work.slope[one] += on_grid(count * (chosen - expected), span)
            bend = expected - power * power * (squares + part_2)
            work.curve[one] += on_grid(count * max(bend, 0.0), span)
        drawn += full
        squares += full_2
        head = after


def look_ahead(rules: Any, work: Any, begin: int, end: int) -> None:
    """Write ``work.image``: the curvature applied to ``work.way``."""
    longest = 0.0
    for at in range(begin, end):
        longest = max(longest, abs(work.way[at]))
    longest = span_of(longest)
    for at in range(begin, end):
        own = 2.0 * rules.prior_middle * bend_of(work.found[at]) * work.way[at]
        work.image[at] = on_grid(own, longest * work.wide[at])
    first, last = races_of(work.first_race, begin, end)
    for race in range(first, last):
        look_ahead_in(rules, work, race, longest)


def look_ahead_in(rules: Any, work: Any, race: int, longest: float) -> None:
    """Add what a race adds to ``work.image``."""
    head, end, count = work.race[race], work.race[race + 1], work.count[race]
    find_moves(work, head, end)
    before = 0.0
    while head < end:
        after = level_end(work.level, head, end)
        full, part = 0.0, 0.0
        if after < end or after > head + 1:
            for turn in range(after - head):
                left = 1.0 - rules.share * turn / (after - head)
                field = work.behind[head] - (1.0 - left) * work.level_power[head]
                mean = (work.moved[head] - (1.0 - left) * work.own[head]) / field
                full += mean / field
                part += left * mean / field
        for at in range(head, after):
            one = work.runner[at]
            pull = work.way[one] * work.drawn[at] - (before + part)
            work.image[one] += on_grid(count * work.power[at] * pull, longest * work.wide[one])
        before += full
        head = after


def find_moves(work: Any, head: int, end: int) -> None:
    """Write, at each level's first runner, what the way adds to powers: from it on, and on it."""
    for at in range(head, end):
        work.ahead[at] = work.power[at] * work.way[work.runner[at]]
    moved, after = 0.0, end
    while after > head:
        first = after - 1
        while first > head and work.level[first - 1] == work.level[first]:
            first -= 1
        own = sum_of_level(work.ahead, first, after)
        moved += own
        work.moved[first], work.own[first] = moved, own
        after = first
