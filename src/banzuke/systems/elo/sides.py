"""Sides of a game: who belongs to them, how strong they are, and which of them have a duel."""

from __future__ import annotations

from banzuke.model.log import Column, Log
from banzuke.numeric.exact_sums import CHANCES, POINTS, on_grid
from banzuke.systems.elo.rules import ADJACENT, BY_PLAY, FIRST, SPLIT, SUM, WHOLE, Rules

#: Stands for the place after the last.
NOWHERE = 2**31 - 1


def side_end(side: Column, head: int, end: int) -> int:
    """The entry after the last of the side that begins at entry ``head``."""
    after = head + 1
    while after < end and side[after] == side[head]:
        after += 1
    return after


def next_place(place: Column, head: int, end: int) -> int:
    """The place that comes after that of entry ``head`` in its game; places rise."""
    for other in range(head + 1, end):
        if place[other] > place[head]:
            return place[other]
    return NOWHERE


def is_duel(place: int, other: int, following: int, sides: int, rules: Rules) -> bool:
    """Whether two sides of a game of ``sides`` sides have a duel by these rules.

    place, other : of the two, the better (or the same) first; following : the place that comes
        after the better one
    """
    if sides == 2:
        return True
    if rules.ranking == FIRST:
        if place == 1 and other == 1:
            return rules.shared_first_draws == 1
        return place == 1 or other == 1
    if rules.ranking == ADJACENT and other > following:
        return False
    return place != other or rules.shared_places_apart == 0


def side_strength(values: Column, log: Log, head: int, after: int, rules: Rules) -> float:
    """The mean, the sum, or the mean by play, of what is known of the members of a side.

    values : of each player, points
    """
    total = 0.0
    if rules.team_rating == BY_PLAY and after - head > 1:
        played = 0.0
        for entry in range(head, after):
            total += on_grid(log.play[entry] * values[log.player[entry]], POINTS)
            played += on_grid(log.play[entry], CHANCES)
        if played > 0.0:
            return total / played
        total = 0.0
    for entry in range(head, after):
        total += values[log.player[entry]]
    if rules.team_rating == SUM:
        return total
    return total / (after - head)


def edge(log: Log, rules: Rules, head: int, other: int) -> float:
    """What the side from entry ``head`` has over the other because it is at home, points."""
    if rules.advantage == 0.0:
        return 0.0
    return rules.advantage * (log.advantage[head] - log.advantage[other])


def member_part(log: Log, rules: Rules, entry: int, members: int, moved: float) -> float:
    """The part of a side's change that a member gets."""
    if rules.team_change == WHOLE:
        return moved
    if rules.team_change == SPLIT:
        return on_grid(moved / members, POINTS)
    return on_grid(log.play[entry] * moved, POINTS)
