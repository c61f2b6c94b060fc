"""The special formula of US Chess: the rating at which the score is what was expected.

Expectancies are straight lines between knots, 400 points from each opponent's rating. Between
which two knots the score lies is guessed from the mean of the opponents, which is mostly right at
once, and is else enclosed from both sides.
"""

from __future__ import annotations

from typing import Any

from banzuke.model.log import Log
from banzuke.numeric.exact_sums import CHANCES, on_grid
from banzuke.parts.duels import duel_score
from banzuke.parts.meetings import opponent_of

#: What counts as zero where the special formula is solved; the source has such a number, too.
TINY = 1e-7

#: Stands for a rating without bounds.
BEYOND = 1e300


def provisional_expectancy(lead: float) -> float:
    """The provisional winning expectancy: a straight line, 0 and 1 from 400 points on."""
    return min(max(0.5 + lead / 800.0, 0.0), 1.0)


def special_rating(
    old: float, log: Log, work: Any, prior: tuple[int, float, float, float]
) -> float:
    """The rating at which the score is what was expected; where several are, the nearest to old.

    prior : the player's first entry, N', the rating of N' past games, the points in them
    """
    entry, effective, anchor, past = prior
    met = work.met
    games = 0
    score = 0.0
    total = 0.0
    while entry >= 0:
        other = opponent_of(entry)
        met[games] = work.opponent[log.player[other]]
        total += met[games]
        games += 1
        score += duel_score(log.place[entry], log.place[other])
        entry = work.meetings.following[entry]
    weight = games + effective
    lead = 800.0 * (score + past) / weight - 400.0
    guess = (total + effective * anchor) / weight + lead
    chain = (games, score, effective, anchor, past)
    found = zero_between(met, chain, (-BEYOND, 0.0, guess, -TINY))
    lowest = -BEYOND
    if found[0] > -BEYOND:
        lowest = crossing(found, 1)
    # Between the same knots it mostly passes the upper level, too: then they are not sought again.
    if found[1] < BEYOND and found[3] < TINY:
        found = zero_between(met, chain, (found[1], found[3], found[1], TINY))
    highest = BEYOND
    if found[1] < BEYOND:
        highest = crossing(found, 0)
    return min(max(old, lowest), max(lowest, highest))


def excess(rating: float, met: Any, chain: tuple[int, float, float, float, float]) -> float:
    """The objective function: provisional expectancies less the score, at a rating; it never falls.

    met : the opponents' ratings, the first ones count
    chain : the games, the points in them, N', the rating of N' past games, the points in those
    """
    games, score, effective, anchor, past = chain
    total = on_grid(effective * provisional_expectancy(rating - anchor) - past, CHANCES) - score
    for game in range(games):
        total += on_grid(provisional_expectancy(rating - met[game]), CHANCES)
    return total


def zero_between(
    met: Any,
    chain: tuple[int, float, float, float, float],
    sought: tuple[float, float, float, float],
) -> tuple[float, float, float, float]:
    """The neighbouring knots between which the objective function reaches a level, and it there.

    sought : a knot where it is below the level, or -``BEYOND``; it there; a first guess; the level
    At the lower knot it is below the level, at the upper it is not; ``BEYOND``, down or up,
    stands where there is no such knot.
    """
    low, at_low, guess, level = sought
    high, at_high = BEYOND, 0.0
    while True:
        under, over = knots_around(guess, met, chain, (low, high))
        if under > low:
            at = excess(under, met, chain)
            if at < level:
                low, at_low = under, at
            else:
                high, at_high = under, at
        if low == under and over < high:
            at = excess(over, met, chain)
            if at < level:
                low, at_low = over, at
            else:
                high, at_high = over, at
        if low == under and high == over:
            return low, high, at_low, at_high
        guess = middle_of(met, chain, low, high)


def knots_around(
    rating: float,
    met: Any,
    chain: tuple[int, float, float, float, float],
    within: tuple[float, float],
) -> tuple[float, float]:
    """Of the knots within bounds the last up to a rating and the first above; else the bounds."""
    low, high = within
    under, over = low, high
    games, _, effective, anchor, _ = chain
    for game in range(games + 1):
        middle = anchor
        if game < games:
            middle = met[game]
        elif effective == 0.0:
            break
        for side in range(2):
            knot = middle + 400.0 - 800.0 * side
            if low < knot < high:
                if knot <= rating:
                    under = max(under, knot)
                else:
                    over = min(over, knot)
    return under, over


def middle_of(
    met: Any, chain: tuple[int, float, float, float, float], low: float, high: float
) -> float:
    """Half way between two knots; the first or the last knot stands for ``BEYOND``."""
    if low == -BEYOND:
        low = knots_around(-BEYOND, met, chain, (-BEYOND, BEYOND))[1]
    if high == BEYOND:
        high = knots_around(BEYOND, met, chain, (-BEYOND, BEYOND))[0]
    return (low + high) / 2.0


def crossing(found: tuple[float, float, float, float], upper: int) -> float:
    """Where the objective function is zero: at the knot preferred, or on the line between two.

    found : as from ``zero_between``; upper : 1 if the upper knot is preferred, 0 for the lower
    """
    below, above, start, end = found
    if upper == 1 and above < BEYOND and abs(end) <= TINY:
        return above
    if upper == 0 and below > -BEYOND and abs(start) <= TINY:
        return below
    if below == -BEYOND:
        return above
    if above == BEYOND:
        return below
    return below + (above - below) * (0.0 - start) / (end - start)
