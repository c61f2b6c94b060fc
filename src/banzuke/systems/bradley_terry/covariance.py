"""Deviations: of a group's ratings from the covariance of all of them together."""

from __future__ import annotations

from typing import Any

from banzuke.numeric.cholesky import factor, invert, product_of_rows, square_of
from banzuke.numeric.exact_sums import on_grid, span_of
from banzuke.parts.middle_priors import find_mean
from banzuke.systems.bradley_terry.besides import is_any_asked, shared_variance
from banzuke.systems.bradley_terry.outcomes import slopes_of_one
from banzuke.systems.bradley_terry.scratch import OF_TIE, TIE
from banzuke.systems.bradley_terry.slopes import lead_of, look_aside

#: So small a part of the variance by curvature is none that results show.
NOTHING_SHOWN = 1e-6


def find_variances(rules: Any, work: Any, begin: int, end: int, n_players: int) -> bool:
    """Write the variance of each place's rating into ``work.image``, units²; False if it fails.

    The covariance is the inverse of the curvature; where no prior says where the middle is, of
    what is left when the mean is fixed. Where one does, the inverse is reckoned likewise, and what
    the prior leaves open of the mean is added: a weak prior is lost beside many results.
    """
    if end - begin > rules.joint_up_to:
        for at in range(begin, end):
            work.turn[at] = 1.0 / work.curve[at]
            work.image[at] = 0.0
        if rules.sandwich:
            spread_alone(rules, work, begin, end)
        take_shown(work, begin, end)
        return True
    count = end - begin
    even = fill_matrix(rules, work, begin, end)
    if not factor(work.matrix, count):
        return False
    invert(work.matrix, work.panel, count)
    of_mean = find_mean(rules, work, begin, end)
    for at in range(count):
        total = square_of(work.matrix, at, count)
        if rules.prior_middle <= 0.0:
            total -= 1.0 / (even * count * count)
        total += of_mean * work.way[begin + at] * work.way[begin + at]
        total += shared_variance(work, begin + at)
        if not total > 0.0:
            return False
        work.turn[begin + at] = total
    if rules.sandwich:
        spread_jointly(rules, work, (begin, end), n_players, of_mean)
    else:
        for at in range(begin, end):
            work.image[at] = 0.0
    take_shown(work, begin, end)
    return True


def take_shown(work: Any, begin: int, end: int) -> None:
    """Take ``work.turn``, the variances by curvature, where results show no spread.

    So it is where all went just as expected, or a prior said nearly all; then of the whole group.
    """
    shown = True
    for at in range(begin, end):
        shown = shown and work.image[at] > NOTHING_SHOWN * work.turn[at]
    if not shown:
        for at in range(begin, end):
            work.image[at] = work.turn[at]


def spread_alone(rules: Any, work: Any, begin: int, end: int) -> None:
    """Make variances those that the results themselves show, all other ratings being known."""
    for at in range(begin, end):
        work.rest[at] = 0.0
    for at in range(begin, end):
        for row in range(work.head[at], work.head[at + 1]):
            for outcome in range(3):
                weight = squares_of(work, row, outcome)
                if weight > 0.0:
                    lead = lead_of(work, at, row)
                    slope, _ = slopes_of_one(rules.ties, lead, work.common[TIE], outcome)
                    work.rest[at] += weight * slope * slope
                    work.rest[work.there[row]] += weight * slope * slope
    for at in range(begin, end):
        work.image[at] = work.turn[at] * work.turn[at] * work.rest[at]


def squares_of(work: Any, row: int, outcome: int) -> float:
    """The sum of the squared weights of the wins (0), ties (1) or losses (2) of a row."""
    if outcome == 0:
        return work.won_2[row]
    if outcome == 1:
        return work.drawn_2[row]
    return work.lost_2[row]


def spread_jointly(
    rules: Any, work: Any, span: tuple[int, int], n_players: int, of_mean: float
) -> None:
    """Write the variances of a group that the results themselves show (P. J. Huber, 1967).

    Below the diagonal of ``work.matrix`` the covariance is written. What is estimated beside the
    ratings is moved by results of all groups.
    of_mean : as ``find_mean`` tells it
    """
    begin, end = span
    count = end - begin
    for at in range(count):
        own = of_mean * work.way[begin + at]
        work.rest[begin + at] = square_of(work.matrix, at, count) + own * work.way[begin + at]
        work.image[begin + at] = 0.0
        for column in range(at):
            part = product_of_rows(work.matrix, at, column, count)
            work.matrix[at * count + column] = part + own * work.way[begin + column]
    whole = (begin, end)
    if is_any_asked(work):
        whole = (0, n_players)
    for at in range(whole[0], whole[1]):
        for row in range(work.head[at], work.head[at + 1]):
            for outcome in range(3):
                weight = squares_of(work, row, outcome)
                if weight > 0.0:
                    spread_result(rules, work, span, (at, row, outcome), weight)


def spread_common(rules: Any, work: Any, begin: int, end: int) -> None:
    """Write the variances of what is estimated besides that the results themselves show."""
    count = len(work.asked)
    for which in range(count):
        work.spread[which] = 0.0
    for at in range(begin, end):
        for row in range(work.head[at], work.head[at + 1]):
            for outcome in range(3):
                weight = squares_of(work, row, outcome)
                if weight > 0.0:
                    slope_of(rules, work, at, row, outcome)
                    for which in range(count):
                        effect = work.own[which]
                        most = work.inverse[which * count + which]
                        # On the grid of what is small beside it, in whatever order results come.
                        grid = span_of(max(most, 1e-250) * 2.0**20)
                        work.spread[which] += on_grid(weight * effect * effect, grid)
    for which in range(count):
        most = work.inverse[which * count + which]
        if not work.spread[which] > NOTHING_SHOWN * most:
            work.spread[which] = most


def slope_of(rules: Any, work: Any, at: int, row: int, outcome: int) -> float:
    """The slope, by the lead, of one result; in ``work.own`` how it moves what is estimated.

    outcome : a win (0), a tie (1) or a loss (2)
    """
    there, count, size = work.there[row], len(work.asked), len(work.found)
    lead = lead_of(work, at, row)
    slope, tied = slopes_of_one(rules.ties, lead, work.common[TIE], outcome)
    look_aside(work, row)
    for one in range(count):
        gap = work.with_common[one * size + at] - work.with_common[one * size + there]
        own = tied if one == OF_TIE else slope * work.aside[one]
        work.aside[one] = own - slope * gap
    for one in range(count):
        work.own[one] = 0.0
        for two in range(count):
            work.own[one] += work.inverse[one * count + two] * work.aside[two]
    return slope


def spread_result(
    rules: Any,
    work: Any,
    span: tuple[int, int],
    which: tuple[int, int, int],
    weight: float,
) -> None:
    """Add to the variances of a group what results alike add; which : place, row, outcome."""
    at, row, outcome = which
    begin, end = span
    there, count, size = work.there[row], len(work.asked), len(work.found)
    slope = slope_of(rules, work, at, row, outcome)
    inside = begin <= at < end
    for who in range(begin, end):
        effect = 0.0
        if inside:
            effect = slope * (
                covariance_of(work, span, who, at) - covariance_of(work, span, who, there)
            )
        for one in range(count):
            effect -= work.with_common[one * size + who] * work.own[one]
        work.image[who] += weight * effect * effect


def covariance_of(work: Any, span: tuple[int, int], one: int, two: int) -> float:
    """The covariance of two places of a group, from below the diagonal of ``work.matrix``."""
    begin, end = span
    if one == two:
        return work.rest[one]
    if one < two:
        one, two = two, one
    return work.matrix[(one - begin) * (end - begin) + (two - begin)]


def fill_matrix(rules: Any, work: Any, begin: int, end: int) -> float:
    """Write the curvature of a group, and add to every cell what fixes the mean; return that.

    Only what stands on and above the diagonal.
    """
    count = end - begin
    matrix = work.matrix
    even = 0.0
    for at in range(begin, end):
        even += work.curve[at] / count / count
    for at in range(count):
        for column in range(at):
            matrix[at * count + column] = 0.0
        for column in range(at, count):
            matrix[at * count + column] = even
        matrix[at * count + at] += work.curve[begin + at]
    for at in range(begin, end):
        for row in range(work.head[at], work.head[at + 1]):
            matrix[(at - begin) * count + (work.there[row] - begin)] -= work.bend[row]
    return even
