"""What is kept of each player by Plackett-Luce, and the parameters as kernels read them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from banzuke.model.system import StateColumn
from banzuke.systems.plackett_luce.parameters import MOST_TIED, PlackettLuceParameters

#: Why a group has no ratings, besides that equations were not solved: no finite strength of shared
#: places is likeliest.
NO_TIE_STRENGTH = -3.0

#: The logarithm of the strength of shared places where there are none.
NO_TIES = -700.0

#: Where the state has the strength of places shared by 2; those by 3 and more follow.
FIRST_STRENGTH = 4

#: What is kept of shared places, by size.
STRENGTH_COLUMNS = tuple(
    StateColumn(f"tie_{size}", "", "strength of shared places, its logarithm", inner=True)
    for size in range(2, MOST_TIED + 1)
)


class State(NamedTuple):
    """Each float64[n_players].

    rating : points, UNRATED for none; deviation : points, NOT_KNOWN without a rating
    compared : players of the group, the player counted in; 0 without a rating
    group : code of one of its players and 1, or 1 for all whom a prior makes comparable; 0 without
        a rating, below 0 if it was not solved
    tie_2, … : the logarithm of the strength of places shared by 2, by 3, …, NO_TIES where there
        are none; estimated, alike for all who have a rating
    """

    rating: NDArray[np.float64]
    deviation: NDArray[np.float64]
    compared: NDArray[np.float64]
    group: NDArray[np.float64]
    tie_2: NDArray[np.float64]
    tie_3: NDArray[np.float64]
    tie_4: NDArray[np.float64]
    tie_5: NDArray[np.float64]
    tie_6: NDArray[np.float64]
    tie_7: NDArray[np.float64]
    tie_8: NDArray[np.float64]
    tie_9: NDArray[np.float64]
    tie_10: NDArray[np.float64]
    tie_11: NDArray[np.float64]
    tie_12: NDArray[np.float64]


class Rules(NamedTuple):
    """The parameters as kernels read them.

    share : 1 if those on a place count in part, else 0
    sharing : True where how often places are shared is a part of the model; else None, of which the
    compiler knows that no branch for it is needed
    """

    mean: float
    prior_middle: float
    share: float
    sharing: bool | None
    joint_up_to: int


def uses(parameters: PlackettLuceParameters) -> frozenset[str]:
    """Strengths of shared places are kept only where they are estimated."""
    columns = {"deviation", "compared", "group", "weight"}
    if parameters.ties == "davidson-luce":
        columns |= {column.name for column in STRENGTH_COLUMNS}
    return frozenset(columns)


def rules(parameters: PlackettLuceParameters, categories: Sequence[str]) -> Rules:
    """The parameters as numbers."""
    return Rules(
        mean=parameters.mean,
        prior_middle=parameters.prior_middle,
        share=float(parameters.ties == "efron"),
        sharing=True if parameters.ties == "davidson-luce" else None,
        joint_up_to=parameters.joint_up_to,
    )
