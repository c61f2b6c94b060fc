"""What is kept of each player by Bradley-Terry, and the parameters as kernels read them."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from banzuke.systems.bradley_terry.parameters import BradleyTerryParameters

#: Fitted ratings: steps of 2^-33 points.
RATINGS = 2.0**19
#: The rating that stands for none: half a step, so that no fitted rating is this.
UNRATED = 2.0**-34

#: The deviation of who has no rating: as good as none, points.
NOT_KNOWN = 10_000.0

#: Points of a unit in which the odds grow by a factor of e: at 400 points they are 10 to 1.
POINTS_A_UNIT = 400.0 / math.log(10.0)

#: The group of players for whom the equations could not be solved well enough.
UNSOLVED = -1.0


class State(NamedTuple):
    """Each float64[n_players].

    rating : points, UNRATED for none; deviation : points, NOT_KNOWN without a rating
    compared : players of the group, the player counted in; 0 without a rating
    group : code of one of its players and 1; 0 without a rating, UNSOLVED where no rating is
        good enough
    """

    rating: NDArray[np.float64]
    deviation: NDArray[np.float64]
    compared: NDArray[np.float64]
    group: NDArray[np.float64]


class Rules(NamedTuple):
    """The parameters as kernels read them; advantage : units, not points."""

    mean: float
    prior_wins: float
    prior_middle: float
    advantage: float
    joint_up_to: int


def uses(parameters: BradleyTerryParameters) -> frozenset[str]:
    """Who has the advantage is read only where it is worth something."""
    columns = {"deviation", "compared", "group", "weight"}
    return frozenset(columns | ({"advantage"} if parameters.advantage else set()))


def rules(parameters: BradleyTerryParameters, categories: Sequence[str]) -> Rules:
    """The parameters as numbers."""
    return Rules(
        mean=parameters.mean,
        prior_wins=parameters.prior_wins,
        prior_middle=parameters.prior_middle,
        advantage=parameters.advantage / POINTS_A_UNIT,
        joint_up_to=parameters.joint_up_to,
    )
