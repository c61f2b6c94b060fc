"""How few results decide who is first: the search that systems share."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

#: So many players behind the first one are tried out as those who overtake.
MOST_RIVALS = 5


def rivals_of(rating: NDArray[np.float64], group: NDArray[np.int64], first: int) -> list[int]:
    """The players behind the first one of a group, the next ones first; codes."""
    members = np.flatnonzero(group == group[first])
    behind = members[members != first]
    found: list[int] = behind[np.argsort(-rating[behind], kind="stable")][:MOST_RIVALS].tolist()
    return found


def leader_of(rating: NDArray[np.float64], members: NDArray[np.int64], first: int) -> int:
    """Who is first by other ratings, float64[members]; who was, if nobody is ahead of him."""
    best = int(members[np.argmax(np.nan_to_num(rating, nan=-np.inf))])
    return best if (rating[members == best] > rating[members == first])[0] else first


def fewest(most: int, stays: Callable[[int], bool]) -> int | None:
    """The least number of results, turned round in order, after which a player is not first.

    most : how many can be turned; stays : whether he is first after so many. None if he is after
    all. The number is doubled, then halved between.
    """
    if most <= 0 or stays(most):
        return None
    low, step = 0, 1
    while step < most and stays(step):
        low, step = step, 2 * step
    high = min(most, step)
    while high - low > 1:
        middle = (low + high) // 2
        if stays(middle):
            low = middle
        else:
            high = middle
    return high
