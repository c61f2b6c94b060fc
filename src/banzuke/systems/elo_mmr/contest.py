"""One contest: the performance of each place, from what all its contestants were rated before.

Source: Ebtekar and Liu, "Elo-MMR", section 4.1 and algorithm 1. Each opponent's performance is
taken to be logistic around the rating, with the spread of rating and performance together. With
L the chance that an opponent performs below x, and with weights s in inverse ratio to spreads,
the likeliest performance of who is placed is the x at which

    sum over all of s (1 - L)  =  sum over those above of s + sum over those who share of s L

This is the source's equation with all terms on the side where they are positive. Who share a
place share the equation, and its root falls from place to place.
"""

from __future__ import annotations

import math
from typing import Any, NamedTuple

from banzuke.model.log import Column, Log
from banzuke.numeric.exact_sums import on_grid, span_of
from banzuke.numeric.sorting import sort_pairs
from banzuke.parts.contests import tied_until
from banzuke.parts.deviations import chances
from banzuke.systems.elo_mmr.belief import Now, contest_weight, performance_variance
from banzuke.systems.elo_mmr.sums_table import (
    WIDTH,
    above_below,
    fill_table,
    looked_up,
)

#: Fewer contestants than this are added up one by one each time; more by a table of sums.
TABLE_FROM = 100
#: The steepness of a logistic curve of deviation 1, in logits.
LOGITS = math.pi / math.sqrt(3.0)
#: A step of Newton's method of so many spreads is the last one: the next would not be seen.
LAST_STEP = 1e-9
MOST_STEPS = 300


class Work(NamedTuple):
    """Scratch; n is the largest number of contestants, e that of all entries.

    performed : float64[e], the performance of each entry, points
    centre, slope, share : float64[n], of the contest's opponents, by place: rating, steepness in
        logits a point, and weight, at most 1
    wave : float64[NODES, NODES] flat, by which values become coefficients
    value_above, value_below : float64[NODES], sums at the points of a table
    above, below, fall : float64[NODES], a table's coefficients: of the weights of those who are
        expected above and below, and of the slope of the latter
    mean, steepness, strength : float64[MOST_HISTORY], one player's past performances
    """

    performed: Column
    centre: Column
    slope: Column
    share: Column
    wave: Column
    value_above: Column
    value_below: Column
    above: Column
    below: Column
    fall: Column
    mean: Column
    steepness: Column
    strength: Column


class Equation(NamedTuple):
    """What the performance of a place must meet; opponents ``head`` to ``after - 1`` share it.

    size : all opponents; better, worse, shared : weights of those above, below and here
    halved : 1 if a shared place is half a win and half a loss, 0 if one whole of each
    """

    head: int
    after: int
    size: int
    better: float
    worse: float
    shared: float
    halved: int


class Span(NamedTuple):
    """For which performances there is a table: ``middle`` ± ``half``, points; 1 if ``tabled``."""

    tabled: int
    middle: float
    half: float


def settle(state: Now, log: Log, rules: Any, work: Work, game: int) -> None:
    """Write the performance of each contestant of a game."""
    begin, end = log.game[game], log.game[game + 1]
    least = seat(state, log, rules, work, game)
    size = count_of(begin, end)
    whole = total_share(work, 0, size)
    better, root = 0.0, work.centre[0]
    span = Span(0, 0.0, 0.5 * WIDTH * least)
    head, first = begin, 0
    while head < end:
        after = tied_until(log.place, head, end)
        last = first + count_of(head, after)
        shared = total_share(work, first, last)
        worse = whole - better - shared
        here = Equation(first, last, size, better, worse, shared, rules.halved)
        if first > 0 and size >= TABLE_FROM:
            span = span_below(here, work, span, root)
        root = solve_anywhere(here, work, span, root, least)
        for entry in range(head, after):
            work.performed[entry] = root
        better += shared
        head, first = after, last


def span_below(here: Equation, work: Work, span: Span, root: float) -> Span:
    """The table in which a root lies, if the last one was ``root``; a new one if need be.

    Where the next table would not do either, there is a gap in which nobody is: no table.
    """
    half = span.half
    if span.tabled == 1 and balance(here, work, span, span.middle - half)[0] >= 0.0:
        return span
    span = Span(0, root - half, half)
    if balance(here, work, span, root - 2.0 * half)[0] < 0.0:
        return span
    fill_table(work, here.size, span.middle, half)
    return Span(1, span.middle, half)


def total_share(work: Work, first: int, last: int) -> float:
    """The weights of opponents ``first`` to ``last - 1``."""
    total = 0.0
    for one in range(first, last):
        total += work.share[one]
    return total


def seat(state: Now, log: Log, rules: Any, work: Work, game: int) -> float:
    """Write who the opponents are; the least spread, points.

    Within a place they are sorted by their numbers, so that no sum depends on names or rows.
    """
    begin, end = log.game[game], log.game[game + 1]
    steepest = 0.0
    for entry in range(begin, end):
        one = log.player[entry]
        slope = LOGITS / math.sqrt(spread_squared(state, rules, one, log.weight[game]))
        work.centre[entry - begin] = state.rating[one]
        work.slope[entry - begin] = slope
        steepest = max(steepest, slope)
    head, first = begin, 0
    while head < end:
        after = tied_until(log.place, head, end)
        last = first + count_of(head, after)
        sort_pairs(work.centre, work.slope, first, last)
        head, first = after, last
    for seat_number in range(end - begin):
        work.share[seat_number] = work.slope[seat_number] / steepest
    return LOGITS / steepest


def count_of(first: int, end: int) -> int:
    """How many entries lie from one to the other; a signed number, unlike theirs."""
    count = 0
    for _ in range(first, end):
        count += 1
    return count


def spread_squared(state: Now, rules: Any, one: int, weight: float) -> float:
    """The variance of a contestant's performance as others see it, points²."""
    part = contest_weight(weight, state.games[one], rules)
    deviation = state.deviation[one]
    noise = part * rules.limit * rules.limit
    return deviation * deviation + noise + performance_variance(part, rules)


def balance(here: Equation, work: Work, span: Span, x: float) -> tuple[float, float]:
    """What is left of the equation at a performance, and how fast it falls there.

    Below the root it is above 0. Of two sums that add up to the whole the smaller is taken: it
    has more digits.
    """
    if span.tabled == 1:
        at = (x - span.middle) / span.half
        fall = looked_up(work.fall, at)
        if here.better <= here.worse:
            above, below = looked_up(work.above, at), 0.0
        else:
            above, below = 0.0, looked_up(work.below, at)
    else:
        above, below, fall = above_below(work, 0, here.size, x)
    own_above, own_below, own_fall = 0.5 * here.shared, 0.5 * here.shared, 0.0
    if here.halved == 0:
        own_above, own_below, own_fall = above_below(work, here.head, here.after, x)
    if here.better <= here.worse:
        return above - own_below - here.better, fall + own_fall
    return here.worse + own_above - below, fall + own_fall


def solve_anywhere(here: Equation, work: Work, span: Span, begin: float, least: float) -> float:
    """The root: in the table, or wherever it lies, looked for from ``begin`` in growing steps."""
    if span.tabled == 1:
        low = span.middle - span.half
        return solve(here, work, span, min(begin, span.middle + span.half), low, least)
    high, step = begin, least
    while balance(here, work, span, high)[0] > 0.0:
        high += step
        step *= 2.0
    low, step = high - least, least
    while balance(here, work, span, low)[0] < 0.0:
        step *= 2.0
        low, high = low - step, low
    return solve(here, work, span, high, low, least)


def solve(here: Equation, work: Work, span: Span, high: float, low: float, least: float) -> float:
    """The root between two performances: Newton's method, halving where it would leave them."""
    x = high
    for _ in range(MOST_STEPS):
        left, fall = balance(here, work, span, x)
        if left == 0.0:
            return x
        if left > 0.0:
            low = x
        else:
            high = x
        new = low
        if fall > 0.0:
            new = x + left / fall
            if low <= new <= high and abs(new - x) <= LAST_STEP * least:
                return new
        if not low < new < high:
            new = 0.5 * (low + high)
            if not low < new < high:
                return new
        x = new
    return x


def expected_points(state: Now, log: Log, rules: Any, points: Column, game: int) -> None:
    """Write how many of the others each contestant is expected above.

    points : float64[n_entries], of which those of the game are written
    """
    begin, end = log.game[game], log.game[game + 1]
    weight = log.weight[game]
    if weight == 0.0:
        # A contest that does not count is played like one that does.
        weight = 1.0
    span = span_of(end - begin)
    for entry in range(begin, end):
        points[entry] = 0.0
    for entry in range(begin, end):
        one = log.player[entry]
        rating, variance = state.rating[one], spread_squared(state, rules, one, weight)
        total = points[entry]
        for other in range(entry + 1, end):
            two = log.player[other]
            both = math.sqrt(variance + spread_squared(state, rules, two, weight))
            win, lose = chances(LOGITS * (rating - state.rating[two]) / both)
            total += on_grid(win, span)
            points[other] += on_grid(lose, span)
        points[entry] = total
