"""The formulas of the US Chess rating system: effective games, expectancy, K, bonus, floors."""

from __future__ import annotations

import math
from typing import Any

from banzuke.model.log import Log
from banzuke.parts.meetings import opponent_of

#: So far a personal floor grows by wins, draws and events, points.
MOST_EARNED = 150.0


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


def earned_floor(floor: float, credit: float) -> float:
    """The personal floor after an event: it grows with wins, draws and events, up to 150."""
    if floor >= MOST_EARNED:
        return floor
    return min(MOST_EARNED, max(floor, 100.0) + credit)


def peak_floor(rating: float) -> float:
    """The floor of who has an established rating: 200 below it, down to the hundred; 0 for none."""
    level = math.floor((math.floor(rating + 0.5) - 200.0) / 100.0) * 100.0
    if level < 1200.0:
        return 0.0
    return min(level, 2100.0)
