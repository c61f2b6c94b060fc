"""Where players start by a handicap table: by their rating, else by their rank."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from banzuke.model.phrases import message, phrase
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
    right = phrase("a whole number from {floor}, the lowest rating", floor=parameters.floor)
    complaints = wrong_values("rating", rating, wrong, message("{value:.10g} is no R.P"), right)
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
            what = phrase("{rank!r} is not a rank", rank=text)
            right = phrase("{lowest} to {highest}", lowest=names[0], highest=names[-1])
            complaints.append(Complaint(int(index), "rank", what, right))
        elif played[index]:
            what = phrase("neither a rating nor a declared rank")
            right = phrase("give one in the players file, or --set start_rank=RANK")
            complaints.append(Complaint(int(index), "rank", what, right))
    return State(np.where(np.isnan(rating), UNRATED, rating), games), complaints
