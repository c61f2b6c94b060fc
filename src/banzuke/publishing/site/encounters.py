"""Against whom a player played, and with what success."""

from __future__ import annotations

from typing import Any

import numpy as np

from banzuke.publishing.site import addresses
from banzuke.publishing.site.records import LOST, NONE, WON, longest, score_of
from banzuke.publishing.site.snapshot import Snapshot

#: So many of the opponents met most are shown.
MOST_RIVALS = 10

Row = dict[str, Any]


def record_of(snapshot: Snapshot, player: str) -> Row:
    """Games won, drawn and lost; the longest run of wins and the one that lasts."""
    played = snapshot.games
    entries = played.in_order(played.entries_of(player))
    outcome = played.outcomes.outcome[entries]
    outcome = outcome[outcome != NONE]
    wins = longest(outcome.tolist(), frozenset({WON}))
    unbeaten = longest(outcome.tolist(), frozenset({WON, 0}))
    return {
        "games": len(outcome),
        **score_of(outcome)._asdict(),
        "winning_streak": wins[0],
        "winning_now": wins[1],
        "unbeaten_streak": unbeaten[0],
        "unbeaten_now": unbeaten[1],
        "losing_now": longest(outcome.tolist(), frozenset({LOST}))[1],
    }


def rivals_of(snapshot: Snapshot, player: str, most: int = MOST_RIVALS) -> list[Row]:
    """The opponents whom a player met most in games of two, and the score against each."""
    played = snapshot.games
    outcomes, results = played.outcomes, played.results
    entries = played.entries_of(player)
    entries = entries[outcomes.other[entries] >= 0]
    if not len(entries):
        return []
    opponent = results.entries.player[outcomes.other[entries]].astype(np.int64)
    codes, count = np.unique(opponent, return_counts=True)
    order = np.lexsort((codes, -count))[:most]
    found = []
    for code in codes[order].tolist():
        key = results.players[code]
        mine = outcomes.outcome[entries[opponent == code]]
        found.append(
            {
                "player": key,
                "name": snapshot.name(key),
                "games": len(mine),
                **score_of(mine)._asdict(),
                "page": addresses.battle(player, key),
            }
        )
    return found
