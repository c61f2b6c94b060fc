"""Deviations: of a group's ratings from the covariance of all of them together."""

from __future__ import annotations

from typing import Any

from banzuke.model.log import Column
from banzuke.numeric.cholesky import factor, invert, square_of
from banzuke.numeric.exact_sums import on_grid
from banzuke.numeric.logistic import bend_of
from banzuke.parts.middle_priors import find_mean
from banzuke.systems.plackett_luce.parameters import MOST_TIED
from banzuke.systems.plackett_luce.races import level_end, races_of
from banzuke.systems.plackett_luce.sharing import slot_of, walk
from banzuke.systems.plackett_luce.spread import shared_variance

#: A few steps of the grid of sums, as a part of its span.
GRID = 2.0**-50
#: Ratings are as exact at least, units.
FINE = 1e-3


def find_variances(rules: Any, work: Any, begin: int, end: int) -> bool:
    """Write the variance of each place's rating into ``work.image``, units²; False if it fails.

    The covariance is the inverse of the curvature; where no prior says where the middle is, of
    what is left when the mean is fixed. Where one does, see ``middle_priors``.
    """
    joint = end - begin <= rules.joint_up_to
    even = fill_matrix(rules, work, (begin, end), joint)
    if not joint:
        for at in range(begin, end):
            work.image[at] = 1.0 / work.curve[at]
        return are_told(rules.sharing, work, begin, end)
    count = end - begin
    if not factor(work.matrix, count):
        return False
    invert(work.matrix, work.panel, count)
    of_mean = find_mean(rules, work, begin, end)
    for at in range(count):
        total = square_of(work.matrix, at, count)
        if rules.prior_middle <= 0.0:
            total -= 1.0 / (even * count * count)
        total += of_mean * work.way[begin + at] * work.way[begin + at]
        total += shared_variance(rules.sharing, work.sharing, begin + at)
        if not total > 0.0:
            return False
        work.image[begin + at] = total
    return are_told(rules.sharing, work, begin, end)


def are_told(sharing: bool | None, work: Any, begin: int, end: int) -> bool:
    """Whether sums are fine enough for what is known of ratings, where places are shared.

    The grid on which a slope is added up moves a rating by so much of its variance.
    """
    off = 0
    if sharing is not None:
        for at in range(begin, end):
            if not work.image[at] * work.span[at] * GRID < FINE:
                off += 1
    return off == 0


def fill_matrix(rules: Any, work: Any, span: tuple[int, int], joint: bool) -> float:
    """Write the curvature of a group, and add to every cell what fixes the mean; return that.

    Only what stands on and above the diagonal, and where places are shared ``work.curve``; only
    that if not ``joint``.
    """
    begin, end = span
    count = end - begin
    matrix = work.matrix
    even = 0.0
    for at in range(begin, end):
        even += work.curve[at] / count / count
    begin_curve(rules.sharing, rules, work, begin, end)
    for at in range(count if joint else 0):
        for column in range(at):
            matrix[at * count + column] = 0.0
        for column in range(at, count):
            matrix[at * count + column] = even
        matrix[at * count + at] += work.curve[begin + at]
    first, last = races_of(work.first_race, begin, end)
    for race in range(first, last):
        fill_any_race(rules.sharing, rules, work, race, (begin, end), joint)
    for at in range(begin, end):
        work.curve[at] = max(work.curve[at], 1e-300)
    return even


def begin_curve(sharing: bool | None, rules: Any, work: Any, begin: int, end: int) -> None:
    """Begin ``work.curve`` by what virtual games add, and move nothing, where places are shared."""
    if sharing is None:
        return
    hold_still(work.way, begin, end)
    for at in range(begin, end):
        bend = 2.0 * rules.prior_middle * bend_of(work.found[at])
        work.curve[at] = on_grid(bend, work.span[at])


def hold_still(way: Column, begin: int, end: int) -> None:
    """Write a way that moves neither these places nor strengths."""
    for at in range(begin, end):
        way[at] = 0.0
    for size in range(2, MOST_TIED + 1):
        way[slot_of(way, size)] = 0.0


def fill_any_race(
    sharing: bool | None, rules: Any, work: Any, race: int, span: tuple[int, int], joint: bool
) -> None:
    """Add what a race adds to the curvature, by the rule for shared places."""
    if sharing is not None:
        fill_shared_race(work, race, span, joint)
    elif joint:
        fill_race(rules, work, race, span)


def fill_shared_race(work: Any, race: int, span: tuple[int, int], joint: bool) -> None:
    """Add what a race adds to the curvature, where places are shared: runner by runner."""
    begin, count = span[0], span[1] - span[0]
    head, end, times = work.race[race], work.race[race + 1], work.count[race]
    for at in range(head, end):
        one = work.runner[at]
        # Down: so it becomes the first of its equals, and those who follow are still to come.
        work.way[one] = -1.0
        walk(work.sharing, head, end)
        work.way[one] = 0.0
        for other in range(head, end):
            two, bend = work.runner[other], -times * work.ahead[other]
            if two == one:
                work.curve[one] += on_grid(max(bend, 0.0), work.span[one])
            if joint and two >= one:
                work.matrix[(one - begin) * count + two - begin] += bend


def fill_race(rules: Any, work: Any, race: int, span: tuple[int, int]) -> None:
    """Take off what a race adds to the curvature between two runners."""
    begin, count = span[0], span[1] - span[0]
    head, end, times = work.race[race], work.race[race + 1], work.count[race]
    squares = 0.0
    while head < end:
        after = level_end(work.level, head, end)
        full, part, part_2 = 0.0, 0.0, 0.0
        if after < end or after > head + 1:
            for turn in range(after - head):
                left = 1.0 - rules.share * turn / (after - head)
                field = work.behind[head] - (1.0 - left) * work.level_power[head]
                full += 1.0 / field / field
                part += left / field / field
                part_2 += left * left / field / field
        for at in range(head, after):
            one = work.runner[at] - begin
            for other in range(at + 1, end):
                two = work.runner[other] - begin
                both = squares + (part_2 if other < after else part)
                cell = min(one, two) * count + max(one, two)
                work.matrix[cell] -= times * work.power[at] * work.power[other] * both
        squares += full
        head = after
