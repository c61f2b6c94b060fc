"""Newton's steps toward the likeliest ratings: their equations, and how far each is gone.

The equations are solved by conjugate gradients (M. R. Hestenes and E. Stiefel, 1952), so that the
work is in proportion to what the curvature is made of. The scratch of a system has float64[n]
curve, the diagonal of the curvature, and of the conjugate gradients rest, what is missing (the
residual), turn, that by the diagonal (preconditioned), way, in which they go on (the direction),
and image, the curvature applied to ``way``; how that is done is the system's own.
"""

from __future__ import annotations

import math
from typing import Any

from banzuke.model.log import Column
from banzuke.numeric.vectors import product_of

#: No step that moves a gap by more is tried whole, units.
LONG = 6.0
#: So many steps are taken at most; some ten are enough where results are not at odds with numbers.
MOST_STEPS = 200
#: A step is solved to so small a part at most, and to less where the last one was shorter.
ROUGH, EXACT = 0.1, 1e-10
#: Only after a step that was solved to less is the goal looked for.
CLOSELY = 1e-5
#: A step that moves no gap by more goes where it should, as far as numbers tell, units.
SHORT = 1e-3
#: One that moves none by more is the last, units.
SETTLED = 1e-6
#: What is missing, squared, is nothing if it is less: further down products lose their digits.
NOTHING = 1e-280


def most_turns(unknowns: int) -> int:
    """After so many turns conjugate gradients are given up.

    Were no digit lost, they would need one for each unknown at most.
    """
    return 4 * unknowns + 40


def begin_solving(work: Any, wanted: Column, found: Column, begin: int, end: int) -> float:
    """Begin at 0 to look for ``found``, to which the curvature applied gives ``wanted``.

    Returns how much is missing; the first way to go is in ``work.way``.
    """
    for at in range(begin, end):
        found[at] = 0.0
        work.rest[at] = wanted[at]
        work.turn[at] = wanted[at] / work.curve[at]
        work.way[at] = work.turn[at]
    return product_of(work.rest, work.turn, begin, end)


def go_on(work: Any, found: Column, missing: float, begin: int, end: int) -> float:
    """Go as far along ``work.way`` as pays, and find the next way; how much is still missing.

    work.image : the curvature applied to the way; missing : before. 0 where nothing more pays
    """
    bow = product_of(work.way, work.image, begin, end)
    if bow <= 0.0:
        return 0.0
    length = missing / bow
    for at in range(begin, end):
        found[at] += length * work.way[at]
        work.rest[at] -= length * work.image[at]
        work.turn[at] = work.rest[at] / work.curve[at]
    left = product_of(work.rest, work.turn, begin, end)
    for at in range(begin, end):
        work.way[at] = work.turn[at] + left / missing * work.way[at]
    return left


def safe_share(largest: float) -> float:
    """The share of a step with which it is not too long, if it moves no gap by more than that."""
    return math.log(1.0 + largest) / largest
