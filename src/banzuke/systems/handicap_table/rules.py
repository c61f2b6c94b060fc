"""What is kept of each player by handicap tables, and the parameters as kernels read them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from banzuke.systems.handicap_table.parameters import HandicapTableParameters
from banzuke.systems.handicap_table.ranks import (
    rank_key,
)

#: Stands for the rating of who has neither one nor a rank: R.P begin at 0.
UNRATED = -1.0


class State(NamedTuple):
    """rating : float64[n_players], R.P, whole numbers; games : float64[n_players], rated."""

    rating: NDArray[np.float64]
    games: NDArray[np.float64]


class Rules(NamedTuple):
    """The parameters as kernels read them. R ranks from 0, the weakest.

    rank_of : int32[lowest R.P of the best rank + 1], rank of each R.P; more reads the end
    base : float64[R], R.P
    percents : float64[n_rows, 4], %: high wins, high loses, low wins, low loses
    lowest_difference : C of the first row; the rows go up by 1
    """

    rank_of: NDArray[np.int32]
    base: NDArray[np.float64]
    percents: NDArray[np.float64]
    lowest_difference: int
    rated_within: int
    stones_per_rank: int
    standard_handicap_cap: int
    truncate_total: int
    jigo_mean: int
    regular_after: float
    new_member_games: int
    switch_cut: int
    switch_cap: float
    floor: float


def rules(parameters: HandicapTableParameters, categories: Sequence[str]) -> Rules:
    """The tables as dense look-ups, so that a game costs no search."""
    lowest = np.array([float(rank.lowest) for rank in parameters.ranks])
    rank_of = np.zeros(int(lowest[-1]) + 1, dtype=np.int32)
    for number, low in enumerate(lowest):
        rank_of[int(low) :] = number
    names = [rank_key(rank.name) for rank in parameters.ranks]
    base = np.zeros(len(names))
    for row in parameters.classes:
        base[names.index(rank_key(row.lowest)) : names.index(rank_key(row.highest)) + 1] = row.base
    table = sorted(parameters.percents, key=lambda row: row.difference)
    return Rules(
        rank_of=rank_of,
        base=base,
        percents=np.array(
            [[r.high_wins, r.high_loses, r.low_wins, r.low_loses] for r in table], dtype=np.float64
        ),
        lowest_difference=table[0].difference,
        rated_within=parameters.rated_within,
        stones_per_rank=parameters.stones_per_rank,
        standard_handicap_cap=parameters.standard_handicap_cap,
        truncate_total=int(parameters.truncate == "total"),
        jigo_mean=int(parameters.jigo == "mean"),
        regular_after=float(parameters.regular_after),
        new_member_games=("own_side", "never_affects_regular", "both_sides").index(
            parameters.new_member_games
        ),
        switch_cut=("above_cap", "above_rank", "none").index(parameters.switch_cut),
        switch_cap=float(parameters.switch_cap),
        floor=float(parameters.floor),
    )
