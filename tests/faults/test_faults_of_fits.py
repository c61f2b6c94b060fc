"""Faults that other programs had with fits over all results, from their public reports."""

from __future__ import annotations

from datetime import date, timedelta
from typing import Any

import numpy as np
import pytest

import banzuke as bz

BEGIN = date(2024, 1, 1)


def rows_of(games: list[tuple[int, str, str, str]]) -> list[dict[str, Any]]:
    """Games (day, player, opponent, result) as rows."""
    return [
        {"game": f"{number:05d}", "date": BEGIN + timedelta(days=day), "result": result}
        | {"player_1": one, "player_2": two}
        for number, (day, one, two, result) in enumerate(games)
    ]


def rating(ratings: Any) -> dict[str, float]:
    """The ratings of the list."""
    return dict(ratings.to_frame().select("player", "rating").iter_rows())


def test_whole_history_never_gives_up_on_sound_results():
    """Sixty wins and no loss, or a jump after years, are no reason to call a fit unstable."""
    found = rating(bz.rate(rows_of([(0, "A", "B", "1-0")] * 60), "whole-history"))
    assert found["A"] - found["B"] == pytest.approx(749.330, abs=5e-4)
    months = [(30 * n, "A", "B", "1-0" if n < 30 else "0-1") for n in range(60)]
    years = [(4000, "A", "C", "1-0"), (4001, "A", "C", "1-0"), (9000, "C", "A", "1-0")]
    found = bz.rate(rows_of([*months, *years]), "whole-history")
    history = found.history_frame()
    assert np.isfinite(history["after"].to_numpy()).all()
    assert found.warnings is not None


def test_the_prior_of_whole_history_is_a_setting():
    """The numbers of a few games hang on the virtual games, which the rulebook therefore says."""
    game = rows_of([(0, "A", "B", "1-0")])
    gaps = []
    for settings in ({}, {"virtual_wins": 0.0, "virtual_draws": 1.0}, {"virtual_wins": 50.0}):
        found = rating(bz.rate(game, "whole-history", parameters=settings))
        gaps.append(found["A"] - found["B"])
    assert gaps[:2] == pytest.approx([183.463, 262.768], abs=5e-4)
    assert gaps[2] < 7.0
    assert "virtual_wins" in str(bz.load_rulebook("whole-history").assumptions)


@pytest.mark.parametrize("probability", [0.0, 1e-9])
def test_through_time_with_hardly_any_draws(probability: float):
    """No draws, or one in a thousand million, give numbers, with dates as dates, drawn or not."""
    games = [(0, "A", "B", "1-0"), (1, "A", "B", "1/2-1/2"), (700, "B", "A", "1-0")]
    settings = {"draw_probability": probability}
    found = bz.rate(rows_of(games), "through-time", parameters=settings)
    history = found.history_frame()
    assert history["date"].dtype.is_temporal()
    for column in ("after", "deviation_after", "expected"):
        assert np.isfinite(history[column].to_numpy()).all()
    assert (history["deviation_after"] > 0).all()


def test_the_mean_of_through_time_does_not_drift():
    """However many games there are, first days' strengths have the mean of newcomers."""
    rng = np.random.default_rng(4)
    games = []
    for number in range(150):
        one, two = rng.permutation(12)[:2]
        games.append((number, f"P{one}", f"P{two}", "1-0" if one < two else "0-1"))
    history = bz.rate(rows_of(games), "through-time").history_frame()
    first = history.group_by("player", maintain_order=True).first()
    assert first["after"].mean() == pytest.approx(25.0, abs=1e-9)
