"""Faults of programs that rate by lists with printed tables, as their users reported them."""

from __future__ import annotations

from typing import Any

import polars as pl
import pytest

import banzuke as bz


def changes(
    one: float, other: float, result: str, date: str, book: str = "fide-standard", **settings: Any
) -> tuple[float, float]:
    """What a game adds to both players before rounding; both are established."""
    rows = [{"date": date, "player_1": "A", "player_2": "B", "result": result}]
    ratings = bz.rate(pl.DataFrame(rows), book, {"A": one, "B": other}, parameters=settings)
    found = [ratings.explain(name).terms[0].value for name in "AB"]
    return found[0], found[1]


@pytest.mark.parametrize(
    ("date", "one", "other", "wanted"),
    [
        # 420 points count as 400, the printed .08; a formula has .0818.
        ("2025-06-01", 2000, 2420, (20 * 0.92, -10 * 0.92)),
        ("2025-06-01", 2000, 1900, (20 * 0.36, -20 * 0.36)),
        # From October 2025 the cap is gone for who is 2650, and for nobody else.
        ("2025-09-30", 2700, 2200, (10 * 0.08, -20 * 0.08)),
        ("2025-10-01", 2700, 2200, (10 * 0.04, -20 * 0.08)),
        ("2025-10-01", 2650, 2150, (10 * 0.04, -20 * 0.08)),
        ("2025-10-01", 2649, 2149, (10 * 0.08, -20 * 0.08)),
        # Under 400 points the exception changes nothing.
        ("2025-10-01", 2700, 2401, (10 * 0.15, -10 * 0.15)),
    ],
)
def test_the_table_and_the_dated_exception_of_its_cap(
    date: str, one: float, other: float, wanted: tuple[float, float]
):
    """The table is read as printed, the exception by the own rating, old games by old rules."""
    assert changes(one, other, "1-0", date) == pytest.approx(wanted, abs=1e-8)


def test_old_events_keep_their_rules():
    """Rated together with games of the new rules, a game of September is capped all the same."""
    rows = [
        {"date": date, "event": date, "player_1": "A", "player_2": name, "result": "1-0"}
        for date, name in (("2025-09-10", "B"), ("2025-10-10", "C"))
    ]
    ratings = bz.rate(pl.DataFrame(rows), "fide-standard", {"A": 2700.0, "B": 2200.0, "C": 2200.0})
    found = [ratings.explain("A", event=row["event"]).terms[0].value for row in rows]
    # 2701 in October.
    assert found == pytest.approx([0.8, 0.4], abs=1e-8)


@pytest.mark.parametrize(("score", "wanted"), [("0-1", 1676), ("1-0", 3276), ("1/2-1/2", 2476)])
def test_the_performance_of_a_zero_score_is_below_the_opposition(score: str, wanted: float):
    """Seven games against 2476: 800 below for none won, 800 above for all."""
    rows = [
        {"date": "2026-01-05", "player_1": "P", "player_2": f"O{n}", "result": score}
        for n in range(7)
    ]
    players = {f"O{n}": 2476.0 for n in range(7)}
    settings = {"drawn_games": 0, "first_most": 0.0, "drop_zero": False}
    ratings = bz.rate(pl.DataFrame(rows), "fide-standard", players, parameters=settings)
    assert ratings.history_frame("P")["after"][-1] == wanted


def test_only_the_change_of_a_month_is_rounded():
    """Ten draws that are worth 0.6 points each make 6, where each by itself would make 1."""
    rows = [
        {"date": "2026-01-05", "round": str(n), "player_1": "A", "player_2": f"O{n}", "result": r}
        for n, r in enumerate(["1/2-1/2"] * 10)
    ]
    players = {f"O{n}": 2025.0 for n in range(10)} | {"A": 2000.0}
    ratings = bz.rate(pl.DataFrame(rows), "fide-standard", players)
    # 25 points: .47, so 20 × .03 a draw.
    assert ratings.history_frame("A")["after"][-1] == 2006
    assert ratings.history_frame("O0")["after"][-1] == 2024


@pytest.mark.parametrize(
    ("setting", "value", "wanted"),
    [("cap", 0.0, 0.0), ("cap", 350.0, 1.1), ("k_games_most", 5.0, 0.4)],
)
def test_a_setting_that_is_taken_is_used(setting: str, value: float, wanted: float):
    """Without a cap 800 points are 1 to 0, with one of 350 they are .89; K is cut by its limit."""
    assert changes(2600, 1800, "1-0", "2025-01-05")[0] == pytest.approx(0.8)
    found = changes(2600, 1800, "1-0", "2025-01-05", **{setting: value})[0]
    assert found == pytest.approx(wanted, abs=1e-8)
