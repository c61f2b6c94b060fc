"""What is kept of each player by Glicko, and the parameters as kernels read them."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from banzuke.parts.deviations import AGEING
from banzuke.systems.glicko.parameters import GlickoParameters


class State(NamedTuple):
    """One number a player in each column, float64[n_players].

    rating, deviation : points; last : when the player was last rated, in the unit of ``Log.time``
    """

    rating: NDArray[np.float64]
    deviation: NDArray[np.float64]
    last: NDArray[np.float64]


class Rules(NamedTuple):
    """The parameters as kernels read them; ratings and deviations in logits but for ``scale``.

    scale : points in a logit; per_point : logits in a point
    ageing : 0 by time, 1 when rated, 2 none; growth : c², what a period adds to a variance
    extended : 1 if any of the next three acts; game_growth : h², what a game adds
    bonus, neighbourhood : as declared; first_move : what who moves first leads by
    """

    scale: float
    per_point: float
    ageing: int
    per_unit: float
    growth: float
    extended: int
    game_growth: float
    bonus: float
    neighbourhood: float
    first_move: float
    least_deviation: float
    most_deviation: float


def rules(parameters: GlickoParameters, categories: Sequence[str]) -> Rules:
    """The parameters as numbers."""
    per_point = math.log(10.0) / parameters.scale
    return Rules(
        scale=parameters.scale / math.log(10.0),
        per_point=per_point,
        ageing=AGEING.index(parameters.ageing),
        per_unit=1.0 / parameters.period_length,
        growth=(parameters.growth * per_point) * (parameters.growth * per_point),
        extended=int(max(parameters.game_growth, parameters.bonus, parameters.neighbourhood) > 0.0),
        game_growth=(parameters.game_growth * per_point) * (parameters.game_growth * per_point),
        bonus=parameters.bonus,
        neighbourhood=parameters.neighbourhood,
        first_move=parameters.first_move * per_point,
        least_deviation=parameters.least_deviation * per_point,
        most_deviation=parameters.most_deviation * per_point,
    )
