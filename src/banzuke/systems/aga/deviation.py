"""How sure a new rating is: the mean square distance from it, by the seed and the results."""

from __future__ import annotations

import math
from typing import Any

from banzuke.model.log import Log
from banzuke.numeric.normal_table import CELLS, place_of, tabled_log_chance
from banzuke.parts.meetings import opponent_of

#: Logarithms of chances: steps of 2^-41, sums up to 4096 are exact.
LOGARITHMS = 2.0**11


def find_deviation(log: Log, rules: Any, work: Any, entry: int) -> None:
    """Write a player's new deviation: from the new rating, over a hundred points around it.

    entry : the player's first; opponents are held at their new ratings
    Of the hundred points so few are reckoned as ``nodes.py`` shows to give the same, from the
    innermost out until one adds nothing: those beyond add less. What they weigh is by what the
    innermost does. Without a rated game the deviation is 0, for "stays as it is".
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
    begin, end = rules.node_first[row], rules.node_first[row + 1]
    middle = (begin + end) // 2
    node, total = rules.node[middle], rules.node_weight[middle]
    base = chance_at(rules, work, games, node) - slope * node
    squares = total * node * node
    for way in (-1, 1):
        point = middle + way
        while begin <= point < end:
            node = rules.node[point]
            rise = chance_at(rules, work, games, node) - slope * node - base
            part = rules.node_weight[point] * math.exp(min(rise, 700.0))
            if total + part <= total:
                break
            total += part
            squares += part * node * node
            point += way
    work.deviation[one] = width * math.sqrt(squares / total)


def line_up(log: Log, work: Any, entry: int, width: float) -> tuple[int, float]:
    """Write ``work.lead`` and ``work.slant`` of a player's rated games, from the first entry on.

    width : the deviation of the seed
    Gives how many games these are, and the seed's variance by the game's, summed over them.
    """
    value = work.found[log.player[entry]]
    games = 0
    told = 0.0
    while entry >= 0:
        sharp = work.sharp[entry // 2]
        if sharp > 0.0:
            sign = 1.0 - 2.0 * (entry % 2)
            ahead = sign * (value - work.found[log.player[opponent_of(entry)]])
            slant = sign * width * sharp
            work.lead[games] = place_of((ahead - work.worth[entry // 2]) * sharp)
            work.slant[games] = CELLS * slant
            told += slant * slant
            games += 1
        entry = work.meetings.following[entry]
    return games, told


def chance_at(rules: Any, work: Any, games: int, node: float) -> float:
    """The logarithm of how likely a player's results are, were the rating so many deviations off.

    On a grid, so that the order of the games does not move a bit.
    """
    total = 0.0
    for game in range(games):
        place = work.lead[game] + node * work.slant[game]
        total += (tabled_log_chance(rules.chances, place) - LOGARITHMS) + LOGARITHMS
    return total
