"""Where players start: as given, by a declared grade, or as everybody."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from banzuke.model.phrases import phrase
from banzuke.model.system import Complaint, Given
from banzuke.parts.births import birth_years
from banzuke.parts.starting import BELOW_0, below_floor, wrong_values
from banzuke.systems.elo.parameters import EloParameters
from banzuke.systems.elo.rules import State

#: What is counted of a player, from 0 on.
COUNTED = ("games", "experience", "met_established", "points_from_established")


def start(
    given: Given, n_players: int, parameters: EloParameters, played: NDArray[np.bool_]
) -> tuple[State, list[Complaint]]:
    """The rating that the players file gives, else that of the declared grade, else the start."""
    graded_rating, complaints = graded(given, n_players, parameters)
    rating = given.numbers("rating", n_players, graded_rating)
    for index in np.flatnonzero(rating < parameters.floor).tolist():
        complaints.append(below_floor(index, rating[index], parameters.floor))
    born = np.zeros(n_players)
    if any(row.age_to is not None for row in parameters.k_steps):
        born, unborn = birth_years(given, n_players)
        complaints += unborn
    counted = {name: given.numbers(name, n_players, 0.0) for name in COUNTED}
    for name, numbers in counted.items():
        right = phrase("0 or more")
        complaints += wrong_values(name, numbers, numbers < 0, BELOW_0, right)
    state = State(
        rating=rating,
        peak=np.maximum(given.numbers("peak", n_players, rating), rating),
        smoothed=given.numbers("smoothed", n_players, rating),
        season=np.zeros(n_players),
        born=born,
        **counted,
    )
    return state, complaints


def graded(
    given: Given, n_players: int, parameters: EloParameters
) -> tuple[NDArray[np.float64], list[Complaint]]:
    """The start of each player's declared grade, or of everybody; and grades that are none."""
    rating = np.full(n_players, float(parameters.start_rating))
    complaints: list[Complaint] = []
    rows = {row.grade.casefold(): row.rating for row in parameters.start_grades}
    if not rows:
        return rating, complaints
    said = given.numbers("rating", n_players)
    for index, text in enumerate(given.words("grade", n_players)):
        key = text.strip().casefold()
        if key in rows:
            rating[index] = rows[key]
        elif key and np.isnan(said[index]):
            grades = ", ".join(row.grade for row in parameters.start_grades)
            what = phrase("{grade!r} is no grade here", grade=text)
            complaints.append(Complaint(index, "grade", what, phrase("{grades}", grades=grades)))
    return rating, complaints
