"""What is newest in the results: the event, or else the day, that the list's change is about."""

from __future__ import annotations

from banzuke.engine.rated import Rated
from banzuke.model.days import day_of


def newest_events(rated: Rated) -> dict[str, str]:
    """{pool: its newest rated event, else ``games of`` its newest day, "" where there is none}."""
    games = rated.results.games
    found = {}
    for run in rated.runs:
        newest = ""
        if run.pool.n_games:
            last = int(run.pool.games[-1])
            if games.event is not None and games.event[last] >= 0:
                newest = rated.results.events[games.event[last]]
            elif games.time is not None:
                newest = f"games of {day_of(games.time[last])}"
        found[run.pool.pool] = newest
    return found
