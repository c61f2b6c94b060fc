"""Contests: many single players in one ranking, seen as a duel of each pair of them."""

from __future__ import annotations

from typing import Any

from banzuke.model.log import Column, Log


def tied_until(place: Column, first: int, end: int) -> int:
    """The entry after the last that shares the place of entry ``first``; places rise."""
    after = first + 1
    while after < end and place[after] == place[first]:
        after += 1
    return after


def score_contests(log: Log, rules: Any, scored: Column, first: int, last: int) -> None:
    """Write the points that each player made in the duels of periods ``first`` to ``last - 1``.

    scored : float64[n_entries], 1 for each player placed lower, 0.5 for each on the same place
    """
    place = log.place
    for game in range(log.period[first], log.period[last]):
        head, end = log.game[game], log.game[game + 1]
        while head < end:
            after = tied_until(place, head, end)
            for entry in range(head, after):
                scored[entry] = (end - after) + 0.5 * (after - head - 1)
            head = after


def points_share(points: float, players: int) -> float:
    """The share of all points of a contest's duels; 1 for who is alone."""
    if players < 2:
        return 1.0
    return points / (0.5 * players * (players - 1))
