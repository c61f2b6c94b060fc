"""The rating of each day of a fit, and what each game of the day has of the day's change.

A day has one rating, by all its games; from the player's day before to it the rating changes
once. The games of the day have like parts of that, so that all changes add up to the rating.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from banzuke.model.log import Column
from banzuke.model.phrases import listed, phrase, phrases
from banzuke.numeric.exact_sums import POINTS, on_grid
from banzuke.parts.player_days import PlayerDays


class DayChanges(NamedTuple):
    """Each float64[nodes].

    rating : of the day, points; remaining : what of its change is not yet shared out
    left : entries that wait for it
    """

    rating: Column
    remaining: Column
    left: Column


def day_changes_of(days: PlayerDays) -> DayChanges:
    """Room for the days of a log."""
    return DayChanges(*(np.zeros(len(days.owner)) for _ in range(3)))


def begin_changes(days: PlayerDays, changes: DayChanges, start: Column) -> None:
    """Write what each day has to share out; ``start`` is float64[n_players], the ratings before."""
    for node in range(len(days.owner)):
        before = start[days.owner[node]]
        if node > 0 and days.owner[node] == days.owner[node - 1]:
            before = changes.rating[node - 1]
        changes.remaining[node] = changes.rating[node] - before
        changes.left[node] = days.slots[node + 1] - days.slots[node]


def part_of_day(changes: DayChanges, node: int) -> float:
    """The change of an entry of a node; the last one has the rest. 0 for no node, -1."""
    if node < 0:
        return 0.0
    return take_part(changes, node, changes.remaining[node] / max(changes.left[node], 1.0))


def take_part(changes: DayChanges, node: int, part: float) -> float:
    """Take a part of a node's change for one of its entries; the last one has the rest."""
    part = on_grid(part, POINTS) if changes.left[node] > 1.0 else changes.remaining[node]
    changes.left[node] -= 1.0
    changes.remaining[node] -= part
    return part


def days_after(days: PlayerDays, node: int) -> int:
    """How many days the player has after a node."""
    end = node
    while end + 1 < len(days.owner) and days.owner[end + 1] == days.owner[node]:
        end += 1
    return end - node


def source_of_part(days: PlayerDays, node: int) -> str:
    """What an explanation says of an entry's part: of how many games, and what revised it."""
    games = int(days.slots[node + 1] - days.slots[node])
    source = phrase("of the day")
    if games > 1:
        source = phrase("a like part for each of {games} games of the day", games=games)
    later = days_after(days, node)
    if later == 0:
        return source
    more = phrases(
        "revised by the results of a later day",
        "revised by the results of {count} later days",
        later,
    )
    return listed((source, more))
