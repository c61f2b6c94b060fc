"""What one game tells of the lead of its first side, and how much of that it tells each player."""

from __future__ import annotations

import math
from typing import Any

from banzuke.model.log import Column
from banzuke.numeric.exact_sums import on_grid, span_of
from banzuke.numeric.truncated_normal import truncated_above, truncated_between
from banzuke.parts.chains import lead_of
from banzuke.parts.performances import margin_of
from banzuke.systems.through_time.told_games import SHOWN


def find_cavities(work: Any, game: int) -> None:
    """Write what is known of each part of a game without what the game tells."""
    days, chains = work.days, work.chains
    for part in range(chains.first[game], chains.first[game + 1]):
        node, share = days.node[part], chains.share[part]
        own = work.precision[node] - chains.bend[game] * work.ratio[part]
        # Less than nothing can be known only by a rounding error.
        work.cavity[part] = share * share / max(own, 1e-12 * work.precision[node])
        work.part[part] = work.ratio[part] / work.precision[node]


def told_by(rules: Any, work: Any, game: int, grid: float) -> tuple[float, float]:
    """(precision, that times the mean) of what a game tells of the lead of its first side."""
    days, chains = work.days, work.chains
    begin, end = chains.first[game], chains.first[game + 1]
    parts = sum_of(work.part, begin, end)
    lead = lead_of(days, chains, work.mean, game, grid)
    lead = (lead - work.told[game] * parts) / (1.0 - chains.bend[game] * parts)
    return read_lead(rules, work, game, (lead, sum_of(work.cavity, begin, end)))


def read_lead(rules: Any, work: Any, game: int, lead: tuple[float, float]) -> tuple[float, float]:
    """As ``told_by``, from what is known of the lead without the game: mean and variance."""
    mean, known = lead
    spread = math.sqrt(known + work.noise[game])
    margin = margin_of(rules, work.games.players[game]) / spread
    if work.games.ahead[game] == 0:
        pull, information = truncated_between(mean / spread, margin)
    elif work.games.ahead[game] > 0:
        pull, information = truncated_above(mean / spread - margin)
    else:
        pull, information = truncated_above(-mean / spread - margin)
        pull = -pull
    rest = (1.0 - information) * known + work.noise[game]
    return information / rest, (information * mean + spread * pull) / rest


def tell_players(work: Any, game: int) -> None:
    """Write how much of what a game tells of the lead it tells each player."""
    chains = work.chains
    begin, end = chains.first[game], chains.first[game + 1]
    own = 0.0
    if work.games.kind[game] == SHOWN:
        # How little is known of a performance would swallow all digits of the rest.
        end -= 1
        own = work.cavity[end]
    known = sum_of(work.cavity, begin, end)
    if work.games.kind[game] == SHOWN:
        work.ratio[end] = 1.0 / (1.0 + chains.bend[game] * known)
    for entry in range(begin, end):
        others = max(known - work.cavity[entry], 0.0)
        if end - begin == 2:
            others = work.cavity[2 * begin + 1 - entry]
        share = chains.share[entry]
        work.ratio[entry] = share * share / (1.0 + chains.bend[game] * (others + own))


def sum_of(column: Column, begin: int, end: int) -> float:
    """The sum of parts of a game, in any order of its players."""
    if end - begin == 1:
        return column[begin]
    if end - begin == 2:
        return column[begin] + column[begin + 1]
    largest = 0.0
    for entry in range(begin, end):
        largest = max(largest, abs(column[entry]))
    grid = span_of(largest * (end - begin))
    total = 0.0
    for entry in range(begin, end):
        total += on_grid(column[entry], grid)
    return total
