"""What is kept of each player by whole-history ratings, and the parameters for kernels."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from banzuke.numeric.logistic import trigamma
from banzuke.parts.one_fit import POINTS_A_UNIT
from banzuke.systems.whole_history.parameters import WholeHistoryParameters

#: Deviations: steps of 2^-17 points, so that the order of players in a table moves no bit.
DEVIATIONS = 2.0**35


class State(NamedTuple):
    """Each float64[n_players].

    rating : points, on the player's last day
    deviation : points, how far strengths are from that rating, by the covariance of all days of all
    players
    alone : points, of that rating if all other players' ratings were known
    last : the player's last day, NEVER for none; linked : code of one of the players who are
    linked by games, and 1; 0 for none, UNSOLVED where there are no ratings; days : how many days
    these have together
    """

    rating: NDArray[np.float64]
    deviation: NDArray[np.float64]
    alone: NDArray[np.float64]
    last: NDArray[np.float64]
    linked: NDArray[np.float64]
    days: NDArray[np.float64]


class Rules(NamedTuple):
    """The parameters as kernels read them; worths are in units, not points.

    drift : units² a day; virtual : virtual wins, a draw being half of one, and as many losses
    spread : whether deviations hold the lean of the odds; newcomer : variance of who has only the
    virtual games, units²
    """

    mean: float
    drift: float
    virtual: float
    advantage: float
    stone: float
    komi_point: float
    komi: float
    spread: bool
    newcomer: float
    joint_up_to: int


def uses(parameters: WholeHistoryParameters) -> frozenset[str]:
    """What has no worth is not read."""
    columns = {"deviation", "alone", "last", "linked", "days", "day", "time", "weight"}
    if parameters.advantage or parameters.komi_point:
        columns.add("advantage")
    if parameters.stone or parameters.komi_point:
        columns.add("handicap")
    if parameters.komi_point:
        columns.add("komi")
    return frozenset(columns)


def rules(parameters: WholeHistoryParameters, categories: Sequence[str]) -> Rules:
    """The parameters as numbers."""
    virtual = parameters.virtual_wins + 0.5 * parameters.virtual_draws
    spread = parameters.deviations == "spread"
    return Rules(
        mean=parameters.mean,
        drift=parameters.drift / (POINTS_A_UNIT * POINTS_A_UNIT),
        virtual=virtual,
        advantage=parameters.advantage / POINTS_A_UNIT,
        stone=parameters.stone / POINTS_A_UNIT,
        komi_point=parameters.komi_point / POINTS_A_UNIT,
        komi=parameters.komi,
        spread=spread,
        # Virtual games make a chance a beta variable; so is the variance of its odds' logarithm.
        newcomer=2.0 * trigamma(virtual) if spread else 2.0 / virtual,
        joint_up_to=parameters.joint_up_to,
    )


def prior_deviation(rules: Rules) -> float:
    """The deviation of who has only the virtual games, points."""
    return POINTS_A_UNIT * math.sqrt(rules.newcomer)
