"""What is estimated beside the ratings: its step, and its covariance."""

from __future__ import annotations

from typing import Any

from banzuke.numeric.vectors import product_of
from banzuke.parts.newton_steps import LONG
from banzuke.systems.bradley_terry.rules import (
    ENDLESS,
    NO_ADVANTAGE,
    NO_TIE_CHANCE,
    OF_OTHERS,
    OF_RATINGS,
    why_no_covariate,
)
from banzuke.systems.bradley_terry.tallies import OF_ADVANTAGE, OF_COVARIATES, OF_TIE

#: Of the curvature of what is estimated, what ratings do not explain must be more than this part.
TOLD_APART = 1e-9


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
