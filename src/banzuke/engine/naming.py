"""Which player, event, pool or game of rated results is meant by what somebody wrote."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

import numpy as np
import polars as pl
from numpy.typing import NDArray

from banzuke.engine.full_names import full_names
from banzuke.engine.rated import Rated
from banzuke.model.errors import WrongUse
from banzuke.model.results import Results
from banzuke.model.spelling import meant
from banzuke.model.wording import either

Indices = NDArray[np.int64]


def player_meant(rated: Rated, said: object) -> str:
    """The player, by the key that results use, by the full name, or by a spelling of either.

    Raises UnknownName, and WrongUse where several players can be meant.
    """
    return meant("player", said, rated.names, rated.players.facts("name"))


def called_in_full(rated: Rated) -> Rated:
    """The same, told by the full names of players instead of their keys; namesakes by both."""
    called = full_names(rated.players, rated.names)
    return rated if called is rated.names else replace(rated, called=called)


def players_meant(rated: Rated, said: Iterable[object]) -> list[int]:
    """The codes of players, each named as for ``player_meant``."""
    index: dict[object, int] = {name: code for code, name in enumerate(rated.names)}
    codes = []
    for name in said:
        known = isinstance(name, str) and name in index
        codes.append(index[name if known else player_meant(rated, name)])
    return codes


def games_meant(results: Results, said: object, player: str, mine: Indices) -> Indices:
    """Which of the player's games ``mine`` are called so: by the key, or by file and row.

    Several come back only where they are of several pools. Raises UnknownName, and WrongUse
    where the player did not play in it or where several games have this key.
    """
    keys = results.games.key
    known = [] if keys is None else keys.drop_nulls().unique(maintain_order=True).to_list()
    text = str(said)
    if text not in known:
        for game in mine.tolist():
            if text in (f"row {results.games.row[game]}", results.where(game)):
                return np.array([game])
    key = meant("game", said, known)
    found = (
        mine if keys is None else mine[keys.gather(mine).eq_missing(pl.Series([key])).to_numpy()]
    )
    if not len(found):
        raise WrongUse(f"{player} did not play in game {key}")
    codes = results.games.event
    events = [] if codes is None else np.unique(codes[found]).tolist()
    if len(events) > 1:
        names = either([results.events[code] for code in events if code >= 0])
        raise WrongUse(f"{player} has a game {key} in several events: say which, {names}")
    pools = results.games.pool
    if len(found) > (1 if pools is None else len(np.unique(pools[found]))):
        raise WrongUse(_several(results, player, key, found))
    return found


def _several(results: Results, player: str, key: str, games: Indices) -> str:
    """That a player has several games of one key, and how each can be named."""
    rounds = results.games.round
    rows = []
    for game in games.tolist():
        number = None if rounds is None else rounds[game]
        rows.append(f"row {results.games.row[game]}" + (f" (round {number})" if number else ""))
    which = either(rows[:9])
    return f"{player} has {len(games)} games {key}: name one by its row instead, {which}"


def pool_meant(rated: Rated, pool: str) -> str:
    """The pool that is named; the only one, where none is.

    Raises UnknownName for another name, WrongUse where none of several is named.
    """
    pools = [run.pool.pool for run in rated.runs]
    if pool or pool in pools:
        return meant("pool", pool, pools)
    if len(pools) != 1:
        raise WrongUse(f"there are several pools: say which, {either(pools)}")
    return pools[0]
