"""Starting values that cannot be, as complaints about the players whose they are."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from banzuke.model.system import Complaint


def wrong_values(
    column: str,
    values: NDArray[np.float64],
    wrong: NDArray[np.bool_],
    what: str,
    right: str,
) -> list[Complaint]:
    """A complaint about each player whose value is wrong, in the order of the players.

    values : float64[n_players], of the column; wrong : bool[n_players]
    what : said of the value, as in "is no rating"; right : what would be right
    """
    return [
        Complaint(at, column, f"{values[at]:.10g} {what}", right)
        for at in np.flatnonzero(wrong).tolist()
    ]
