"""Handicap stones of Go: what is wrong with them."""

from __future__ import annotations

import numpy as np

from banzuke.model.log import Log
from banzuke.model.system import Complaint


def wrong_stones(log: Log) -> list[Complaint]:
    """Handicaps of duels that are no stones, or are given to both players."""
    stones, heads = np.asarray(log.handicap), np.asarray(log.game)[:-1].astype(np.int64)
    broken = (stones < 0) | (stones != np.rint(stones))
    found = [
        Complaint(int(entry), "handicap", f"{stones[entry]:g} stones", "a whole number from 0")
        for entry in np.flatnonzero(broken)
    ]
    both = (stones[heads] > 0) & (stones[heads + 1] > 0)
    return found + [
        Complaint(int(entry), "handicap", "both players receive stones", "only one of them")
        for entry in heads[both]
    ]
