"""The scale of the AGA ratings, what handicap and komi are worth, and first deviations."""

from __future__ import annotations

from typing import Any

from banzuke.model.ranks import PROFESSIONAL

#: The deviation of a game with 2 to 9 stones and no komi, stones.
SPREADS = (1.13672, 1.18795, 1.22841, 1.27457, 1.31978, 1.35881, 1.39782, 1.43614)

#: What one point of komi is worth, stones.
KOMI = 0.0757


def closed(rating: float) -> float:
    """A rating without the gap between -1 and 1: 1k and 1d are neighbours, their border is 0."""
    if rating > 0.0:
        return rating - 1.0
    return rating + 1.0


def opened(value: float) -> float:
    """The rating of a value on the scale without the gap."""
    if value >= 0.0:
        return value + 1.0
    return value - 1.0


def rank_middle(rank: float) -> float:
    """The middle of a rank, as numbered by ``rank_number``, on the scale without the gap.

    Professionals enter as 9 dan.
    """
    if rank > PROFESSIONAL:
        return 8.5
    if rank > 0.0:
        return rank - 0.5
    return rank + 0.5


def handicap_worth(stones: float, komi: float) -> float:
    """What the second player gives up, stones: h of the source; stones 0 or 1: no stone."""
    if stones < 2.0:
        return 0.580 - KOMI * komi
    return stones - KOMI * komi


def game_spread(stones: float, komi: float) -> float:
    """The standard deviation of a game, stones; more than 9 stones are taken as 9."""
    if stones < 2.0:
        return 1.0649 - 0.0021976 * komi + 0.00014984 * komi * komi
    return SPREADS[min(int(stones), 9) - 2] - 0.0035169 * komi


def first_deviation(value: float, rules: Any) -> float:
    """The deviation of who is new, by the value on the scale without the gap: a cubic spline."""
    knots, heights, bends = rules.knots, rules.heights, rules.bends
    last = len(knots) - 1
    if value < knots[0]:
        return rules.deviation_below
    if value >= knots[last]:
        return heights[last]
    row = 0
    while value >= knots[row + 1]:
        row += 1
    width = knots[row + 1] - knots[row]
    up, down = (value - knots[row]) / width, (knots[row + 1] - value) / width
    curve = (up * up * up - up) * bends[row + 1] + (down * down * down - down) * bends[row]
    found = down * heights[row] + up * heights[row + 1] + curve * width * width / 6.0
    return min(max(found, rules.least), rules.most)
