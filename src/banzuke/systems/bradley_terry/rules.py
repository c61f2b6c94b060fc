"""What is kept of each player by Bradley-Terry, and the parameters as kernels read them."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from banzuke.model.system import StateColumn
from banzuke.parts.one_fit import POINTS_A_UNIT
from banzuke.systems.bradley_terry.parameters import MOST_COVARIATES, BradleyTerryParameters

#: Why a group has no ratings, besides that equations were not solved: the advantage cannot be told
#: from the ratings, or is not finite; nor is the chance of a tie.
NO_ADVANTAGE = -2.0
NO_TIE_CHANCE = -3.0

#: What a tie is.
HALF, DAVIDSON, RAO_KUPPER = 0, 1, 2

#: Why a covariate cannot be estimated: both sides have the same in all results that count; ratings
#: say already what it says; so does what is estimated before it; no finite worth is likeliest.
ALIKE, OF_RATINGS, OF_OTHERS, ENDLESS = 0, 1, 2, 3

#: Where the state has what a unit of the first covariate is worth; its deviation follows.
FIRST_COVARIATE = 7

#: The logarithm of the strength of ties where there are none.
NO_TIES = -700.0


#: What is kept of each covariate.
COVARIATE_COLUMNS = tuple(
    StateColumn(f"covariate_{number}{word}", "points", meaning, inner=True)
    for number in range(1, MOST_COVARIATES + 1)
    for word, meaning in (
        ("", "estimated worth of a unit of a covariate"),
        ("_deviation", "how uncertain that is"),
    )
)


class State(NamedTuple):
    """Each float64[n_players].

    rating : points, UNRATED for none; deviation : points, NOT_KNOWN without a rating
    compared : players of the group, the player counted in; 0 without a rating
    group : code of one of its players and 1, or 1 for all whom a prior makes comparable; 0 without
        a rating, below 0 why there is none
    Estimated, alike for all who have a rating. advantage, advantage_deviation : points
    tie : the logarithm of the strength of ties, as ``Rules.tie``
    covariate_1, covariate_1_deviation, … : points a unit of each covariate, in the order in which
    they are declared
    """

    rating: NDArray[np.float64]
    deviation: NDArray[np.float64]
    compared: NDArray[np.float64]
    group: NDArray[np.float64]
    advantage: NDArray[np.float64]
    advantage_deviation: NDArray[np.float64]
    tie: NDArray[np.float64]
    covariate_1: NDArray[np.float64]
    covariate_1_deviation: NDArray[np.float64]
    covariate_2: NDArray[np.float64]
    covariate_2_deviation: NDArray[np.float64]
    covariate_3: NDArray[np.float64]
    covariate_3_deviation: NDArray[np.float64]
    covariate_4: NDArray[np.float64]
    covariate_4_deviation: NDArray[np.float64]
    covariate_5: NDArray[np.float64]
    covariate_5_deviation: NDArray[np.float64]
    covariate_6: NDArray[np.float64]
    covariate_6_deviation: NDArray[np.float64]
    covariate_7: NDArray[np.float64]
    covariate_7_deviation: NDArray[np.float64]
    covariate_8: NDArray[np.float64]
    covariate_8_deviation: NDArray[np.float64]


class Rules(NamedTuple):
    """The parameters as kernels read them.

    advantage : units, not points; tie : by Davidson ln(v), if v is the strength of a tie beside
    wins of 1; by Rao and Kupper ln(w^2 - 1), where odds of more than w win
    find_advantage, find_tie : whether they are estimated; decay : share of weight lost, a day
    covariates : how many there are
    """

    mean: float
    prior_wins: float
    prior_middle: float
    advantage: float
    find_advantage: bool
    ties: int
    tie: float
    find_tie: bool
    decay: float
    sandwich: bool
    joint_up_to: int
    covariates: int


def uses(parameters: BradleyTerryParameters) -> frozenset[str]:
    """Advantage, dates and what is estimated are kept and read only where they matter."""
    columns = {"deviation", "compared", "group", "weight"}
    if "advantage" in parameters.estimated:
        columns |= {"advantage", "advantage_deviation"}
    if parameters.advantage:
        columns.add("advantage")
    if "tie_chance" in parameters.estimated:
        columns.add("tie")
    if parameters.half_life:
        columns.add("day")
    if parameters.covariates:
        columns.add("covariates")
    for number, _ in enumerate(parameters.covariates, 1):
        columns |= {f"covariate_{number}", f"covariate_{number}_deviation"}
    return frozenset(columns)


def rules(parameters: BradleyTerryParameters, categories: Sequence[str]) -> Rules:
    """The parameters as numbers."""
    ties = ("half", "davidson", "rao-kupper").index(parameters.ties)
    return Rules(
        mean=parameters.mean,
        prior_wins=parameters.prior_wins,
        prior_middle=parameters.prior_middle,
        advantage=parameters.advantage / POINTS_A_UNIT,
        find_advantage="advantage" in parameters.estimated,
        ties=ties,
        tie=tie_of(ties, parameters.tie_chance),
        find_tie="tie_chance" in parameters.estimated,
        decay=math.log(2.0) / parameters.half_life if parameters.half_life else 0.0,
        sandwich=parameters.deviations == "sandwich",
        joint_up_to=parameters.joint_up_to,
        covariates=len(parameters.covariates),
    )


def why_no_covariate(covariate: int, reason: int) -> float:
    """Why a group has no ratings, as ``State.group``: what a covariate, from 0, cannot be."""
    return -10.0 - 4.0 * covariate - reason


def tie_of(ties: int, chance: float) -> float:
    """The logarithm of the strength of ties at which two equals tie with a chance."""
    if ties == HALF or chance <= 0.0:
        return NO_TIES
    if ties == DAVIDSON:
        return math.log(2.0 * chance / (1.0 - chance))
    return math.log(4.0 * chance / (1.0 - chance) ** 2)


def tie_chance_of(ties: int, tie: float) -> float:
    """The chance that two equals tie, from the logarithm of the strength of ties."""
    if ties == DAVIDSON:
        return 1.0 / (1.0 + 2.0 * math.exp(-tie))
    threshold = math.sqrt(1.0 + math.exp(tie))
    return math.exp(tie) / (1.0 + threshold) ** 2
