"""Why a rating changed: one player in one event or one game, term by term."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from banzuke.engine.explained import Explained
from banzuke.engine.explaining_adjustments import adjustment_names, explain_adjustment
from banzuke.engine.explaining_changes import Found, called, entries_at, explained, unrated
from banzuke.engine.explaining_entries import told
from banzuke.engine.history import with_record
from banzuke.engine.naming import games_meant, player_meant
from banzuke.engine.rated import Rated
from banzuke.model.errors import WrongUse
from banzuke.model.log import holder, holders
from banzuke.model.spelling import meant
from banzuke.model.wording import either


def explain(
    rated: Rated,
    player: str,
    event: str | None = None,
    game: str | None = None,
    pool: str | None = None,
) -> Explained:
    """Explain a player's change in an event or a game; by default in the newest of the two.

    player : as results name the player, or the full name; capitals, accents and spaces do not
        matter here, nor in the names of events, games and pools
    event : or the title of an adjustment, where no event has that name; of a yearly one the
        newest is explained, any other by title and day, as in "new season 2024-08-01"
    event, game : both are needed for a game whose name occurs in several events; a game is also
        named by its row in the file, as in "row 7", which tells apart those of one name
    pool : which of the player's ratings; needed where the event or game moved several
    Raises UnknownName for a player, event, game or pool that is not there, WrongUse where the
    player did not take part or where several players or games may be meant.
    """
    player = player_meant(rated, player)
    if pool is not None:
        pool = meant("pool", pool, [run.pool.pool for run in rated.runs])
    if event is not None:
        named = adjustment_names(rated.rulebook, rated.runs)
        event = meant("event", event, list(dict.fromkeys([*rated.results.events, *named])))
    runs = [run for run in rated.runs if pool in (None, run.pool.pool)]
    if (
        event is not None
        and event not in rated.results.events
        and event in adjustment_names(rated.rulebook, runs)
    ):
        if game is not None:
            raise WrongUse(f"{event} is an adjustment, which has no games")
        return explain_adjustment(rated, runs, player, event)
    code = rated.names.index(player)
    who = rated.told_as[code]
    found = _find(rated, who, _games_of(rated, player, pool), event, game)
    moved = [
        (run, positions)
        for run in runs
        if len(positions := np.flatnonzero(np.isin(run.pool.games, found.games)))
    ]
    if len(moved) > 1:
        names = either([run.pool.pool or "the one without a name" for run, _ in moved])
        raise WrongUse(f"{who} has a rating in several pools there: say which, {names}")
    if not moved:
        return unrated(rated, code, found)
    run, positions = with_record(rated, moved[0][0]), moved[0][1]
    said = list(told(rated, run, positions, entries_at(run, code, positions)))
    return explained(rated, run, found, said)


def _find(
    rated: Rated, who: str, mine: NDArray[np.int64], event: str | None, game: str | None
) -> Found:
    """Which of the player's games ``mine`` are asked for."""
    if event is None and game is None:
        return _newest_of(rated, who, mine)
    results = rated.results
    if event is not None:
        codes = results.games.event
        if codes is None or event not in results.events:
            raise WrongUse(f"{event} was not held in these results")
        mine = mine[codes[mine] == results.events.index(event)]
        if not len(mine):
            raise WrongUse(f"{who} did not take part in {event}")
        if game is None:
            return Found("event", event, mine)
    found = games_meant(results, game, who, mine)
    return Found("game", called(results, int(found[0])), found)


def _newest_of(rated: Rated, who: str, mine: NDArray[np.int64]) -> Found:
    """The player's newest event that is rated, else the newest game."""
    if not len(mine):
        raise WrongUse(f"{who} has no game in these results")
    results = rated.results
    codes = results.games.event
    newest = _newest(rated, mine)
    if codes is not None and codes[newest] >= 0:
        return Found("event", results.events[codes[newest]], mine[codes[mine] == codes[newest]])
    return Found("game", called(results, newest), np.array([newest]))


def _games_of(rated: Rated, player: str, pool: str | None) -> NDArray[np.int64]:
    """The player's games, or those of one pool."""
    results = rated.results
    code = rated.names.index(player)
    entries = np.flatnonzero(results.entries.player == code)
    games: NDArray[np.int64] = np.unique(holders(results.first, entries))
    codes = results.games.pool
    if pool is None or codes is None or rated.rulebook.pooling == "together":
        return games
    wanted = results.pools.index(pool) if pool in results.pools else -1
    of_pool: NDArray[np.int64] = games[codes[games] == wanted]
    return of_pool


def _newest(rated: Rated, games: NDArray[np.int64]) -> int:
    """The player's last rated game, else the last row."""
    last: list[tuple[int, int]] = []
    for run in rated.runs:
        here = np.flatnonzero(np.isin(run.pool.games, games))
        if len(here):
            period = holder(run.pool.log.period, int(here[-1]))
            time = 0 if run.pool.period_time is None else int(run.pool.period_time[period])
            last.append((time, int(run.pool.games[here[-1]])))
    return max(last)[1] if last else int(games[-1])
