"""Starting values that cannot be, as complaints about the players whose they are."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from banzuke.model.phrases import Message, Phrase, message, phrase
from banzuke.model.ranks import RIGHT
from banzuke.model.system import Complaint

#: What is said of a value that counts something, or is no less than nothing.
BELOW_0 = message("{value:.10g} is below 0")


def wrong_values(
    column: str,
    values: NDArray[np.float64],
    wrong: NDArray[np.bool_],
    what: Message,
    right: Phrase,
) -> list[Complaint]:
    """A complaint about each player whose value is wrong, in the order of the players.

    values : float64[n_players], of the column; wrong : bool[n_players]
    what : a message about ``value``, as in "{value:.10g} is no rating", and maybe ``column``
    right : what would be right
    """
    return [
        Complaint(at, column, phrase(what, value=values[at], column=column), right)
        for at in np.flatnonzero(wrong).tolist()
    ]


def from_to(lowest: float, highest: float) -> Phrase:
    """The range of what would be right."""
    return phrase("{lowest:.10g} to {highest:.10g}", lowest=lowest, highest=highest)


def below_floor(player: int, rating: float, floor: float) -> Complaint:
    """A complaint about a rating that no one can have."""
    what = phrase("{rating:g} is below the floor, {floor:g}", rating=rating, floor=floor)
    return Complaint(player, "rating", what, phrase("the floor or more"))


def no_rank(player: int, said: str) -> Complaint:
    """A complaint about a declared rank that is none."""
    return Complaint(player, "rank", phrase("{rank!r} is no rank", rank=said), RIGHT)


def neither_rating_nor_rank(player: int) -> Complaint:
    """A complaint about a player of whom nothing says where to begin."""
    right = phrase(
        "give one in the players file, entry_rank in the results, or --set start_rank=RANK"
    )
    return Complaint(player, "rank", phrase("neither a rating nor a declared rank"), right)
