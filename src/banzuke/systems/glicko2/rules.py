"""What is kept of each player by Glicko-2, and the parameters as kernels read them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from banzuke.parts.deviations import AGEING
from banzuke.systems.glicko2.leads import SCORINGS
from banzuke.systems.glicko2.parameters import Glicko2Parameters


class State(NamedTuple):
    """One number a player in each column, float64[n_players].

    rating, deviation : points; volatility : logits a period; last : when the player was last
    rated, in the unit of ``Log.time``
    """

    rating: NDArray[np.float64]
    deviation: NDArray[np.float64]
    volatility: NDArray[np.float64]
    last: NDArray[np.float64]


class Rules(NamedTuple):
    """The parameters as kernels read them; ratings and deviations in logits but for ``scale``.

    scale : points in a logit; per_point : logits in a point
    ageing : 0 by time, 1 when rated, 2 none; inside : 1 if a period's growth is part of its
    rating; square : tau²; first_move : what who moves first leads by
    by_ranks : 1 if a handicap moves ratings by ranks; scoring : index of SCORINGS
    most_ranks : of a head start in a game that is rated, 0 for any
    most_change : 0 for none
    """

    scale: float
    per_point: float
    ageing: int
    per_unit: float
    inside: int
    square: float
    first_move: float
    by_ranks: int
    scoring: int
    most_ranks: float
    lowest: float
    highest: float
    least_deviation: float
    most_deviation: float
    least_volatility: float
    most_volatility: float
    most_change: float
    gain_factor: float
    steps: int


def rules(parameters: Glicko2Parameters, categories: Sequence[str]) -> Rules:
    """The parameters as numbers."""
    scale = parameters.scale
    return Rules(
        scale=scale,
        per_point=1.0 / scale,
        ageing=AGEING.index(parameters.ageing),
        per_unit=1.0 / parameters.period_length,
        inside=int(parameters.growth == "in the rating"),
        square=parameters.tau * parameters.tau,
        first_move=parameters.first_move / scale,
        by_ranks=int(parameters.handicap == "ranks"),
        scoring=SCORINGS.index(parameters.scoring),
        most_ranks=parameters.most_ranks,
        lowest=parameters.lowest_rating,
        highest=parameters.highest_rating,
        least_deviation=parameters.least_deviation / scale,
        most_deviation=parameters.most_deviation / scale,
        least_volatility=parameters.least_volatility,
        most_volatility=parameters.most_volatility,
        most_change=parameters.most_change,
        gain_factor=parameters.gain_factor,
        steps=parameters.most_steps,
    )
