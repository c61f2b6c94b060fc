"""Deviations: of a group's ratings from the covariance of all of them together."""

from __future__ import annotations

from typing import Any

from banzuke.numeric.cholesky import factor, invert, square_of
from banzuke.systems.plackett_luce.slopes import level_end, races_of


def find_variances(rules: Any, work: Any, begin: int, end: int) -> bool:
    """Write the variance of each place's rating into ``work.image``, units²; False if it fails.

    The covariance is the inverse of the curvature; where no prior says where the middle is, of
    what is left when the mean is fixed.
    """
    if end - begin > rules.joint_up_to:
        for at in range(begin, end):
            work.image[at] = 1.0 / work.curve[at]
        return True
    count = end - begin
    even = fill_matrix(rules, work, begin, end)
    if not factor(work.matrix, count):
        return False
    invert(work.matrix, work.panel, count)
    for at in range(count):
        total = square_of(work.matrix, at, count)
        if even > 0.0:
            total -= 1.0 / (even * count * count)
        if not total > 0.0:
            return False
        work.image[begin + at] = total
    return True


def fill_matrix(rules: Any, work: Any, begin: int, end: int) -> float:
    """Write the curvature of a group, and add to every cell what fixes the mean; return that.

    Only what stands on and above the diagonal.
    """
    count = end - begin
    matrix = work.matrix
    even = 0.0
    if rules.prior_middle <= 0.0:
        for at in range(begin, end):
            even += work.curve[at] / count / count
    for at in range(count):
        for column in range(at):
            matrix[at * count + column] = 0.0
        for column in range(at, count):
            matrix[at * count + column] = even
        matrix[at * count + at] += work.curve[begin + at]
    first, last = races_of(work, begin, end)
    for race in range(first, last):
        fill_race(rules, work, race, (begin, end))
    return even


def fill_race(rules: Any, work: Any, race: int, span: tuple[int, int]) -> None:
    """Take off what a race adds to the curvature between two runners."""
    begin, count = span[0], span[1] - span[0]
    head, end, times = work.race[race], work.race[race + 1], work.count[race]
    squares = 0.0
    while head < end:
        after = level_end(work, head, end)
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
