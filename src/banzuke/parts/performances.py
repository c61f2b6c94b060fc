"""Sides of a game: who belongs to them, and how the performance of a side is spread."""

from __future__ import annotations

import math
from typing import Any

from banzuke.model.log import Log
from banzuke.model.phrases import phrase
from banzuke.numeric.exact_sums import on_grid
from banzuke.parts.contests import tied_until
from banzuke.parts.deviations import NEVER, WHEN_RATED


def growth(state: Any, rules: Any, one: int, time: float) -> float:
    """What the variance of a player has grown by at ``time``; NEVER reads it as it stands."""
    if time == NEVER:
        return 0.0
    if rules.ageing == WHEN_RATED:
        return rules.drift
    last = state.last[one]
    if last == NEVER:
        return 0.0
    return max(time - last, 0.0) * rules.drift


def variance_of(state: Any, rules: Any, one: int, time: float) -> float:
    """The variance of a player's strength at ``time``, points²."""
    deviation = state.deviation[one]
    return deviation * deviation + growth(state, rules, one, time)


def play_of(log: Log, rules: Any, entry: int) -> float:
    """The share of the game that an entry played, as far as it counts."""
    if rules.by_play == 1:
        return log.play[entry]
    return 1.0


def side_performance(
    state: Any, log: Log, rules: Any, head: int, after: int, time: float
) -> tuple[float, float]:
    """(mean, variance) of the performance of the side of entries ``head`` to ``after - 1``.

    It is the sum of its members' performances, each times the share that it played. What is
    added up is first put on a grid, so that the order of the members moves no bit.
    """
    if after - head == 1:
        one = log.player[head]
        play = play_of(log, rules, head)
        spread = play * play * (variance_of(state, rules, one, time) + rules.noise)
        return play * state.rating[one], max(spread, rules.least)
    top = widest = 0.0
    for entry in range(head, after):
        play = play_of(log, rules, entry)
        one = log.player[entry]
        top = max(top, abs(play * state.rating[one]))
        spread = play * play * (variance_of(state, rules, one, time) + rules.noise)
        widest = max(widest, spread)
    top *= after - head
    widest *= after - head
    mean = variance = 0.0
    for entry in range(head, after):
        play = play_of(log, rules, entry)
        one = log.player[entry]
        mean += on_grid(play * state.rating[one], top)
        spread = play * play * (variance_of(state, rules, one, time) + rules.noise)
        variance += on_grid(spread, widest)
    return mean, max(variance, rules.least)


def margin_of(rules: Any, players: float) -> float:
    """The draw margin of two sides with so many players together, points."""
    return rules.margin * math.sqrt(players)


def side_end(log: Log, head: int, end: int) -> int:
    """The entry after the last of the side that begins at entry ``head``."""
    return tied_until(log.side, head, end)


def outcome_of_side(log: Any, begin: int, end: int, entry: int) -> str:
    """The place of an entry's side in a game of many sides, in words."""
    place, sides = int(log.place[entry]), int(log.side[end - 1]) + 1
    side = log.side[entry]
    if any(log.place[at] == place and log.side[at] != side for at in range(begin, end)):
        return phrase("shared place {place} of {sides} sides", place=place, sides=sides)
    return phrase("place {place} of {sides} sides", place=place, sides=sides)
