"""When events were held, and how large they were, reckoned from their games."""

from __future__ import annotations

from datetime import date
from typing import NamedTuple

import numpy as np

from banzuke.model.days import NO_TIME, day_of
from banzuke.model.results import Results


class Held(NamedTuple):
    """What the games of an event tell of it; ``begin`` and ``end`` are None without dates."""

    name: str
    begin: date | None
    end: date | None
    games: int
    players: int


def events_held(results: Results) -> dict[str, Held]:
    """The events of results, by name."""
    codes, count = results.games.event, len(results.events)
    if codes is None or not count:
        return {}
    event = codes.astype(np.int64)
    inside = np.flatnonzero(event >= 0)
    games = np.bincount(event[inside], minlength=count)
    first_entry = results.first.astype(np.int64)
    of_entry = np.repeat(event, first_entry[1:] - first_entry[:-1])
    pairs = of_entry * max(len(results.players), 1) + results.entries.player
    each = np.unique(pairs[of_entry >= 0]) // max(len(results.players), 1)
    players = np.bincount(each, minlength=count)
    time = results.games.time
    if time is None:
        spans: list[tuple[date | None, date | None]] = [(None, None)] * count
    else:
        first = np.full(count, np.iinfo(np.int64).max)
        last = np.full(count, NO_TIME)
        dated = inside[time[inside] != NO_TIME]
        np.minimum.at(first, event[dated], time[dated])
        np.maximum.at(last, event[dated], time[dated])
        spans = [
            (day_of(one), day_of(other)) if other != NO_TIME else (None, None)
            for one, other in zip(first.tolist(), last.tolist(), strict=True)
        ]
    return {
        name: Held(name, *spans[code], int(games[code]), int(players[code]))
        for code, name in enumerate(results.events)
        if games[code]
    }
