"""The change on a list: of the newest event, with what was adjusted since the one before it."""

from __future__ import annotations

from datetime import date, timedelta
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st

import banzuke as bz
from builders import rules

FIRST = date(2024, 1, 1)

days = st.lists(st.integers(0, 9), min_size=2, max_size=5, unique=True).map(sorted)


def game(number: int, day: int) -> dict[str, Any]:
    """A game of the third, second and first player by turns."""
    one, two = "ABC"[number % 3], "ABC"[(number + 1) % 3]
    when = (FIRST + timedelta(day)).isoformat()
    return {"date": when, "event": f"E{number}", "player_1": one, "player_2": two, "result": "1-0"}


def changes(ratings: bz.Ratings) -> dict[str, tuple[float, float]]:
    """Rating and change of each player."""
    rows = ratings.to_frame().select("player", "rating", "change").iter_rows()
    return {player: (rating, change) for player, rating, change in rows}


@given(days=days, on=st.integers(-1, 10), cut=st.integers(1, 4), later=st.integers(0, 9))
def test_going_on_says_the_same(days: list[int], on: int, cut: int, later: int):
    """Saved after any game, on any day before the next, a list shows what it does in one go."""
    cut = min(cut, len(days) - 1)
    book = rules(adjustment=[{"on": FIRST + timedelta(on), "title": "lift", "add": 10.0}])
    rows = [game(number, day) for number, day in enumerate(days)]
    until = FIRST + timedelta(min(max(later, days[cut - 1]), days[cut]))
    first = bz.rate(rows[:cut], book, as_of=until)
    with TemporaryDirectory() as folder:
        first.save(Path(folder) / "state")
        again = bz.load(Path(folder) / "state")
    again.update(rows[cut:])
    assert changes(again) == changes(bz.rate(rows, book))


def test_what_is_adjusted_between_two_events_counts():
    """Less its change a rating is what it was after the event before the newest."""
    book = rules(adjustment=[{"on": FIRST + timedelta(3), "title": "lift", "add": 10.0}])
    earlier = bz.rate([game(0, 0)], book, as_of=FIRST)
    both = changes(bz.rate([game(0, 0), game(1, 6)], book))
    for player, (rating, _) in changes(earlier).items():
        assert both[player][0] - both[player][1] == rating
    assert both["A"][1] == 10.0


def test_lists_without_a_new_game():
    """An adjustment after the last game is part of the change, also of a list made later."""
    book = rules(adjustment=[{"on": FIRST + timedelta(3), "title": "lift", "add": 10.0}])
    ratings = bz.rate([game(0, 0)], book, as_of=FIRST + timedelta(5))
    assert changes(ratings) == {"A": (1226.0, 26.0), "B": (1194.0, -6.0)}
    ratings.update(pl.DataFrame([game(1, 6)]))
    assert changes(ratings)["A"] == (1226.0, 10.0)


@pytest.mark.parametrize("rulebook", ["bradley-terry", "plackett-luce", "massey"])
@pytest.mark.parametrize("events", [1, 2, 3, 7])
def test_what_a_fit_did_not_move_has_no_change(rulebook: str, events: int):
    """Who stands at the mean after all games has moved by nothing, not by the last digit."""
    pairs = [("A", "B"), ("B", "C"), ("C", "A")]
    rows = [
        {"date": f"2024-0{number}-01", "event": f"E{number}", "player_1": one, "player_2": two}
        | {"score_1": 3, "score_2": 2}
        for number in range(1, events + 1)
        for one, two in pairs
    ]
    ratings = bz.rate(rows, rulebook)
    assert {change for _, change in changes(ratings).values()} == {0.0}
    history = ratings.history_frame("A")
    assert history["before"][0] is None
    assert history["change"].sum() == history["after"][-1] == 0.0


def test_a_small_change_of_a_fit_is_told():
    """One more game of a thousand moves a rating by little, which is no rounding."""
    rows = [
        {"date": "2024-01-01", "event": "E1", "player_1": "A", "player_2": "B"}
        | {"score_1": 3 + number % 2, "score_2": 3}
        for number in range(1000)
    ]
    rows.append(rows[1] | {"date": "2024-02-01", "event": "E2"})
    for rating, change in changes(bz.rate(rows, "massey")).values():
        assert 1e-5 < abs(change) < abs(rating)


@pytest.mark.parametrize("rulebook", ["bradley-terry", "massey", "keener"])
def test_a_first_rating_is_all_change(rulebook: str):
    """Of who had no rating before the newest event the change is the rating, to the last bit."""
    rows = [
        {"date": "2024-01-01", "player_1": one, "player_2": two, "score_1": 3, "score_2": 1}
        for one, two in ("AB", "BA", "AB")
    ]
    for rating, change in changes(bz.rate(rows, rulebook)).values():
        assert change == rating != 0.0
