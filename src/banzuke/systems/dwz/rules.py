"""What is kept of each player by DWZ, and the parameters as kernels read them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from banzuke.systems.dwz.parameters import DwzParameters


class State(NamedTuple):
    """Each float64[n_players].

    rating : points, 0 for none; games : evaluations, the index; born : year, 0 if unknown
    rest_games, rest_points, rest_level, rest_year : stored games of the unrated: how many,
    points made, mean rating of the opponents, year of the last
    """

    rating: NDArray[np.float64]
    games: NDArray[np.float64]
    born: NDArray[np.float64]
    rest_games: NDArray[np.float64]
    rest_points: NDArray[np.float64]
    rest_level: NDArray[np.float64]
    rest_year: NDArray[np.float64]


class Rules(NamedTuple):
    """The parameters as kernels read them; 1 for yes, 0 for no."""

    logistic: int
    whole_coefficient: int
    whole_ratings: int
    brake_for_all: int
    first_games: float
    rest_years: int
    foreign_index: float
    assumed_rating: float


def rules(parameters: DwzParameters, categories: Sequence[str]) -> Rules:
    """The parameters as numbers."""
    return Rules(
        logistic=int(parameters.expectation == "logistic"),
        whole_coefficient=int(parameters.whole_coefficient),
        whole_ratings=int(parameters.whole_ratings),
        brake_for_all=int(parameters.brake == "all"),
        first_games=float(parameters.first_games),
        rest_years=parameters.rest_years,
        foreign_index=float(parameters.foreign_index),
        assumed_rating=parameters.assumed_rating,
    )
