"""What is kept of each player by US Chess, and the parameters as kernels read them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from banzuke.systems.us_chess.parameters import UsChessParameters


class State(NamedTuple):
    """Each float64[n_players].

    rating : points; games : games it is based on, 0 for who is unrated; floor : points
    streak : 1 if all games before were won, -1 if all were lost, 0 if not, or not known
    born : year of birth that gives the initial rating, 0 if it does not
    """

    rating: NDArray[np.float64]
    games: NDArray[np.float64]
    floor: NDArray[np.float64]
    streak: NDArray[np.float64]
    born: NDArray[np.float64]


class Rules(NamedTuple):
    """The parameters as kernels read them; dual : int64[n_categories], 1 for dual-rated."""

    bonus_threshold: float
    old_form: int
    one_pass: int
    special_games: float
    special_cap: float
    established_games: float
    personal_floor: int
    dual: NDArray[np.int64]


def rules(parameters: UsChessParameters, categories: Sequence[str]) -> Rules:
    """The parameters as numbers; ``categories`` are the log's, in order of their codes."""
    dual = {name.casefold() for name in parameters.dual_categories}
    return Rules(
        bonus_threshold=parameters.bonus_threshold,
        old_form=int(parameters.effective_games == "1998"),
        one_pass=int(parameters.passes == "one"),
        special_games=float(parameters.special_games),
        special_cap=parameters.special_cap,
        established_games=float(parameters.established_games),
        personal_floor=int(parameters.personal_floor),
        dual=np.array([name.casefold() in dual for name in categories], dtype=np.int64),
    )
