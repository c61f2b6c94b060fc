"""What is kept of each player by percentiles, and the parameters as kernels read them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from banzuke.parts.fields import COUNTINGS
from banzuke.systems.percentile.parameters import PercentileParameters


class State(NamedTuple):
    """rating : float64[n_players], percentile; games : float64[n_players], counted events."""

    rating: NDArray[np.float64]
    games: NDArray[np.float64]


class Rules(NamedTuple):
    """The parameters as kernels read them.

    field : 0 declared, 1 listed, 2 placed; ties : 0 best, 0.5 mean, 1 worst
    several_rounds : rounds to assume where unknown, 0 to refuse
    category_value : float64[n_categories], %, -1 where a category fixes no value
    category_counts_early : int32[n_categories], 1 where it counts before the cutoff
    """

    field: int
    ties: float
    base_value: float
    players_per_point: float
    players_per_point_one_round: float
    value_cap: float
    counted_from: int
    assumed_rounds: float
    category_value: NDArray[np.float64]
    category_counts_early: NDArray[np.int32]


def rules(parameters: PercentileParameters, categories: Sequence[str]) -> Rules:
    """The parameters as numbers; ``categories`` are the log's, in order of their codes."""
    fixed = {entry.category.casefold(): entry for entry in parameters.category_values}
    value = np.full(len(categories), -1.0)
    early = np.zeros(len(categories), dtype=np.int32)
    for code, category in enumerate(categories):
        entry = fixed.get(category.casefold())
        if entry is not None:
            value[code] = entry.value
            if parameters.cap_category_values:
                value[code] = min(entry.value, parameters.value_cap)
            early[code] = entry.before_cutoff
    return Rules(
        field=COUNTINGS.index(parameters.field),
        ties={"best": 0.0, "mean": 0.5, "worst": 1.0}[parameters.ties],
        base_value=parameters.base_value,
        players_per_point=parameters.players_per_point,
        players_per_point_one_round=parameters.players_per_point_one_round,
        value_cap=parameters.value_cap,
        counted_from=parameters.counted_from,
        assumed_rounds={"refuse": 0.0, "one": 1.0, "several": 2.0}[parameters.rounds_unknown],
        category_value=value,
        category_counts_early=early,
    )
