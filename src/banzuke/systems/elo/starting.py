"""Where players start: as given, by a declared grade, or as everybody."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from banzuke.model.system import Complaint, Given
from banzuke.parts.births import birth_years
from banzuke.systems.elo.parameters import EloParameters
from banzuke.systems.elo.rules import State


def start(
    given: Given, n_players: int, parameters: EloParameters, played: NDArray[np.bool_]
) -> tuple[State, list[Complaint]]:
    """The rating that the players file gives, else that of the declared grade, else the start."""
    none = np.full(n_players, np.nan)
    said = given.columns.get("rating", none)
    rating, complaints = graded(given, n_players, parameters)
    rating = np.where(np.isnan(said), rating, said)
    for index in np.flatnonzero(rating < parameters.floor).tolist():
        what = f"{rating[index]:g} is below the floor, {parameters.floor:g}"
        complaints.append(Complaint(index, "rating", what, "the floor or more"))
    born = np.zeros(n_players)
    if any(row.age_to is not None for row in parameters.k_steps):
        born, unborn = birth_years(given, n_players)
        complaints += unborn

    def counted(name: str) -> NDArray[np.float64]:
        return np.nan_to_num(given.columns.get(name, none))

    def as_rating(name: str) -> NDArray[np.float64]:
        values = given.columns.get(name, none)
        return np.where(np.isnan(values), rating, values)

    for name in ("games", "experience", "met_established", "points_from_established"):
        for index in np.flatnonzero(counted(name) < 0).tolist():
            what = f"{given.columns[name][index]:g} is below 0"
            complaints.append(Complaint(index, name, what, "0 or more"))
    state = State(
        rating=rating,
        games=counted("games"),
        experience=counted("experience"),
        peak=np.maximum(as_rating("peak"), rating),
        met_established=counted("met_established"),
        points_from_established=counted("points_from_established"),
        smoothed=as_rating("smoothed"),
        season=np.zeros(n_players),
        born=born,
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
    said = given.columns.get("rating", np.full(n_players, np.nan))
    for index, text in enumerate(given.texts.get("grade", [])):
        key = text.strip().casefold()
        if key in rows:
            rating[index] = rows[key]
        elif key and np.isnan(said[index]):
            right = ", ".join(row.grade for row in parameters.start_grades)
            complaints.append(Complaint(index, "grade", f"{text!r} is no grade here", right))
    return rating, complaints
