"""How uncertain the strengths of shared places are, and what ratings owe to that."""

from __future__ import annotations

from typing import Any

from banzuke.numeric.cholesky import factor, invert, product_of_rows
from banzuke.parts.mutual_groups import take_means
from banzuke.systems.plackett_luce.fit import solve
from banzuke.systems.plackett_luce.parameters import MOST_TIED
from banzuke.systems.plackett_luce.rules import NO_TIE_STRENGTH
from banzuke.systems.plackett_luce.sharing import STRENGTHS, slot_of

#: What results say of a strength, 1 / the variance of its logarithm, must be more than this part of
#: how often places of its size are next.
TOLD = 1e-9
#: So closely the covariance is found.
CLOSELY = 1e-9


def find_spread(rules: Any, work: Any) -> float:
    """Write the covariance of the logarithms of all strengths with all that is estimated.

    That is ``with_strength``; the inverse of its part between strengths is ``known``.
    Returns trouble, below 0 as ``State.group``, if results do not say enough of some strength.
    """
    known, n_players = work.sharing.known, len(work.member)
    after = n_players + STRENGTHS
    for one in range(STRENGTHS):
        for two in range(STRENGTHS):
            known[one * STRENGTHS + two] = 1.0 if one == two else 0.0
    for size in range(2, MOST_TIED + 1):
        with_one = work.sharing.with_strength[(size - 2) * after : (size - 1) * after]
        for at in range(after):
            with_one[at] = 0.0
        slot = slot_of(work.found, size)
        if not work.actual[slot] > 0.0:
            continue
        for at in range(after):
            work.slope[at] = 0.0
        work.slope[slot] = 1.0
        solve(rules, work, (work.slope, with_one), (0, n_players, after), CLOSELY)
        if rules.prior_middle <= 0.0:
            take_means(work, with_one, 0, n_players)
        if not with_one[slot] * TOLD * work.actual[slot] < 1.0:
            return NO_TIE_STRENGTH
        for other in range(2, size + 1):
            if work.actual[slot_of(work.found, other)] > 0.0:
                cell = (other - 2) * STRENGTHS + size - 2
                known[cell] = with_one[slot_of(work.found, other)]
    if not invert_covariance(work.sharing):
        return NO_TIE_STRENGTH
    return 0.0


def invert_covariance(sharing: Any) -> bool:
    """Make ``known``, the covariance on and above the diagonal, its inverse; False if it fails."""
    known = sharing.known
    if not factor(known, STRENGTHS):
        return False
    invert(known, sharing.panel, STRENGTHS)
    for one in range(STRENGTHS):
        # Rows of the factor are read from the diagonal on: what is below is free.
        for two in range(one):
            known[one * STRENGTHS + two] = product_of_rows(known, one, two, STRENGTHS)
    for one in range(STRENGTHS):
        total = product_of_rows(known, one, one, STRENGTHS)
        for two in range(one + 1, STRENGTHS):
            known[one * STRENGTHS + two] = known[two * STRENGTHS + one]
        known[one * STRENGTHS + one] = total
    return True


def shared_variance(sharing: bool | None, scratch: Any, at: int) -> float:
    """What a rating's variance, units², owes to the strengths that are estimated together with it.

    sharing : as in ``Rules``; at : the place of the rating
    """
    if sharing is None:
        return 0.0
    columns, total = len(scratch.way), 0.0
    moves, known = scratch.with_strength, scratch.known
    for one in range(STRENGTHS):
        for two in range(STRENGTHS):
            both = moves[one * columns + at] * moves[two * columns + at]
            total += both * known[one * STRENGTHS + two]
    return total
