"""Groups: players whom a chain of games links, whoever won them."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

Ints = NDArray[np.int64]


def linked_groups(one: Ints, two: Ints, n_players: int) -> Ints:
    """The group of each player, int64[n_players]: the least code of those linked to him.

    one, two : int64[games], codes of the two players of each game
    """
    group = np.arange(n_players)
    while True:
        least = np.minimum(group[one], group[two])
        if (group[one] == least).all() and (group[two] == least).all():
            return group
        # Whoever stands for a group follows the least that it meets; then all follow theirs.
        np.minimum.at(group, group[one], least)
        np.minimum.at(group, group[two], least)
        after = group[group]
        while (after != group).any():
            group, after = after, after[after]
