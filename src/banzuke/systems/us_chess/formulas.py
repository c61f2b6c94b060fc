"""The formulas of the US Chess rating system: effective games, expectancies, K, bonus, floors."""

from __future__ import annotations

import math
from typing import Any

from banzuke.model.log import Log
from banzuke.numeric.exact_sums import CHANCES, on_grid
from banzuke.parts.duels import duel_score
from banzuke.parts.meetings import opponent_of

#: What counts as zero where the special formula is solved; the source has such a number, too.
TINY = 1e-7

#: Stands for a rating without bounds.
BEYOND = 1e300


def effective_games(rating: float, games: float, old_form: int) -> float:
    """N': the games that a rating is worth, at most the games it is based on."""
    most = 50.0
    if old_form == 1:
        if rating < 2200.0:
            gap = 2200.0 - rating
            most = 50.0 / math.sqrt(1.0 + gap * gap / 100000.0)
    elif rating < 2355.0:
        gap = 2569.0 - rating
        most = 50.0 / math.sqrt(0.662 + 0.00000739 * (gap * gap))
    return min(games, most)


def standard_expectancy(lead: float) -> float:
    """The standard winning expectancy, from the lead in points."""
    leader = 1.0 / (1.0 + math.exp(-abs(lead) * math.log(10.0) / 400.0))
    if lead < 0.0:
        return 1.0 - leader
    return leader


def provisional_expectancy(lead: float) -> float:
    """The provisional winning expectancy: a straight line, 0 and 1 from 400 points on."""
    return min(max(0.5 + lead / 800.0, 0.0), 1.0)


def k_factor(rating: float, effective: float, games: float, dual: int) -> float:
    """K of the standard formula; ``dual`` is 1 for an event that is rated in two systems."""
    whole = 800.0 / (effective + games)
    if dual == 0 or rating <= 2200.0:
        return whole
    if rating < 2500.0:
        return whole * (6.5 - 0.0025 * rating)
    return whole / 4.0


def is_bonus_event(log: Log, work: Any, entry: int) -> bool:
    """Whether the games from a player's first entry on may give a bonus.

    Three games or more, nobody met more than twice; of three games, more than once.
    """
    games = 0
    at = entry
    while at >= 0:
        games += 1
        at = work.meetings.following[at]
    if games < 3:
        return False
    most = 2
    if games == 3:
        most = 1
    at = entry
    while at >= 0:
        met = 0
        other = at
        while other >= 0:
            if log.player[opponent_of(other)] == log.player[opponent_of(at)]:
                met += 1
            other = work.meetings.following[other]
        if met > most:
            return False
        at = work.meetings.following[at]
    return True


def excess(rating: float, log: Log, work: Any, prior: tuple[int, float, float, float]) -> float:
    """The objective function: provisional expectancies less the score, at a rating.

    prior : the player's first entry, N', the rating of N' past games, the points in them
    """
    entry, effective, anchor, past = prior
    total = on_grid(effective * provisional_expectancy(rating - anchor) - past, CHANCES)
    while entry >= 0:
        other = opponent_of(entry)
        expectancy = provisional_expectancy(rating - work.opponent[log.player[other]])
        total += on_grid(expectancy, CHANCES)
        total -= duel_score(log.place[entry], log.place[other])
        entry = work.meetings.following[entry]
    return total


def special_rating(
    old: float, log: Log, work: Any, prior: tuple[int, float, float, float]
) -> float:
    """The rating at which the score is what was expected; where several are, the nearest to old.

    prior : as for ``excess``, whose slope changes only at knots, 400 points from a rating
    """
    below, above = zero_between(log, work, prior, -TINY)
    lowest = -BEYOND
    if below > -BEYOND:
        lowest = crossing(log, work, prior, (below, above, above))
    # Between the same knots it mostly passes the upper level, too: then they are not sought again.
    if above < BEYOND and excess(above, log, work, prior) < TINY:
        below, above = zero_between(log, work, prior, TINY)
    highest = BEYOND
    if above < BEYOND:
        highest = crossing(log, work, prior, (below, above, below))
    return min(max(old, lowest), max(lowest, highest))


def zero_between(
    log: Log, work: Any, prior: tuple[int, float, float, float], level: float
) -> tuple[float, float]:
    """The neighbouring knots between which the objective function reaches a level.

    At the lower knot it is below the level, at the upper it is not; ``BEYOND``, down or up,
    stands where there is no such knot.
    """
    low = knot_in(log, work, prior, (-BEYOND, BEYOND, 1)) - 1.0
    high = knot_in(log, work, prior, (-BEYOND, BEYOND, -1)) + 1.0
    below, above = -BEYOND, BEYOND
    while True:
        middle = (low + high) / 2.0
        knot = knot_in(log, work, prior, (low, middle, -1))
        if knot == BEYOND:
            knot = knot_in(log, work, prior, (middle, high, 1))
        if knot >= high:
            return below, above
        if excess(knot, log, work, prior) < level:
            low = knot
            below = knot
        else:
            high = knot
            above = knot


def knot_in(
    log: Log, work: Any, prior: tuple[int, float, float, float], within: tuple[float, float, int]
) -> float:
    """The lowest (way 1) or highest (way -1) knot within bounds; ``BEYOND`` if there is none.

    within : above this, below that (with way -1, or equal to it), the way
    """
    over, under, way = within
    entry, effective, anchor, _ = prior
    best = BEYOND
    at = entry
    while at >= -1:
        rating = anchor
        if at >= 0:
            rating = work.opponent[log.player[opponent_of(at)]]
        if at >= 0 or effective > 0.0:
            for side in range(2):
                knot = rating + 400.0 - 800.0 * side
                inside = over < knot < under or (way < 0 and knot == under)
                if inside and (best == BEYOND or (knot - best) * way < 0.0):
                    best = knot
        if at < 0:
            break
        at = work.meetings.following[at]
    return best


def crossing(
    log: Log,
    work: Any,
    prior: tuple[int, float, float, float],
    between: tuple[float, float, float],
) -> float:
    """Where the objective function is zero: at the named knot, or on the line between two."""
    below, above, knot = between
    if abs(knot) < BEYOND and abs(excess(knot, log, work, prior)) <= TINY:
        return knot
    if below == -BEYOND:
        return above
    if above == BEYOND:
        return below
    start = excess(below, log, work, prior)
    end = excess(above, log, work, prior)
    return below + (above - below) * (0.0 - start) / (end - start)


def earned_floor(floor: float, credit: float) -> float:
    """The personal floor after an event: it grows with wins, draws and events, up to 150."""
    if floor >= 150.0:
        return floor
    return min(150.0, max(floor, 100.0) + credit)


def peak_floor(rating: float) -> float:
    """The floor of who has an established rating: 200 below it, down to the hundred; 0 for none."""
    level = math.floor((math.floor(rating + 0.5) - 200.0) / 100.0) * 100.0
    if level < 1200.0:
        return 0.0
    return min(level, 2100.0)
