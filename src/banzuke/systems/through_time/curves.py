"""A player's strengths over days, with and without games, by all results."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from banzuke.model.log import Log
from banzuke.parts.one_period import rated_again
from banzuke.systems.through_time.event import update
from banzuke.systems.through_time.explaining import COMPILE_FROM
from banzuke.systems.through_time.nodes import work
from banzuke.systems.through_time.rules import Rules, State


def curve(state: State, log: Log, rules: Rules, player: int, days: NDArray[np.int64]) -> State:
    """What all results say of a player on ``days``; NaN before the first.

    Between two days with games the mean lies on the straight line, and the strength is less
    certain there. Where strengths drift by days played, it stays as on the last of these.
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
    after = np.minimum(at + 1, len(nodes) - 1) if rules.by_days else at
    span, since = own[after] - own[at], days - own[at]
    share = np.where(span > 0, since / np.where(span > 0, span, 1.0), 0.0)
    passed = np.where(span > 0, share * (1.0 - share) * span, since) * rules.by_days
    first, second = nodes[at], nodes[after]
    link = np.where(span > 0, room.chains.link[second], 0.0)
    one = room.ahead[first] + room.told_here[first] + link
    two = room.behind[second] + room.told_here[second] + link
    tie = link / (one * two - link * link)
    variance = (1.0 - share) ** 2 / room.precision[first] + share**2 / room.precision[second]
    variance += 2.0 * share * (1.0 - share) * tie + passed * rules.drift
    rating = (1.0 - share) * room.changes.rating[first] + share * room.changes.rating[second]
    found.rating[inside] = rating[inside]
    found.deviation[inside] = np.sqrt(variance[inside])
    return found
