"""Warnings of players who bring a rating, but not on how much it rests where the rules ask."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from banzuke.engine.pool_log import PoolLog
from banzuke.engine.pool_state import PoolState
from banzuke.engine.replay import State
from banzuke.engine.rulebook import Rulebook
from banzuke.model.players import Players
from banzuke.model.problems import Problem
from banzuke.model.wording import counted


def uncounted(
    log: PoolLog,
    rulebook: Rulebook,
    players: Players,
    names: Sequence[str],
    past: PoolState | None,
    state: State,
) -> list[Problem]:
    """A warning for each number that the rulebook counts up and that comes with no rating.

    Who brings a rating begins with some number of games by the rules; a rating officer who
    leaves the column away seldom means that number.
    state : the starting values; past : who is in it brings nothing
    """
    counts = [
        (column, values)
        for column, values in zip(rulebook.system.columns, state, strict=True)
        if column.counts and column in rulebook.columns and column.name not in rulebook.start
    ]
    said = players.starting(names, log.pool, {}).columns if counts else {}
    rating = said.get(rulebook.system.columns[0].name)
    if rating is None:
        return []
    begins = (log.counts(len(names)) > 0) & ~np.isnan(rating)
    if past is not None:
        begins &= ~np.isin(names, list(past.names))
    found = []
    for column, values in counts:
        missing = np.isnan(said.get(column.name, np.full(len(names), np.nan)))
        who = np.flatnonzero(begins & missing)
        if len(who):
            few, most = values[who].min(), values[who].max()
            taken = f"{few:g}" if few == most else f"{few:g} to {most:g}"
            have = counted(len(who), "player starts", "players start")
            what = f"{have} from a rating without {column.name}, taken as {taken}"
            right = f"how many, in a column {column.name} of the players file"
            place = players.place(names[who[0]], log.pool)
            found.append(Problem(what, right, *place, column.name))
    return found
