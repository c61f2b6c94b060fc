"""Where players start by a handicap table: by their rating, else by their rank."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from banzuke.model.system import (
    Complaint,
    Given,
)
from banzuke.parts.starting import wrong_values
from banzuke.systems.handicap_table.parameters import HandicapTableParameters
from banzuke.systems.handicap_table.ranks import (
    rank_key,
    rank_starts,
)
from banzuke.systems.handicap_table.rules import UNRATED, State


def start(
    given: Given, n_players: int, parameters: HandicapTableParameters, played: NDArray[np.bool_]
) -> tuple[State, list[Complaint]]:
    """The rating given, else the start of the declared rank, else of ``start_rank``.

    A player who has games to be rated, but neither, is complained of.
    """
    rating = given.numbers("rating", n_players)
    games = given.numbers("games", n_players, 0.0)
    wrong = (rating < parameters.floor) | (rating != np.rint(rating)) & ~np.isnan(rating)
    right = f"a whole number from {parameters.floor}, the lowest rating"
    complaints = wrong_values("rating", rating, wrong, "is no R.P", right)
    names = [rank_key(rank.name) for rank in parameters.ranks]
    starts = rank_starts(parameters)
    declared = given.words("rank", n_players)
    default = rank_key(parameters.start_rank)
    for index in np.flatnonzero(np.isnan(rating)):
        text = declared[index]
        key = rank_key(text) or default
        if key in names:
            rating[index] = starts[names.index(key)]
        elif key:
            complaints.append(
                Complaint(
                    int(index), "rank", f"{text!r} is not a rank", f"{names[0]} to {names[-1]}"
                )
            )
        elif played[index]:
            complaints.append(
                Complaint(
                    int(index),
                    "rank",
                    "neither a rating nor a declared rank",
                    "give one in the players file, or --set start_rank=RANK",
                )
            )
    return State(np.where(np.isnan(rating), UNRATED, rating), games), complaints
