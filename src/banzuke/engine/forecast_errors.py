"""How far forecasts of games were off, once it is known who was first."""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from banzuke.model.results import Results

Floats = NDArray[np.float64]
Mask = NDArray[np.bool_]

#: A smaller chance counts as this one, so that what seemed impossible costs much, not all.
LEAST_CHANCE = 1e-15


class ForecastErrors(NamedTuple):
    """How far forecasts were off, each float64[n_games].

    log_loss : minus the natural logarithm of the chance of who was first, from 0 on
    squared : (chance - result)², the mean over the sides, in [0, 1]
    right : in [0, 1], what of the first place the likeliest side got: 1 if it was first alone
    Who share the first place share the result 1, and the logarithms are weighted by these parts.
    """

    log_loss: Floats
    squared: Floats
    right: Floats


def errors_of(results: Results, chance: Floats, games: Mask) -> ForecastErrors:
    """How far the forecasts of some games were off.

    chance : float64[n_entries], in [0, 1], as ``foretold`` gives it
    games : bool[all games], which are meant; all of these are ``forecast_games``
    """
    first = results.first.astype(np.int64)
    begins, sizes = first[:-1], np.diff(first)
    side = results.entries.side
    # One entry speaks for its side.
    head = np.ones(len(side), dtype=np.bool_)
    head[1:] = side[1:] != side[:-1]
    head[begins] = True
    won = head & (results.entries.place == 1)
    share = won / np.repeat(np.maximum(np.add.reduceat(won, begins), 1), sizes)
    told = np.where(head, np.nan_to_num(chance), 0.0)
    likeliest = head & (told == np.repeat(np.maximum.reduceat(told, begins), sizes))
    sides = np.add.reduceat(head.astype(np.int64), begins)
    equals = np.add.reduceat(likeliest.astype(np.int64), begins)
    log_loss = np.add.reduceat(-share * np.log(np.maximum(told, LEAST_CHANCE)), begins)
    squared = np.add.reduceat((told - share) ** 2 * head, begins) / sides
    right = np.add.reduceat(share * likeliest, begins) / equals
    return ForecastErrors(log_loss[games], squared[games], right[games])


def forecast_games(results: Results, chance: Floats) -> Mask:
    """Which games have a forecast, and somebody who was first: bool[n_games].

    chance : float64[n_entries], NaN where there is no forecast
    """
    begins = results.first.astype(np.int64)[:-1]
    told = np.logical_and.reduceat(np.isfinite(chance), begins)
    found: Mask = told & np.logical_or.reduceat(results.entries.place == 1, begins)
    return found


def mean_of(values: Floats) -> float:
    """The mean of one value or more, the same bits in whatever order."""
    return math.fsum(values.tolist()) / len(values)
