"""Sides that share a place, averaged over the orders in which they could have come in.

With x of each side as ``luce`` has it, and k of m sides left, every set of k of them is as
likely as another; the side chosen next has the chance x / (sum over the set and those below).
Up to eight sides all sets are gone through. Of more, a set that has a side in it is taken as
that side and of the others the mean share (k - 1) / (m - 1), which is the average itself where
they are equally strong.
"""

from __future__ import annotations

from banzuke.numeric.exact_sums import on_grid, span_of
from banzuke.systems.weng_lin.rules import Work

#: The least x of a side that shares a place, so that no square of its inverse is too large.
LEAST = 1e-140

#: The most sides of which all sets are gone through: 255.
_FEW = 8


def share_place(work: Work, first: int, after: int) -> tuple[float, float]:
    """Write what sharing a place says of the sides that do; (sum of 1 / S, of 1 / S²).

    The sums are those over the choices of these sides, as lower ones see them.
    """
    for number in range(first, after):
        work.pull[number] = 1.0
        work.loss[number] = 0.0
    if after - first > _FEW:
        return share_by_means(work, first, after)
    return share_by_sets(work, first, after)


def share_by_sets(work: Work, first: int, after: int) -> tuple[float, float]:
    """``share_place``, by all sets of sides that may be left."""
    tied = after - first
    rest = work.rest[first]
    sort_strengths(work, first, after)
    span = span_of(tied)
    lowest = rest + work.sorted[0]
    choices, squares = 0.0, 0.0
    for chosen in range(1, 1 << tied):
        # From the weakest up, so that equal sides make equal sums.
        total, left = 0.0, 0
        for at in range(tied):
            if (chosen >> at) & 1 == 1:
                total += work.sorted[at]
                left += 1
        total += rest
        often = 1.0 / sets_of(left, tied)
        part = lowest / total
        choices += on_grid(often * part, span)
        squares += on_grid(often * part * part, span)
        for at in range(tied):
            if (chosen >> at) & 1 == 1:
                chance = min(work.sorted[at] / total, 1.0)
                work.pull[work.order[at]] -= on_grid(often * chance, span)
                work.loss[work.order[at]] += on_grid(often * chance * (1.0 - chance), span)
    return choices / lowest, squares / (lowest * lowest)


def sort_strengths(work: Work, first: int, after: int) -> None:
    """Write x of the sides, the weakest first, and which sides they are."""
    for number in range(first, after):
        own = work.own[number]
        at = number - first
        while at > 0 and work.sorted[at - 1] > own:
            work.sorted[at] = work.sorted[at - 1]
            work.order[at] = work.order[at - 1]
            at -= 1
        work.sorted[at] = own
        work.order[at] = number


def sets_of(left: int, tied: int) -> float:
    """How many sets of ``left`` sides there are of ``tied``."""
    sets = 1.0
    for at in range(left):
        sets = sets * (tied - at) / (at + 1)
    return sets


def share_by_means(work: Work, first: int, after: int) -> tuple[float, float]:
    """``share_place``, each set of sides that may be left taken at its mean."""
    tied = after - first
    rest = work.rest[first]
    together = max(work.total[first] - rest, LEAST)
    least = work.own[first]
    for number in range(first, after):
        least = min(least, work.own[number])
    span = span_of(tied)
    choices, squares = 0.0, 0.0
    for left in range(1, tied + 1):
        mean = (left - 1.0) / (tied - 1.0)
        lowest = choice_sum(rest, least, mean, together)
        inverse, inverse_squares = 0.0, 0.0
        for number in range(first, after):
            part = lowest / choice_sum(rest, work.own[number], mean, together)
            inverse += on_grid(part, span)
            inverse_squares += on_grid(part * part, span)
        inverse = inverse / lowest / tied
        choices += inverse
        squares += inverse_squares / (lowest * lowest) / tied
        for number in range(first, after):
            own = work.own[number]
            chance = min(own / choice_sum(rest, own, mean, together), 1.0)
            work.pull[number] -= mean * own * inverse + (1.0 - mean) * chance / tied
            work.loss[number] += chance * (1.0 - chance) * left / tied
    return choices, squares


def choice_sum(rest: float, own: float, mean: float, together: float) -> float:
    """S with a side in it, and of the others of its place the share ``mean``."""
    return rest + (1.0 - mean) * own + mean * together
