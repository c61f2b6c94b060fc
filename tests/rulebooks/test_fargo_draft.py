"""The draft of FargoRate: performances as its makers print them, and games that count half."""

from __future__ import annotations

from typing import Any

import pytest

import banzuke as bz

#: Wins of ten games against somebody of 550, and the performance that is printed.
PRINTED = {1: 233, 2: 350, 3: 428, 4: 492, 5: 550, 6: 608, 7: 672, 8: 750, 9: 867}


def gap(games: list[tuple[str, float, float]]) -> float:
    """By how much A is ahead as shown, after (date, wins of A, wins of B)."""
    rows = [
        {"game": f"{day}{one}", "date": day, "player_1": one, "player_2": two}
        | {"result": "1-0", "weight": weight}
        for day, wins, losses in games
        for one, two, weight in (("A", "B", wins), ("B", "A", losses))
    ]
    listed: Any = bz.rate(rows, "fargo-draft").listing.listed
    rating = dict(listed.select("player", "rating").iter_rows())
    shown = dict(listed.select("player", "shown").iter_rows())
    assert float(shown["A"].rstrip("*")) == pytest.approx(0.83048202 * rating["A"], abs=0.5)
    assert shown["A"].endswith("*")
    return 0.8304820237218407 * (rating["A"] - rating["B"])


@pytest.mark.parametrize(("wins", "printed"), PRINTED.items())
def test_printed_performances(wins: int, printed: int):
    """So many wins of ten show what the makers print."""
    assert 550 + gap([("2026-01-01", wins, 10 - wins)]) == pytest.approx(printed, abs=0.51)


def test_games_three_years_old_count_half():
    """Four games of three years ago weigh as two of today."""
    old = gap([("2023-01-01", 4.0, 2.0), ("2025-12-31", 1.0, 3.0)])
    new = gap([("2025-12-31", 2.0, 1.0), ("2026-01-01", 1.0, 3.0)])
    assert old == pytest.approx(new, abs=0.3)
