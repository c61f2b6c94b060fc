"""The ratings of an event that are likeliest by seeds and results, and how sure they are."""

from __future__ import annotations

import math
from typing import Any

from banzuke.model.log import Column, Log
from banzuke.numeric.exact_sums import POINTS, on_grid, span_of
from banzuke.numeric.normal import log_normal_chance, normal_pull
from banzuke.parts.meetings import opponent_of

#: Slopes, in 1 / stones: steps of 2^-41, sums up to 4096 are exact. Curvatures: of 2^-29.
PULLS = 2.0**11
CURVES = 2.0**23


def find_ratings(log: Log, work: Any, begin: int, end: int) -> None:
    """Write ``work.found``: the ratings at which seeds and results are likeliest together.

    Newton's method; the system of a step is solved by conjugate gradients, so that the work is
    in proportion to the games, however many players there are. All sums are on grids, so that
    the order of the games does not move a bit.
    """
    count = gather(log, work, begin, end)
    span = (begin, end, count)
    likely = log_likelihood(log, work, work.found, span)
    largest = 1e300
    for _ in range(100):
        lay_out(log, work, span)
        find_step(log, work, span)
        before, largest = largest, 0.0
        for number in range(count):
            largest = max(largest, abs(work.step[work.members[number]]))
        likely = go_uphill(log, work, span, (likely, largest))
        # What a step misses is as its square, and a part in a million of it; where steps no
        # longer shrink, it is the grid's.
        if largest < 1e-6 or (largest < 1e-5 and largest > 0.25 * before):
            break
    for number in range(count):
        one = work.members[number]
        work.found[one] = on_grid(work.found[one], POINTS)
    lay_out(log, work, span)


def gather(log: Log, work: Any, begin: int, end: int) -> int:
    """Write ``work.members``, the players of a period, each once; how many there are."""
    count = 0
    for entry in range(begin, end):
        one = log.player[entry]
        if work.meetings.first[one] == entry:
            work.members[count] = one
            count += 1
    return count


def go_uphill(log: Log, work: Any, span: tuple[int, int, int], at: tuple[float, float]) -> float:
    """Take the step, or so much of it that nothing gets less likely; how likely it is then.

    at : how likely it was; the largest step. Steps so small that the curvature cannot change on
    the way are taken whole, and unseen.
    """
    likely, largest = at
    share = 1.0
    reached = likely
    for _ in range(60):
        for number in range(span[2]):
            one = work.members[number]
            work.tried[one] = work.found[one] + share * work.step[one]
        if largest < 1e-5:
            break
        reached = log_likelihood(log, work, work.tried, span)
        if reached >= likely - 1e-12 * (1.0 + abs(likely)):
            break
        share *= 0.5
    for number in range(span[2]):
        one = work.members[number]
        work.found[one] = work.tried[one]
    return reached


def log_likelihood(log: Log, work: Any, rating: Column, span: tuple[int, int, int]) -> float:
    """The logarithm of how likely seeds and results are together, but for a constant.

    span : the period's first entry, the entry after its last, how many players it has
    """
    begin, end, count = span
    total, lost = 0.0, 0.0
    for number in range(count):
        one = work.members[number]
        off = rating[one] - work.seed[one]
        part = -0.5 * off * off / work.variance[one]
        lost += left_over(total, part)
        total += part
    for game in range(begin // 2, end // 2):
        if work.spread[game] > 0.0:
            lead = rating[log.player[2 * game]] - rating[log.player[2 * game + 1]]
            part = log_normal_chance((lead - work.worth[game]) / work.spread[game])
            lost += left_over(total, part)
            total += part
    return total + lost


def lay_out(log: Log, work: Any, span: tuple[int, int, int]) -> None:
    """Write the slope and the curvature of the likelihood, of each game and player."""
    begin, end, count = span
    for number in range(count):
        one = work.members[number]
        off = work.seed[one] - work.found[one]
        work.slope[one] = on_grid(off / work.variance[one], PULLS)
        work.curve[one] = on_grid(1.0 / work.variance[one], CURVES)
    for game in range(begin // 2, end // 2):
        spread = work.spread[game]
        work.pull[game] = 0.0
        work.bend[game] = 0.0
        if spread > 0.0:
            winner, loser = log.player[2 * game], log.player[2 * game + 1]
            at = (work.found[winner] - work.found[loser] - work.worth[game]) / spread
            pull = normal_pull(at)
            work.pull[game] = on_grid(pull / spread, PULLS)
            work.bend[game] = max(pull * (at + pull), 0.0) / (spread * spread)
            work.slope[winner] += work.pull[game]
            work.slope[loser] -= work.pull[game]
            work.curve[winner] += on_grid(work.bend[game], CURVES)
            work.curve[loser] += on_grid(work.bend[game], CURVES)


def find_step(log: Log, work: Any, span: tuple[int, int, int]) -> None:
    """Write Newton's step, ``work.step``, by conjugate gradients; ``curve`` is at hand to begin.

    To a part in a million: the next step mends what this one misses.
    """
    count = span[2]
    for number in range(count):
        one = work.members[number]
        work.step[one] = 0.0
        work.rest[one] = work.slope[one]
        work.turn[one] = work.slope[one] / work.curve[one]
        work.way[one] = work.turn[one]
    size = product_of(work, work.rest, work.turn, count)
    start = size
    for _ in range(4 * count + 40):
        if size <= 1e-12 * start or size == 0.0:
            break
        look_ahead(log, work, span)
        bow = product_of(work, work.way, work.image, count)
        if bow <= 0.0:
            break
        length = size / bow
        for number in range(count):
            one = work.members[number]
            work.step[one] += length * work.way[one]
            work.rest[one] -= length * work.image[one]
            work.turn[one] = work.rest[one] / work.curve[one]
        before = size
        size = product_of(work, work.rest, work.turn, count)
        for number in range(count):
            one = work.members[number]
            work.way[one] = work.turn[one] + size / before * work.way[one]


def product_of(work: Any, left: Column, right: Column, count: int) -> float:
    """The sum of the products of two columns over a period's ``count`` players."""
    largest = 0.0
    for number in range(count):
        one = work.members[number]
        largest = max(largest, abs(left[one] * right[one]))
    grid = span_of(largest * count)
    total = 0.0
    for number in range(count):
        one = work.members[number]
        total += on_grid(left[one] * right[one], grid)
    return total


def look_ahead(log: Log, work: Any, span: tuple[int, int, int]) -> None:
    """Write ``work.image``: the curvature applied to ``work.way``."""
    begin, end, count = span
    player = log.player
    largest = 0.0
    for number in range(count):
        one = work.members[number]
        work.image[one] = work.way[one] / work.variance[one]
        largest = max(largest, abs(work.image[one]))
    for game in range(begin // 2, end // 2):
        lead = work.way[player[2 * game]] - work.way[player[2 * game + 1]]
        largest = max(largest, abs(work.bend[game] * lead))
    grid = span_of(1024.0 * largest)
    for number in range(count):
        one = work.members[number]
        work.image[one] = on_grid(work.image[one], grid)
    for game in range(begin // 2, end // 2):
        winner, loser = player[2 * game], player[2 * game + 1]
        part = on_grid(work.bend[game] * (work.way[winner] - work.way[loser]), grid)
        work.image[winner] += part
        work.image[loser] -= part


def left_over(total: float, part: float) -> float:
    """What the sum of two numbers loses by rounding, exactly."""
    reached = total + part
    if abs(total) >= abs(part):
        return (total - reached) + part
    return (part - reached) + total


def find_deviation(log: Log, rules: Any, work: Any, entry: int) -> None:
    """Write a player's new deviation: from the new rating, over a hundred points around it.

    entry : the player's first; opponents are held at their new ratings
    Of the hundred points so few are reckoned as ``nodes.py`` shows to give the same.
    Without a rated game it is 0, for "stays as it is". Where all points lie so far out that none
    has a weight, as after centuries, the innermost two decide.
    """
    one = log.player[entry]
    work.deviation[one] = 0.0
    width = math.sqrt(work.variance[one])
    games, told = line_up(log, work, entry, width)
    if games == 0:
        return
    row = 0
    while told > rules.node_most[row]:
        row += 1
    slope = (work.found[one] - work.seed[one]) / width
    best = chance_at(work, games, 0.0)
    total = 0.0
    squares = 0.0
    for point in range(rules.node_first[row], rules.node_first[row + 1]):
        node = rules.node[point]
        rise = chance_at(work, games, node) - best - slope * node
        weight = rules.node_weight[point] * math.exp(rise)
        off = node * width
        total += weight
        squares += weight * off * off
    work.deviation[one] = math.sqrt(squares / total) if total > 0.0 else width / 20.0


def line_up(log: Log, work: Any, entry: int, width: float) -> tuple[int, float]:
    """Write ``work.lead`` and ``work.slant`` of a player's rated games, from the first entry on.

    width : the deviation of the seed
    Gives how many games these are, and the seed's variance by the game's, summed over them.
    """
    value = work.found[log.player[entry]]
    games = 0
    told = 0.0
    while entry >= 0:
        spread = work.spread[entry // 2]
        if spread > 0.0:
            sign = 1.0 - 2.0 * (entry % 2)
            ahead = sign * (value - work.found[log.player[opponent_of(entry)]])
            work.lead[games] = (ahead - work.worth[entry // 2]) / spread
            work.slant[games] = sign * width / spread
            told += work.slant[games] * work.slant[games]
            games += 1
        entry = work.meetings.following[entry]
    return games, told


def chance_at(work: Any, games: int, node: float) -> float:
    """The logarithm of how likely a player's results are, were the rating so many deviations off.

    On a grid, so that the order of the games does not move a bit.
    """
    total = 0.0
    for game in range(games):
        part = log_normal_chance(work.lead[game] + node * work.slant[game])
        total += on_grid(part, PULLS)
    return total
