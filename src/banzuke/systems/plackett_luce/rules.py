"""What is kept of each player by Plackett-Luce, and the parameters as kernels read them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from banzuke.systems.plackett_luce.parameters import PlackettLuceParameters


class State(NamedTuple):
    """Each float64[n_players].

    rating : points, UNRATED for none; deviation : points, NOT_KNOWN without a rating
    compared : players of the group, the player counted in; 0 without a rating
    group : code of one of its players and 1, or 1 for all whom a prior makes comparable; 0 without
        a rating, below 0 if it was not solved
    """

    rating: NDArray[np.float64]
    deviation: NDArray[np.float64]
    compared: NDArray[np.float64]
    group: NDArray[np.float64]


class Rules(NamedTuple):
    """The parameters as kernels read them; share : 1 if those on a place count in part, else 0."""

    mean: float
    prior_middle: float
    share: float
    joint_up_to: int


def uses(parameters: PlackettLuceParameters) -> frozenset[str]:
    """All columns, whatever the parameters are."""
    return frozenset({"deviation", "compared", "group", "weight"})


def rules(parameters: PlackettLuceParameters, categories: Sequence[str]) -> Rules:
    """The parameters as numbers."""
    return Rules(
        mean=parameters.mean,
        prior_middle=parameters.prior_middle,
        share=float(parameters.ties == "efron"),
        joint_up_to=parameters.joint_up_to,
    )
