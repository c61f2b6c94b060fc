"""Meetings: the games of each player in a period, for systems that rate a whole event at once.

All games are duels, so that the two entries of a game are neighbours, the first of them even.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from banzuke.model.log import Column, Log


class Meetings(NamedTuple):
    """Each player's entries of the period that is being rated, as a chain.

    first : int64[n_players], the player's first entry in the period, -1 for none
    following : int64[e], the same player's next entry in the period, -1 after the last
    """

    first: Column
    following: Column


def meetings_of(log: Log, n_players: int) -> Meetings:
    """Room for the meetings of any period of a log."""
    return Meetings(np.full(n_players, -1), np.full(len(log.player), -1))


def entries_of(log: Log, number: int) -> tuple[int, int]:
    """A period's first entry and the entry after its last, signed."""
    # Offsets are unsigned: compiled, an index that is reckoned from one would become a float.
    return 0 + log.game[log.period[number]], 0 + log.game[log.period[number + 1]]


def period_of(log: Log, number: int) -> tuple[int, int, int]:
    """A period's first entry, the entry after its last, and its year; all signed."""
    begin, end = entries_of(log, number)
    return begin, end, 0 + log.year[log.period[number]]


def link(player: Column, meetings: Meetings, begin: int, end: int) -> None:
    """Chain the entries ``begin`` to ``end - 1`` of a period by player."""
    for step in range(end - begin):
        entry = end - 1 - step
        meetings.following[entry] = meetings.first[player[entry]]
        meetings.first[player[entry]] = entry


def unlink(player: Column, meetings: Meetings, begin: int, end: int) -> None:
    """Forget the period, so that the next one begins empty."""
    for entry in range(begin, end):
        meetings.first[player[entry]] = -1


def opponent_of(entry: int) -> int:
    """The other entry of the duel."""
    return entry + 1 - 2 * (entry % 2)
