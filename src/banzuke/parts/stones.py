"""Handicap stones of Go: what is wrong with them."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from banzuke.model.log import Log
from banzuke.model.phrases import phrase
from banzuke.model.system import Complaint


def wrong_stones(log: Log) -> list[Complaint]:
    """Handicaps of duels that are no stones, or are given to both players."""
    stones, heads = np.asarray(log.handicap), np.asarray(log.game)[:-1].astype(np.int64)
    broken = (stones < 0) | (stones != np.rint(stones))
    both = (stones[heads] > 0) & (stones[heads + 1] > 0)
    what, right = phrase("both players receive stones"), phrase("only one of them")
    return [
        *no_whole_stones(stones, broken),
        *(Complaint(int(entry), "handicap", what, right) for entry in heads[both]),
    ]


def no_whole_stones(stones: NDArray[np.float64], broken: NDArray[np.bool_]) -> list[Complaint]:
    """A complaint about each handicap that is no whole number of stones from 0 up.

    stones : float64[entries]; broken : bool[entries]
    """
    right = phrase("a whole number from 0")
    return [
        Complaint(int(entry), "handicap", phrase("{stones:g} stones", stones=stones[entry]), right)
        for entry in np.flatnonzero(broken)
    ]
