"""Who played most games."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from banzuke.publishing.site.snapshot import Snapshot


def most_games(
    snapshot: Snapshot, most: int, counted: NDArray[np.bool_] | None = None
) -> list[dict[str, Any]]:
    """So many players at most, who played most first.

    counted : bool[games], which games count; by default all
    """
    results = snapshot.games.results
    player = results.entries.player
    if counted is not None:
        player = player[counted[snapshot.games.outcomes.game]]
    counts = np.bincount(player, minlength=len(results.players))
    order = np.lexsort((np.arange(len(counts)), -counts))[:most]
    return [
        {
            "player": results.players[code],
            "name": snapshot.name(results.players[code]),
            "games": int(counts[code]),
        }
        for code in order.tolist()
        if counts[code]
    ]
