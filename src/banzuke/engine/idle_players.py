"""What of a players file the rating does not use, and what it takes from the results instead."""

from __future__ import annotations

from banzuke.engine.pool_state import PoolState
from banzuke.engine.rulebook import Rulebook
from banzuke.model.players import Players
from banzuke.model.problems import Problem
from banzuke.model.results import Results
from banzuke.model.wording import counted


def started_by_results(given: Players, players: Players, rulebook: Rulebook) -> list[Problem]:
    """A warning if players start from ratings that the files of results tell."""
    rating = rulebook.system.columns[0].name
    if given.given or rating not in players.frame.columns:
        return []
    new = players.frame[rating][len(given.frame) :].drop_nulls()
    if not len(new):
        return []
    have = counted(len(new), "player starts", "players start")
    what = f"{have} from the rating that the results tell, since no players file is given"
    return [Problem(what, "ratings in a players file, if these are others")]


def idle_file(given: Players, results: Results, earlier: dict[str, PoolState]) -> list[Problem]:
    """A warning for a players file of which nobody is in the results: names are others there."""
    names, known = given.names, {*results.players}
    known.update(*(state.names for state in earlier.values()))
    if not given.source or not names or not known or not known.isdisjoint(names):
        return []
    count = counted(len(names), "player", "players")
    what = f"of {count} of this file, such as {names[0]!r}, nobody is in the results"
    right = f"players by the names that these have, such as {min(known)!r}"
    return [Problem(what, right, given.source, column="player")]


def idle_pools(
    players: Players, results: Results, rulebook: Rulebook, earlier: dict[str, PoolState]
) -> list[Problem]:
    """A warning for each pool of the players file in which nobody is rated."""
    separate = rulebook.pooling == "separate"
    rated = {*results.pools, *earlier} if separate else set()
    right = "a pool of the results" if separate else f"{rulebook.key} rates all pools together"
    return [
        Problem(f"no result is rated in pool {pool!r}", right, players.source, row, "pool")
        for pool, row in players.pools.items()
        if pool not in rated
    ]


def idle_columns(players: Players, rulebook: Rulebook) -> list[Problem]:
    """A warning for each column of numbers in the players file that the rulebook does not keep."""
    kept = {"games", *(column.name for column in rulebook.columns)}
    found = []
    for name in players.listed.columns:
        values = players.listed[name]
        if name in kept or not values.dtype.is_float() or not values.is_not_nan().any():
            continue
        first = int(values.is_not_nan().fill_null(value=False).arg_max() or 0)
        place = players.place(players.listed["player"][first], players.listed["pool"][first])
        what = f"{rulebook.key} does not use the column"
        found.append(Problem(what, "", *place, name))
    return found
