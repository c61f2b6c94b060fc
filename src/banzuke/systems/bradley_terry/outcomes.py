"""How likely a win, a tie and a loss are, and how the logarithm of that likelihood bends.

Sources: R. A. Bradley and M. E. Terry, 1952; ties: R. R. Davidson, On Extending the Bradley-Terry
Model to Accommodate Ties, 1970; P. V. Rao and L. L. Kupper, Ties in Paired-Comparison
Experiments, 1967. Nothing here depends, by a single bit, on which player is asked first.
"""

from __future__ import annotations

import math
from typing import Any

from banzuke.numeric.logistic import chance_of
from banzuke.systems.bradley_terry.rules import DAVIDSON, HALF


def chances_of(ties: int, lead: float, tie: float) -> tuple[float, float, float]:
    """The chances to win, to tie and to lose; they sum to 1.

    lead : units; tie : the logarithm of the strength of ties, as ``Rules.tie``
    """
    if ties == HALF:
        return chance_of(lead), 0.0, chance_of(-lead)
    if ties == DAVIDSON:
        less = math.exp(-abs(lead))
        middle = math.exp(tie - 0.5 * abs(lead))
        whole = (1.0 + less) + middle
        better, worse = 1.0 / whole, less / whole
        if lead >= 0.0:
            return better, middle / whole, worse
        return worse, middle / whole, better
    strength = math.exp(tie)
    margin = 0.5 * math.log(1.0 + strength)
    win, lose = chance_of(lead - margin), chance_of(-lead - margin)
    return win, strength * (win * lose), lose


def expected_score(ties: int, lead: float, tie: float) -> float:
    """The expected score, a tie counted half."""
    if ties == HALF:
        return chance_of(lead)
    win, drawn, _ = chances_of(ties, lead, tie)
    return win + 0.5 * drawn


def slopes_of(
    ties: int, lead: float, tie: float, counts: tuple[float, float, float]
) -> tuple[float, float, float, float, float]:
    """How the log likelihood of results between two changes with the lead and with ``tie``.

    counts : weights of wins, ties and losses
    Returns the slope by the lead, how it bends (as a positive number), then by ``tie``: the
    slope, the bend by both, the bend. The latter three are 0 where a tie is half a win.
    """
    won, drawn, lost = counts
    if ties == HALF:
        part = math.exp(-abs(lead))
        powers = (1.0, part) if lead >= 0.0 else (part, 1.0)
        pull, bend = slopes_by_powers(powers, counts)
        return pull, bend, 0.0, 0.0, 0.0
    win, half, lose = chances_of(ties, lead, tie)
    if ties == DAVIDSON:
        many = (won + lost) + drawn
        pull = won * (lose + 0.5 * half) - lost * (win + 0.5 * half) - drawn * 0.5 * (win - lose)
        decided = win + lose
        bend = many * (win * lose + 0.25 * (half * decided))
        tied = drawn * decided - (won + lost) * half
        return pull, bend, tied, many * half * 0.5 * (lose - win), many * (half * decided)
    # Nothing is taken off 1 here: of a chance that is nearly 1, what is missing would be lost.
    strength = math.exp(tie)
    margin = 0.5 * math.log(1.0 + strength)
    missed, spared = chance_of(margin - lead), chance_of(lead + margin)
    share = 0.5 * strength / (1.0 + strength)
    turn = share / (1.0 + strength)
    up, down = (won + drawn) * missed, (lost + drawn) * spared
    upper, lower = up * win, down * lose
    pull = won * missed - lost * spared - drawn * (win - lose)
    tied = drawn * (1.0 / (1.0 + strength) + share * (win + lose))
    tied -= share * (won * missed + lost * spared)
    return (
        pull,
        upper + lower,
        tied,
        share * (lower - upper),
        turn * (up + down) + share * share * (upper + lower),
    )


def slopes_by_powers(
    powers: tuple[float, float], counts: tuple[float, float, float]
) -> tuple[float, float]:
    """The slope by the lead, and how it bends, where a tie is half a win.

    powers : of the two, by the quotient of which one is more likely to win than the other;
    counts : as ``slopes_of``
    """
    one, two = powers
    won, drawn, lost = counts
    gained, given = won + 0.5 * drawn, lost + 0.5 * drawn
    share = 1.0 / (one + two)
    win, lose = one * share, two * share
    return gained * lose - given * win, (gained + given) * (win * lose)


def slopes_of_one(ties: int, lead: float, tie: float, outcome: int) -> tuple[float, float]:
    """The slopes, by the lead and by ``tie``, of one win (0), one tie (1) or one loss (2)."""
    counts = (1.0, 0.0, 0.0)
    if outcome == 1:
        counts = (0.0, 1.0, 0.0)
    elif outcome == 2:
        counts = (0.0, 0.0, 1.0)
    pull, _, tied, _, _ = slopes_of(ties, lead, tie, counts)
    return pull, tied


def lead_between(log: Any, advantage: float, gap: float, entry: int, other: int) -> float:
    """By how many units the player of an entry is ahead, the advantage counted in."""
    if advantage == 0.0:
        return gap
    return gap + advantage * (log.advantage[entry] - log.advantage[other])


def difference_of(log: Any, covariates: int, number: int, entry: int) -> float:
    """How much more of a covariate the player of an entry has than the other one."""
    more = log.covariates[entry // 2 * covariates + number]
    return more if entry % 2 == 0 else -more
