"""How the likelihood of all results of a span of places changes with ratings and what is estimated.

A span is one group, or all places at once where something is estimated that groups share. What is
added up over rows or players goes on a grid first, so that no order of them moves a bit.
"""

from __future__ import annotations

import math
from typing import Any

from banzuke.model.log import Column
from banzuke.numeric.exact_sums import on_grid, span_of
from banzuke.numeric.logistic import bend_of, chance_of
from banzuke.systems.bradley_terry.outcomes import slopes_by_powers, slopes_of
from banzuke.systems.bradley_terry.rules import HALF
from banzuke.systems.bradley_terry.scratch import (
    ADVANTAGE,
    OF_ADVANTAGE,
    OF_COVARIATES,
    OF_TIE,
    TIE,
    WHOLE,
)

#: Beyond, in units, e^rating is not used: quotients and products of it would not be exact.
MOST_POWER = 300.0


def lead_of(work: Any, at: int, row: int) -> float:
    """By how much a player is ahead of the opponent of a row, units."""
    gap = work.found[at] - work.found[work.there[row]]
    lead = gap + work.common[ADVANTAGE] * work.edge[row]
    covariates = len(work.shift)
    for number in range(covariates):
        lead += work.shift[number] * work.edges[row * covariates + number]
    return lead


def find_totals(rules: Any, work: Any, begin: int, end: int) -> None:
    """Write the actual points of each place, how many rows it has, and the span of its sums."""
    for at in range(begin, end):
        work.many[at] = 0
        work.image[at] = 2.0 * rules.prior_middle
    for at in range(begin, end):
        for row in range(work.head[at], work.head[at + 1]):
            there = work.there[row]
            games = on_grid((work.won[row] + work.lost[row]) + work.drawn[row], 2.0**20)
            work.many[at] += 1
            work.many[there] += 1
            work.image[at] += games
            work.image[there] += games
    for at in range(begin, end):
        work.span[at] = span_of(2.0 * work.image[at])
        work.actual[at] = on_grid(rules.prior_middle, work.span[at])
    for at in range(begin, end):
        for row in range(work.head[at], work.head[at + 1]):
            there = work.there[row]
            half = 0.5 * work.drawn[row]
            work.actual[at] += on_grid(work.won[row] + half, work.span[at])
            work.actual[there] += on_grid(work.lost[row] + half, work.span[there])


def find_powers(rules: Any, work: Any, begin: int, end: int) -> bool:
    """Write e^rating of each place; False where that is not enough, or no number.

    It is enough where nothing but the two ratings tells who wins.
    """
    largest = 0.0
    for at in range(begin, end):
        largest = max(largest, abs(work.found[at]))
    if rules.ties != HALF or work.common[ADVANTAGE] != 0.0 or len(work.shift) > 0:
        return False
    if largest > MOST_POWER:
        return False
    for at in range(begin, end):
        work.power[at] = math.exp(work.found[at])
    return True


def lay_out(rules: Any, work: Any, begin: int, end: int) -> None:
    """Write slope and curvature of each place, and those of each row.

    Where ties are half wins, or Davidson's, the slope is the points beyond those expected. It is
    reckoned from what is lost and won against the odds: so that few points among many are as
    exact as any.
    """
    tie, plain = work.common[TIE], find_powers(rules, work, begin, end)
    for at in range(begin, end):
        middle = rules.prior_middle * (chance_of(-work.found[at]) - chance_of(work.found[at]))
        work.slope[at] = middle
        work.fine[at] = abs(middle)
        work.curve[at] = 2.0 * rules.prior_middle * bend_of(work.found[at])
    for at in range(begin, end):
        largest = work.fine[at]
        for row in range(work.head[at], work.head[at + 1]):
            there = work.there[row]
            counts = (work.won[row], work.drawn[row], work.lost[row])
            if plain:
                pull, bend = slopes_by_powers((work.power[at], work.power[there]), counts)
            else:
                lead = lead_of(work, at, row)
                pull, bend, tied, cross, bow = slopes_of(rules.ties, lead, tie, counts)
                work.tied[row], work.cross[row], work.bow[row] = tied, cross, bow
            work.pull[row], work.bend[row] = pull, bend
            largest = max(largest, abs(pull))
            work.fine[there] = max(work.fine[there], abs(pull))
        work.fine[at] = largest
    for at in range(begin, end):
        work.fine[at] = span_of((1.0 + work.many[at]) * work.fine[at])
        work.slope[at] = on_grid(work.slope[at], work.fine[at])
        work.curve[at] = on_grid(work.curve[at], work.span[at])
    for at in range(begin, end):
        add_up(work, at)
    for at in range(begin, end):
        work.curve[at] = max(work.curve[at], 1e-300)
        work.wide[at] = span_of(4.0 * work.curve[at])


def add_up(work: Any, at: int) -> None:
    """Add the rows of a place to slope and curvature, its own and those of its opponents."""
    fine, span = work.fine[at], work.span[at]
    slope, curve = work.slope[at], work.curve[at]
    for row in range(work.head[at], work.head[at + 1]):
        there = work.there[row]
        slope += on_grid(work.pull[row], fine)
        curve += on_grid(work.bend[row], span)
        work.slope[there] -= on_grid(work.pull[row], work.fine[there])
        work.curve[there] += on_grid(work.bend[row], work.span[there])
    work.slope[at], work.curve[at] = slope, curve


def lay_out_common(work: Any, begin: int, end: int) -> None:
    """Write how slopes change with what is estimated, and what is known of that alone.

    That is ``push``, the slope, and ``known``, the curvature; ``lay_out`` goes before.
    """
    count, size = len(work.asked), len(work.found)
    for one in range(count):
        work.push[one] = 0.0
        for two in range(count):
            work.known[one * count + two] = 0.0
        for at in range(begin, end):
            work.by_common[one * size + at] = 0.0
        work.own[one] = 0.0
    rows = work.head[end] - work.head[begin]
    for at in range(begin, end):
        for row in range(work.head[at], work.head[at + 1]):
            look_aside(work, row)
            for one in range(count):
                if work.asked[one]:
                    ties = one == OF_TIE
                    part = work.tied[row] if ties else work.aside[one] * work.pull[row]
                    work.own[one] = max(work.own[one], abs(part))
    for one in range(count):
        work.own[one] = span_of(rows * work.own[one])
    for at in range(begin, end):
        for row in range(work.head[at], work.head[at + 1]):
            look_aside(work, row)
            add_common(work, at, row)


def look_aside(work: Any, row: int) -> None:
    """Write what a row has of all by which leads are shifted; 0 for ties."""
    work.aside[OF_ADVANTAGE] = work.edge[row]
    work.aside[OF_TIE] = 0.0
    covariates = len(work.shift)
    for number in range(covariates):
        work.aside[OF_COVARIATES + number] = work.edges[row * covariates + number]


def add_common(work: Any, at: int, row: int) -> None:
    """Add what a row says of all that is estimated."""
    there, pull, bend = work.there[row], work.pull[row], work.bend[row]
    tied, cross, bow = work.tied[row], work.cross[row], work.bow[row]
    count, size, whole = len(work.asked), len(work.found), work.common[WHOLE]
    for one in range(count):
        if not work.asked[one]:
            continue
        reach = work.reach[one]
        edge, ties = work.aside[one], one == OF_TIE
        part = cross if ties else edge * bend
        work.by_common[one * size + at] += on_grid(part, work.span[at] * reach)
        work.by_common[one * size + there] -= on_grid(part, work.span[there] * reach)
        work.push[one] += on_grid(tied if ties else edge * pull, work.own[one])
        for two in range(one + 1):
            if work.asked[two]:
                both = edge * work.aside[two] * bend
                if ties:
                    both = bow if two == one else cross * work.aside[two]
                elif two == OF_TIE:
                    both = edge * cross
                work.known[one * count + two] += on_grid(both, whole * reach * work.reach[two])


def look_ahead(rules: Any, work: Any, begin: int, end: int) -> None:
    """Write ``work.image``: the curvature applied to ``work.way``."""
    longest = 0.0
    for at in range(begin, end):
        longest = max(longest, abs(work.way[at]))
    longest = span_of(longest)
    for at in range(begin, end):
        own = 2.0 * rules.prior_middle * bend_of(work.found[at]) * work.way[at]
        work.image[at] = on_grid(own, longest * work.wide[at])
    for at in range(begin, end):
        own, grid, total = work.way[at], longest * work.wide[at], work.image[at]
        for row in range(work.head[at], work.head[at + 1]):
            there = work.there[row]
            part = work.bend[row] * (own - work.way[there])
            total += on_grid(part, grid)
            work.image[there] -= on_grid(part, longest * work.wide[there])
        work.image[at] = total


def take_rests(work: Any, column: Column, begin: int, end: int) -> None:
    """Make slopes of each group, which sum to 0 but for rounding, do so exactly enough.

    What is too much is taken off in proportion to curvature: so that it is little beside the
    slope of who has few points, too.
    """
    first = begin
    while first < end:
        after = first
        largest, most = 0.0, 0.0
        while after < end and work.begin[work.member[after]] == work.begin[work.member[first]]:
            largest = max(largest, abs(column[after]))
            most = max(most, work.curve[after])
            after += 1
        grid, wide = span_of(largest * (after - first)), span_of(most * (after - first))
        total, curves = 0.0, 0.0
        for at in range(first, after):
            total += on_grid(column[at], grid)
            curves += on_grid(work.curve[at], wide)
        for at in range(first, after):
            part = work.curve[at] / curves if curves > 0.0 else 1.0 / (after - first)
            column[at] -= total * part
        first = after
