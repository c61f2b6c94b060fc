"""What is kept of each player by TrueSkill Through Time, and the parameters for kernels."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from banzuke.parts.draw_margins import draw_margin
from banzuke.systems.through_time.parameters import ThroughTimeParameters

#: Fitted strengths: steps of 2^-33 points.
RATINGS = 2.0**19
#: The group of players whose ratings could not be reckoned, and their deviation, points: more than
#: any other, of the widest start and the drift of ten thousand years.
UNSOLVED = -1.0
NOT_KNOWN = 1e12

#: The least drift, of the variance before the first game: with less the days would be as one.
LEAST_DRIFT = 1e-9


class State(NamedTuple):
    """Each float64[n_players].

    rating : mean strength on the player's last day, points
    deviation : its standard deviation; last : the player's last day, NEVER for none
    linked : code of one of the players who are linked by games, and 1; 0 for none, UNSOLVED where
    there are no ratings
    """

    rating: NDArray[np.float64]
    deviation: NDArray[np.float64]
    last: NDArray[np.float64]
    linked: NDArray[np.float64]


class Rules(NamedTuple):
    """The parameters as kernels read them.

    noise : beta²; least : no performance varies by less, points²; drift : variance of a day
    by_days : 1 if every day counts; margin : draw margin by the root of the number of players
    by_play : 1 if partial play counts; ageing : 0, since a state is read as it stands
    """

    noise: float
    least: float
    drift: float
    by_days: int
    margin: float
    by_play: int
    ageing: int


def uses(parameters: ThroughTimeParameters) -> frozenset[str]:
    """The columns that these parameters need."""
    columns = {"deviation", "last", "linked", "day", "time"}
    return frozenset(columns | ({"play"} if parameters.partial_play else set()))


def rules(parameters: ThroughTimeParameters, categories: Sequence[str]) -> Rules:
    """The parameters as numbers."""
    beta, start = parameters.beta, parameters.start_deviation
    return Rules(
        noise=beta * beta,
        least=1e-6 * beta * beta,
        drift=max(parameters.drift * parameters.drift, LEAST_DRIFT * start * start),
        by_days=int(parameters.drift_over == "days"),
        margin=draw_margin(parameters.draw_probability, beta),
        by_play=int(parameters.partial_play),
        ageing=0,
    )
