"""What Elo-MMR keeps of each player, and its parameters as kernels read them."""

from __future__ import annotations

from collections import namedtuple
from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from banzuke.model.system import StateColumn
from banzuke.systems.elo_mmr.belief import MOST_HISTORY
from banzuke.systems.elo_mmr.parameters import EloMmrParameters

COLUMNS = (
    StateColumn("rating", "points", "the likeliest skill"),
    StateColumn("deviation", "points", "how uncertain the rating is: a standard deviation"),
    StateColumn("games", "contests", "contests that counted"),
    StateColumn(
        "normal_mean", "points", "centre of the normal factor, from the rating", inner=True
    ),
    StateColumn("normal_weight", "1 / points²", "weight of the normal factor", inner=True),
    *(
        StateColumn(f"{name}_{number}", unit, meaning, inner=True)
        for name, unit, meaning in (
            ("performance", "points", "a performance, from the rating"),
            ("steepness", "1 / points", "how steep its logistic factor is"),
            ("strength", "1 / points", "how hard it pulls at most; 0 for none"),
        )
        for number in range(MOST_HISTORY)
    ),
)
#: One number a player in each column, float64[n_players]; kernels find performances by number.
State: Any = namedtuple("State", [column.name for column in COLUMNS])  # type: ignore[misc]  # noqa: PYI024  # as many fields as performances are kept


class Rules(NamedTuple):
    """The parameters as kernels read them.

    weight : of a contest; limit : deviation, points; first_weights : float64[k]
    halved : 1 if a shared place is half a win and half a loss
    """

    weight: float
    limit: float
    first_weights: NDArray[np.float64]
    halved: int
    transfer: float
    history: int


def rules(parameters: EloMmrParameters, categories: Sequence[str]) -> Rules:
    """The parameters as numbers."""
    return Rules(
        weight=parameters.weight_limit,
        limit=parameters.deviation_limit,
        first_weights=np.array(parameters.first_weights, dtype=np.float64),
        halved=int(parameters.shared_places == "half"),
        transfer=parameters.transfer,
        history=parameters.history,
    )


def uses(parameters: EloMmrParameters) -> frozenset[str]:
    """Only the columns of performances that are kept."""
    unused = {
        f"{name}_{number}"
        for name in ("performance", "steepness", "strength")
        for number in range(parameters.history, MOST_HISTORY)
    }
    return frozenset({column.name for column in COLUMNS} - unused | {"weight"})
