"""The logistic curve: what a result says of the lead, the same bits compiled and not.

Near even the chance to win is 1/2 + tanh(lead / 2) / 2, by the continued fraction of Lambert and
Gauss, y / (1 + y² / (3 + y² / (5 + … + y² / 17))) for tanh y: no exponential, one division, and
exact to the last digits for leads of up to 2. Beyond, where the chance to lose is small, it is
told by the exponential, and keeps its digits.
"""

from __future__ import annotations

from banzuke.parts.deviations import chances, surprise

#: Leads up to which the fraction is exact: its error is below 3e-17 of the value.
NEAR = 2.0


def logistic(lead: float, score: float) -> tuple[float, float]:
    """The slope of the logarithm of a result's chance, and how fast that slope falls.

    lead : in logits; score : 1 for a win, 0.5 for a draw, whose chance is the root of both
    The slope is score less chance, in [-1, 1]; the fall is chance to win times chance to lose.
    """
    if abs(lead) > NEAR:
        win, lose = chances(lead)
        return surprise(score, win, lose), win * lose
    half = above_half(lead)
    return (score - 0.5) - half, 0.25 - half * half


def above_half(lead: float) -> float:
    """The chance to win less 1/2; lead : in logits, at most ``NEAR`` either way."""
    z = 0.25 * lead * lead
    z_2 = z * z
    above = (34459425.0 + 4729725.0 * z) + z_2 * ((135135.0 + 990.0 * z) + z_2)
    below = (34459425.0 + 16216200.0 * z) + z_2 * ((945945.0 + 13860.0 * z) + 45.0 * z_2)
    return 0.25 * lead * (above / below)
