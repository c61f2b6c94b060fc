"""The ratings of an event that are likeliest by seeds and results, and how sure they are."""

from __future__ import annotations

import math
from typing import Any

from banzuke.model.log import Column, Log
from banzuke.numeric.normal import log_normal_chance, normal_pull
from banzuke.parts.meetings import opponent_of


def find_ratings(log: Log, work: Any, begin: int, end: int) -> None:
    """Write ``work.found``: the ratings at which seeds and results are likeliest together.

    Newton's method; the system of a step is solved by conjugate gradients, so that the work is
    in proportion to the games, however many players there are.
    """
    likely = log_likelihood(log, work, work.found, begin, end)
    for _ in range(100):
        lay_out(log, work, begin, end)
        largest = find_step(log, work, begin, end)
        share = 1.0
        reached = likely
        for _ in range(60):
            for entry in range(begin, end):
                if work.meetings.first[log.player[entry]] == entry:
                    one = log.player[entry]
                    work.tried[one] = work.found[one] + share * work.step[one]
            reached = log_likelihood(log, work, work.tried, begin, end)
            if reached >= likely - 1e-12 * (1.0 + abs(likely)):
                break
            share *= 0.5
        for entry in range(begin, end):
            work.found[log.player[entry]] = work.tried[log.player[entry]]
        likely = reached
        if largest < 1e-10:
            break


def log_likelihood(log: Log, work: Any, rating: Column, begin: int, end: int) -> float:
    """The logarithm of how likely seeds and results are together, but for a constant."""
    total = 0.0
    for entry in range(begin, end):
        one = log.player[entry]
        if work.meetings.first[one] == entry:
            off = rating[one] - work.seed[one]
            total -= 0.5 * off * off / work.variance[one]
    for game in range(begin // 2, end // 2):
        if work.spread[game] > 0.0:
            lead = rating[log.player[2 * game]] - rating[log.player[2 * game + 1]]
            total += log_normal_chance((lead - work.worth[game]) / work.spread[game])
    return total


def lay_out(log: Log, work: Any, begin: int, end: int) -> None:
    """Write the slope and the curvature of the likelihood, of each game and player."""
    for entry in range(begin, end):
        one = log.player[entry]
        if work.meetings.first[one] == entry:
            work.slope[one] = (work.seed[one] - work.found[one]) / work.variance[one]
            work.curve[one] = 1.0 / work.variance[one]
    for game in range(begin // 2, end // 2):
        spread = work.spread[game]
        work.pull[game] = 0.0
        work.bend[game] = 0.0
        if spread > 0.0:
            winner, loser = log.player[2 * game], log.player[2 * game + 1]
            at = (work.found[winner] - work.found[loser] - work.worth[game]) / spread
            pull = normal_pull(at)
            work.pull[game] = pull / spread
            work.bend[game] = max(pull * (at + pull), 0.0) / (spread * spread)
            work.slope[winner] += work.pull[game]
            work.slope[loser] -= work.pull[game]
            work.curve[winner] += work.bend[game]
            work.curve[loser] += work.bend[game]


def find_step(log: Log, work: Any, begin: int, end: int) -> float:
    """Write Newton's step, by conjugate gradients; gives its largest part."""
    first, player = work.meetings.first, log.player
    size = 0.0
    count = 0
    for entry in range(begin, end):
        one = player[entry]
        if first[one] == entry:
            count += 1
            work.step[one] = 0.0
            work.rest[one] = work.slope[one]
            work.way[one] = work.slope[one] / work.curve[one]
            size += work.rest[one] * work.way[one]
    start = size
    for _ in range(4 * count + 40):
        if size <= 1e-30 * start or size == 0.0:
            break
        bow = look_ahead(log, work, begin, end)
        length = size / bow
        before = size
        size = 0.0
        for entry in range(begin, end):
            one = player[entry]
            if first[one] == entry:
                work.step[one] += length * work.way[one]
                work.rest[one] -= length * work.image[one]
                size += work.rest[one] * work.rest[one] / work.curve[one]
        for entry in range(begin, end):
            one = player[entry]
            if first[one] == entry:
                turn = work.rest[one] / work.curve[one]
                work.way[one] = turn + size / before * work.way[one]
    largest = 0.0
    for entry in range(begin, end):
        largest = max(largest, abs(work.step[player[entry]]))
    return largest


def look_ahead(log: Log, work: Any, begin: int, end: int) -> float:
    """Write the curvature applied to ``work.way``; gives the curvature along it."""
    player = log.player
    for entry in range(begin, end):
        one = player[entry]
        if work.meetings.first[one] == entry:
            work.image[one] = work.way[one] / work.variance[one]
    for game in range(begin // 2, end // 2):
        winner, loser = player[2 * game], player[2 * game + 1]
        part = work.bend[game] * (work.way[winner] - work.way[loser])
        work.image[winner] += part
        work.image[loser] -= part
    bow = 0.0
    for entry in range(begin, end):
        one = player[entry]
        if work.meetings.first[one] == entry:
            bow += work.way[one] * work.image[one]
    return bow


def find_deviation(log: Log, work: Any, entry: int) -> None:
    """Write a player's new deviation: from the new rating, over a hundred points around it.

    entry : the player's first; opponents are held at their new ratings
    Without a rated game it is 0, for "stays as it is".
    """
    one = log.player[entry]
    work.deviation[one] = 0.0
    if rated_games(work, entry) == 0:
        return
    width = math.sqrt(work.variance[one])
    best = chance_at(log, work, entry, work.found[one])
    total = 0.0
    squares = 0.0
    for point in range(100):
        off = (point - 50.5) / 10.0 * width
        weight = math.exp(chance_at(log, work, entry, work.found[one] + off) - best)
        total += weight
        squares += weight * off * off
    work.deviation[one] = math.sqrt(squares / total)


def chance_at(log: Log, work: Any, entry: int, value: float) -> float:
    """The logarithm of how likely a player's rating and results are, were it this value."""
    one = log.player[entry]
    off = value - work.seed[one]
    total = -0.5 * off * off / work.variance[one]
    at = entry
    while at >= 0:
        game = at // 2
        if work.spread[game] > 0.0:
            lead = value - work.found[log.player[opponent_of(at)]]
            sign = 1.0 - 2.0 * (at % 2)
            total += log_normal_chance((sign * lead - work.worth[game]) / work.spread[game])
        at = work.meetings.following[at]
    return total


def rated_games(work: Any, entry: int) -> int:
    """How many rated games a player has, from the first entry on."""
    count = 0
    while entry >= 0:
        if work.spread[entry // 2] > 0.0:
            count += 1
        entry = work.meetings.following[entry]
    return count
