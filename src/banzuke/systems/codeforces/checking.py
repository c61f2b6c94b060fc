"""What a players file may not say of a displayed rating."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from banzuke.model.phrases import phrase
from banzuke.model.system import Complaint


def wrongly_displayed(
    shown: NDArray[np.float64], displayed: NDArray[np.float64]
) -> list[Complaint]:
    """Complaints about displayed ratings that do not go with the rating and the games.

    shown : float64[n_players], as the players file says, NaN where it says nothing
    displayed : float64[n_players], as it must be
    """
    found = []
    for index in np.flatnonzero(~np.isnan(shown) & (shown != displayed)).tolist():
        what = phrase(
            "{value:g} is not what is displayed with this rating and these games",
            value=shown[index],
        )
        right = phrase("{value:g}, or nothing", value=displayed[index])
        found.append(Complaint(index, "displayed", what, right))
    return found
