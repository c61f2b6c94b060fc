"""Ratings day by day: what is refused where there are no days to tell of."""

from __future__ import annotations

import pytest

import banzuke as bz
from builders import table

GAME = table("date player_1 player_2 result\n2024-01-01 A B 1-0")


@pytest.mark.parametrize("key", ["whole-history", "through-time"])
def test_what_was_saved_has_no_days(key, tmp_path):
    """A saved fit knows where everybody stands, not the results behind it."""
    bz.rate(GAME, key).save(tmp_path / "fit.npz")
    with pytest.raises(bz.CannotDo, match="rate them again, all at once"):
        bz.load(tmp_path / "fit.npz").curve("A")


@pytest.mark.parametrize("key", ["whole-history", "bradley-terry"])
def test_a_fit_does_not_go_on(key):
    """Who goes on with a rulebook that rates all results together is told to do so."""
    with pytest.raises(bz.StateRefused, match=f"{key} rates all results together"):
        bz.rate(GAME, key).update(table("date player_1 player_2 result\n2024-01-05 A B 0-1"))


@pytest.mark.parametrize("key", ["whole-history", "through-time"])
def test_without_dates_no_strength_drifts(key):
    """A fit of drifting strengths says that it took undated results as those of one day."""
    undated = table("player_1 player_2 result\nA B 1-0\nB C 1-0")
    (warning,) = map(str, bz.rate(undated, key).warnings)
    assert warning.startswith("the results have no dates: all are rated as of one day")
    with pytest.raises(bz.CannotDo, match="no dates, so that there are no days"):
        bz.rate(undated, key).curve("A")
