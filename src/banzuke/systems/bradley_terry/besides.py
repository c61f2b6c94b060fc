"""What is estimated beside the ratings: its units, its step, its end, and its covariance."""

from __future__ import annotations

import math
from typing import Any

from banzuke.numeric.exact_sums import on_grid, span_of
from banzuke.numeric.vectors import product_of
from banzuke.parts.newton_steps import LONG
from banzuke.systems.bradley_terry.rules import (
    ALIKE,
    ENDLESS,
    NO_ADVANTAGE,
    NO_TIE_CHANCE,
    NO_TIES,
    OF_OTHERS,
    OF_RATINGS,
    why_no_covariate,
)
from banzuke.systems.bradley_terry.scratch import (
    ADVANTAGE,
    OF_ADVANTAGE,
    OF_COVARIATES,
    OF_TIE,
    TIE,
    WHOLE,
)

#: Of the curvature of what is estimated, what ratings do not explain must be more than this part.
TOLD_APART = 1e-9
#: An advantage, a strength of ties or the worth of a covariate beyond is none, units.
FAR = 25.0


def finds_any(rules: Any) -> bool:
    """Whether the rules have anything estimated beside the ratings."""
    return rules.find_advantage or rules.find_tie or rules.covariates > 0


def is_any_asked(work: Any) -> bool:
    """Whether anything is estimated beside the ratings."""
    found = 0
    for which in range(len(work.asked)):
        found += work.asked[which]
    return found > 0


def stride_of_common(work: Any, span: tuple[int, int]) -> float:
    """Write ``work.stride``, Newton's step of what is estimated besides, and ``work.inverse``.

    Returns trouble, below 0 as ``State.group``, if something cannot be told from the ratings.
    """
    trouble = take_ratings_off(work, span)
    if trouble == 0.0:
        trouble = invert_known(work)
    count = len(work.asked)
    for one in range(count):
        work.stride[one] = 0.0
        if trouble == 0.0 and work.asked[one]:
            for two in range(count):
                work.stride[one] += work.inverse[one * count + two] * work.push[two]
    return trouble


def take_ratings_off(work: Any, span: tuple[int, int]) -> float:
    """Leave of ``push`` and ``known`` what ratings do not explain; trouble if that is nothing."""
    begin, end = span
    count, size = len(work.asked), len(work.found)
    for one in range(count):
        # What there was at first, by which it is judged whether anything is left.
        work.aside[one] = work.known[one * count + one]
    for one in range(count):
        if not work.asked[one]:
            continue
        by_one = work.by_common[one * size : (one + 1) * size]
        work.push[one] -= product_of(by_one, work.step, begin, end)
        for two in range(one + 1):
            if work.asked[two]:
                with_two = work.with_common[two * size : (two + 1) * size]
                work.known[one * count + two] -= product_of(by_one, with_two, begin, end)
                work.known[two * count + one] = work.known[one * count + two]
        if not work.known[one * count + one] > TOLD_APART * work.aside[one]:
            return why_not_told(work, one, OF_RATINGS)
    return 0.0


def invert_known(work: Any) -> float:
    """Write the inverse of ``known`` into ``inverse``, 0 for what is not estimated; or trouble.

    Gauss and Jordan's method; ``known`` is spent.
    """
    count = len(work.asked)
    for one in range(count):
        for two in range(count):
            work.inverse[one * count + two] = 1.0 if one == two and work.asked[one] else 0.0
    for pivot in range(count):
        if not work.asked[pivot]:
            continue
        most = work.known[pivot * count + pivot]
        if not most > TOLD_APART * work.aside[pivot]:
            return why_not_told(work, pivot, OF_OTHERS)
        for column in range(count):
            work.known[pivot * count + column] /= most
            work.inverse[pivot * count + column] /= most
        for row in range(count):
            if row != pivot:
                share = work.known[row * count + pivot]
                for column in range(count):
                    work.known[row * count + column] -= share * work.known[pivot * count + column]
                    part = share * work.inverse[pivot * count + column]
                    work.inverse[row * count + column] -= part
    return 0.0


def why_not_told(work: Any, which: int, reason: int) -> float:
    """Why what is estimated besides has no value, as ``State.group``."""
    if which == OF_ADVANTAGE:
        return NO_ADVANTAGE
    if which == OF_TIE:
        return NO_TIE_CHANCE
    number = which - OF_COVARIATES
    # Where it has grown so far, all results are as good as certain: none tells more.
    grown = abs(work.shift[number]) > LONG
    return why_no_covariate(number, ENDLESS if grown else reason)


def keep_spread(work: Any) -> None:
    """Write the variances of what is estimated besides, from its covariance."""
    count = len(work.asked)
    for which in range(count):
        work.spread[which] = work.inverse[which * count + which]


def shared_variance(work: Any, at: int) -> float:
    """What a rating's variance owes to what is estimated together with it."""
    count, size, total = len(work.asked), len(work.found), 0.0
    for one in range(count):
        for two in range(count):
            both = work.with_common[one * size + at] * work.with_common[two * size + at]
            total += both * work.inverse[one * count + two]
    return total


def begin_besides(rules: Any, work: Any, begin: int, end: int) -> float:
    """Write what is estimated besides, and in which units; below 0, as ``State.group``, if not."""
    count = len(work.asked)
    work.common[WHOLE] = span_of(4.0 * sum_of_weights(work, begin, end))
    for which in range(count):
        work.asked[which] = which >= OF_COVARIATES
        work.reach[which] = 1.0
        work.stride[which] = 0.0
        work.spread[which] = 0.0
        for other in range(count):
            work.inverse[which * count + other] = 0.0
        for at in range(begin, end):
            work.with_common[which * len(work.found) + at] = 0.0
    work.asked[OF_ADVANTAGE] = rules.find_advantage
    work.asked[OF_TIE] = rules.find_tie and work.common[TIE] > NO_TIES
    if work.asked[OF_TIE] and not any_decided(work, begin, end):
        return NO_TIE_CHANCE
    for number in range(len(work.shift)):
        work.shift[number] = 0.0
        if not choose_scale(work, number, begin, end):
            return why_no_covariate(number, ALIKE)
    return 0.0


def choose_scale(work: Any, number: int, begin: int, end: int) -> bool:
    """Write in which unit a covariate is reckoned with, and each row's; False if all have 0."""
    covariates, most = len(work.shift), 0.0
    for row in range(work.head[begin], work.head[end]):
        if weight_of_row(work, row) > 0.0:
            most = max(most, abs(work.edges[row * covariates + number]))
    if not most > 0.0:
        return False
    squares, games, grid = 0.0, 0.0, work.common[WHOLE]
    for row in range(work.head[begin], work.head[end]):
        part, weight = work.edges[row * covariates + number] / most, weight_of_row(work, row)
        squares += on_grid(weight * (part * part), grid)
        games += on_grid(weight, grid)
    # A power of two: no digit of a covariate is lost.
    scale = span_of(most * math.sqrt(max(squares / games, 2.0**-40)))
    for row in range(work.head[begin], work.head[end]):
        work.edges[row * covariates + number] /= scale
    work.scale[number] = scale
    work.reach[OF_COVARIATES + number] = max(span_of(most / scale), 1.0)
    return True


def sum_of_weights(work: Any, begin: int, end: int) -> float:
    """How much all rows of a span weigh together, at most twice as much as they do."""
    most = 0.0
    for row in range(work.head[begin], work.head[end]):
        most = max(most, weight_of_row(work, row))
    grid, total = span_of(most * (work.head[end] - work.head[begin])), 0.0
    for row in range(work.head[begin], work.head[end]):
        total += on_grid(weight_of_row(work, row), grid)
    return total


def weight_of_row(work: Any, row: int) -> float:
    """How much the results of a row weigh together."""
    return (work.won[row] + work.lost[row]) + work.drawn[row]


def reach_besides(work: Any) -> float:
    """By how much the step of what is estimated besides moves any lead at most."""
    total = 0.0
    for which in range(len(work.asked)):
        total += abs(work.stride[which]) * work.reach[which]
    return total


def is_endless(work: Any) -> float:
    """Below 0, as ``State.group``, if what is estimated besides is as good as infinite."""
    if work.asked[OF_ADVANTAGE] and abs(work.common[ADVANTAGE]) > FAR:
        return NO_ADVANTAGE
    if work.asked[OF_TIE] and abs(work.common[TIE]) > FAR:
        return NO_TIE_CHANCE
    for number in range(len(work.shift)):
        if abs(work.shift[number]) > FAR:
            return why_no_covariate(number, ENDLESS)
    return 0.0


def any_decided(work: Any, begin: int, end: int) -> bool:
    """Whether any result of a span is no tie."""
    for row in range(work.head[begin], work.head[end]):
        if work.won[row] > 0.0 or work.lost[row] > 0.0:
            return True
    return False
