"""Where players start by AGA: by their rating, else by their rank."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from banzuke.model.phrases import phrase
from banzuke.model.ranks import rank_number
from banzuke.model.system import (
    Complaint,
    Given,
)
from banzuke.parts.deviations import NEVER
from banzuke.parts.starting import neither_rating_nor_rank, no_rank
from banzuke.systems.aga.formulas import closed, first_deviation, opened, rank_middle
from banzuke.systems.aga.parameters import AgaParameters
from banzuke.systems.aga.rules import State, rules


def start(
    given: Given, n_players: int, parameters: AgaParameters, played: NDArray[np.bool_]
) -> tuple[State, list[Complaint]]:
    """The rating given, else the middle of the declared rank, else of ``start_rank``."""
    rating = given.numbers("rating", n_players)
    deviation = given.numbers("deviation", n_players)
    declared = given.words("rank", n_players)
    spline = rules(parameters, [])
    complaints = []
    for index in range(n_players):
        value, text = rating[index], declared[index]
        if abs(value) < 1.0 or abs(value) > 100.0:
            what = phrase("{value:g} is no rating", value=value)
            right = phrase("-100 to -1 for kyu, 1 to 100 for dan")
            complaints.append(Complaint(index, "rating", what, right))
        number = rank_number(text or parameters.start_rank)
        if text and number is None:
            complaints.append(no_rank(index, text))
        elif np.isnan(value) and number is None and played[index]:
            complaints.append(neither_rating_nor_rank(index))
        if np.isnan(value):
            rating[index] = opened(0.0 if number is None else rank_middle(number))
        if np.isnan(deviation[index]):
            deviation[index] = first_deviation(closed(float(rating[index])), spline)
        if not 1e-3 <= deviation[index] <= 100.0:
            what = phrase("{value:g} is no deviation", value=deviation[index])
            right = phrase("0.001 to 100 stones")
            complaints.append(Complaint(index, "deviation", what, right))
    return State(rating, deviation, np.full(n_players, NEVER)), complaints
