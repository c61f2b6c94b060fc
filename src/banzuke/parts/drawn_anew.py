"""Ratings of results drawn anew, set beside those of the results that there were."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
#: (members, others) -> infinite for members between whom and others all goes one way, else NaN.
OneSided = Callable[[NDArray[np.int64], NDArray[np.int64]], Floats]


def of_group(
    fitted: Floats, room: Any, members: NDArray[np.int64], has_middle: bool, one_sided: OneSided
) -> Floats:
    """The ratings of a group's members in another fit, by the mean that they had.

    fitted : float64[n_players], the ratings that there were; room : scratch as the other fit left
    it; has_middle : whether a prior says where the middle is, so that nothing is shifted
    Who is not in the largest part of what was the group has no number, or an infinite one.
    """
    labels = np.asarray(room.group)[members]
    if not (labels > 0.0).any():
        return one_sided(members, members)
    names, sizes = np.unique(labels[labels > 0.0], return_counts=True)
    inside = labels == names[np.argmax(sizes)]
    rating = np.asarray(room.rating)[members[inside]]
    shift = 0.0 if has_middle else float(fitted[members[inside]].mean() - rating.mean())
    if inside.all():
        return np.asarray(rating + shift)
    found = one_sided(members, members[inside])
    found[inside] = rating + shift
    return found


def groups_of(group: NDArray[np.int64]) -> list[NDArray[np.int64]]:
    """The members of each group, by the number of the group of each player, -1 for none."""
    return [np.flatnonzero(group == one) for one in np.unique(group[group >= 0])]
