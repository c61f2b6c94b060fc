"""How far forecasts were off, reckoned by hand."""

from __future__ import annotations

import math

import numpy as np
import pytest

import banzuke as bz
from banzuke.engine.forecast_errors import LEAST_CHANCE, errors_of, forecast_games, mean_of


def evening() -> bz.Results:
    """A win of three, a first place shared by two of three, and a game of pairs."""
    rows = [
        {"game": game, "player": player, "side": side, "place": place}
        for game, player, side, place in [
            *(("1", "A", "1", 1), ("1", "B", "2", 2), ("1", "C", "3", 3)),
            *(("2", "A", "1", 1), ("2", "B", "2", 1), ("2", "C", "3", 3)),
            *(("3", "A", "1", 2), ("3", "B", "1", 2), ("3", "C", "2", 1), ("3", "D", "2", 1)),
        ]
    ]
    return bz.read(rows)


def test_by_hand():
    """Shared first places count in parts, a side of several players once; winners stand first."""
    chance = np.array([0.5, 0.3, 0.2, 0.6, 0.3, 0.1, 0.75, 0.75, 0.25, 0.25])
    results = evening()
    assert forecast_games(results, chance).tolist() == [True] * 3
    off = errors_of(results, chance, np.array([True, True, True]))
    losses = [-math.log(0.5), -0.5 * (math.log(0.6) + math.log(0.3)), -math.log(0.75)]
    squares = [(0.25 + 0.09 + 0.04) / 3, (0.01 + 0.04 + 0.01) / 3, 0.0625]
    assert off.log_loss == pytest.approx(losses)
    assert off.squared == pytest.approx(squares)
    assert off.right.tolist() == [1.0, 0.5, 1.0]


def test_what_has_no_forecast():
    """A game counts only if all its entries have a chance."""
    chance = np.array([0.5, 0.3, np.nan, 0.6, 0.3, 0.1, np.nan, np.nan, np.nan, np.nan])
    results = evening()
    games = forecast_games(results, chance)
    assert games.tolist() == [False, True, False]
    assert len(errors_of(results, chance, games).right) == 1


def test_what_seemed_impossible():
    """The chance 0 costs much, but no infinity."""
    chance = np.array([0.0, 0.5, 0.5, 0.6, 0.3, 0.1, 0.5, 0.5, 0.5, 0.5])
    off = errors_of(evening(), chance, np.array([True, False, True]))
    assert off.log_loss[0] == -math.log(LEAST_CHANCE)
    assert off.right.tolist() == [0.0, 0.5]


def test_means_do_not_depend_on_the_order():
    """The mean has the same bits whatever the order."""
    values = np.array([1e16, 1.0, -1e16, 0.1])
    assert mean_of(values) == mean_of(values[::-1]) == pytest.approx(0.275)
