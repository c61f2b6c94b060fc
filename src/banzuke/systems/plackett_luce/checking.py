"""Places that more players share than the model of shared places has strengths for."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from banzuke.model.log import Log
from banzuke.model.phrases import phrase
from banzuke.model.system import Complaint
from banzuke.numeric.exact_sums import POINTS, all_on_grid
from banzuke.systems.plackett_luce.parameters import MOST_TIED
from banzuke.systems.plackett_luce.rules import Rules


def check(log: Log, rules: Rules) -> list[Complaint]:
    """Places that too many share, where how often that happens is a part of the model."""
    if not rules.sharing or not len(log.player):
        return []
    heads, sizes = shared_places(log)
    entries = heads[sizes > MOST_TIED]
    right = phrase("at most {most} on a place, or ties = breslow or efron", most=MOST_TIED)
    return [
        Complaint(int(entry), "place", phrase("{many} share a place", many=int(many)), right)
        for entry, many in zip(entries, sizes[sizes > MOST_TIED], strict=True)
    ]


def shared_places(log: Log) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """The first entry of each place of the games that count, and how many share it."""
    place, first = np.asarray(log.place), np.asarray(log.game).astype(np.int64)
    new = np.ones(len(place), dtype=np.bool_)
    new[1:] = place[1:] != place[:-1]
    new[first[:-1]] = True
    heads = np.flatnonzero(new)
    sizes = np.diff(np.append(heads, len(place)))
    weight = all_on_grid(np.asarray(log.weight, dtype=np.float64), POINTS)
    counts = weight[np.searchsorted(first, heads, side="right") - 1] > 0.0
    return heads[counts], sizes[counts]
