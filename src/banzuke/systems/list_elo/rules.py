"""What is kept of each player by Elo by lists, and the parameters as kernels read them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from banzuke.model.log import Column
from banzuke.parts.score_table import score_by_difference
from banzuke.systems.list_elo.k_rules import KTable, k_table
from banzuke.systems.list_elo.parameters import ListEloParameters


class State(NamedTuple):
    """Each float64[n_players].

    rating : whole points, 0 for none; games : rated so far; peak : highest on a list
    k : K of the players file, 0 for none; born : year, 0 if unknown
    kept_games, kept_points, kept_total, kept_month : games of who is rated by performance: how
    many, points made, sum of the opponents' ratings, month of the first (as ``Log.month``)
    earlier, changed : the rating before the newest period with a game, and that period's month
    """

    rating: NDArray[np.float64]
    games: NDArray[np.float64]
    peak: NDArray[np.float64]
    k: NDArray[np.float64]
    born: NDArray[np.float64]
    kept_games: NDArray[np.float64]
    kept_points: NDArray[np.float64]
    kept_total: NDArray[np.float64]
    kept_month: NDArray[np.float64]
    earlier: NDArray[np.float64]
    changed: NDArray[np.float64]


class Rules(NamedTuple):
    """The parameters as kernels read them; 1 for yes, 0 for no.

    scores : float64[n], by difference; differences : float64[51], by percent above 50
    """

    scores: Column
    differences: Column
    k_table: KTable
    cap: float
    once_an_event: int
    true_gap_from: float
    widest_gap: float
    widest_above: float
    k_games_most: float
    lowest: float
    first_games: float
    first_months: int
    first_most: float
    drop_zero: int
    drawn_games: float
    drawn_rating: float
    points_above_half: float
    full_games: float
    passes: int
    partial_effect: float
    assumed_rating: float


def rules(parameters: ListEloParameters, categories: Sequence[str]) -> Rules:
    """The parameters as numbers and look-ups."""
    return Rules(
        scores=score_by_difference(parameters.scores),
        differences=np.array(parameters.differences, dtype=np.float64),
        k_table=k_table(parameters.k_rules),
        cap=parameters.cap,
        once_an_event=int(parameters.capped == "widest gap of an event"),
        true_gap_from=parameters.true_gap_from,
        widest_gap=parameters.widest_gap,
        widest_above=parameters.widest_above,
        k_games_most=parameters.k_games_most,
        lowest=parameters.lowest,
        first_games=float(parameters.first_games),
        first_months=parameters.first_months,
        first_most=parameters.first_most,
        drop_zero=int(parameters.drop_zero),
        drawn_games=float(parameters.drawn_games),
        drawn_rating=parameters.drawn_rating,
        points_above_half=parameters.points_above_half,
        full_games=float(parameters.full_games),
        passes=("one", "two").index(parameters.passes) + 1,
        partial_effect=parameters.partial_effect,
        assumed_rating=parameters.assumed_rating,
    )
