"""A player's ratings over days, with and without games, by all results."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from banzuke.model.log import Log
from banzuke.parts.one_fit import POINTS_A_UNIT
from banzuke.parts.one_period import rated_again
from banzuke.systems.whole_history.event import update
from banzuke.systems.whole_history.explaining import COMPILE_FROM
from banzuke.systems.whole_history.nodes import work
from banzuke.systems.whole_history.rules import Rules, State


def curve(state: State, log: Log, rules: Rules, player: int, days: NDArray[np.int64]) -> State:
    """What all results say of a player on ``days``; NaN before the first.

    Between two days with games the likeliest strength lies on the straight line; it is less
    certain there, since it may have wandered off and back. After the last only that grows.
    """
    room = work(log, len(state.rating))
    rated_again(update, state, log, rules, room, 0, COMPILE_FROM)
    nodes = np.flatnonzero(room.days.owner == player)
    nothing = np.full(len(days), np.nan)
    found = State(*(nothing.copy() for _ in State._fields))
    if not len(nodes):
        return found
    own = room.days.day[nodes]
    before = np.searchsorted(own, days, side="right") - 1
    inside = before >= 0
    at = np.maximum(before, 0)
    after = np.minimum(at + 1, len(nodes) - 1)
    span = own[after] - own[at]
    since = days - own[at]
    share = np.where(span > 0, since / np.where(span > 0, span, 1.0), 0.0)
    drift = np.where(span > 0, share * (1.0 - share) * span, since) * rules.drift
    first, second = nodes[at], nodes[after]
    alone = (np.asarray(room.alone) / POINTS_A_UNIT) ** 2
    joint = (np.asarray(room.joint) / POINTS_A_UNIT) ** 2
    tie = np.where(
        span > 0, room.chains.link[second] / room.chains.pivot[second - 1] * alone[second], 0.0
    )
    for values, variance, ties in (
        (found.deviation, joint, np.where(span > 0, room.tied[second], 0.0)),
        (found.alone, alone, tie),
    ):
        total = (1.0 - share) ** 2 * variance[first] + share**2 * variance[second]
        total += 2.0 * share * (1.0 - share) * ties + drift
        values[inside] = POINTS_A_UNIT * np.sqrt(total[inside])
    rating = (1.0 - share) * room.changes.rating[first] + share * room.changes.rating[second]
    found.rating[inside] = rating[inside]
    return found
