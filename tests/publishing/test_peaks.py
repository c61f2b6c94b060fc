"""The best ratings of players, ever and within twelve months."""

from __future__ import annotations

import polars as pl
import pytest

import banzuke as bz
from banzuke.engine.lists import rating_list
from banzuke.publishing.peaks import with_peaks
from builders import rate, rules

GAMES = """\
date player_1 player_2 result
2022-05-01 A B 1-0
2023-03-01 A B 1-0
2023-06-01 A B 0-1
2024-03-01 A B 0-1
"""


def peaks(text: str) -> dict[str, dict[str, object]]:
    """What is told of each player of a list by Elo."""
    rated = rate(text, rules(base="elo"))
    content = {"players": [{"player": name, "pool": ""} for name in "ABC"]}
    return {row["player"]: row for row in with_peaks(content, rated)["players"]}


def test_a_peak_has_its_day_and_the_year_its_own():
    """What was before the twelve months is a peak only; the rating they began with counts."""
    found = peaks(GAMES)
    assert found["A"]["peak"] == pytest.approx(1530.53, abs=0.01)
    assert found["A"]["peak_on"] == "2023-03-01"
    # On 1 March 2023, the first day that is too old, it stood at its peak still.
    assert found["A"]["twelve_months"] == found["A"]["peak"]
    later = peaks(GAMES + "2024-07-01 A B 0-1\n")
    assert later["A"]["twelve_months"] < later["A"]["peak"]
    assert later["B"]["peak_on"] == "2024-07-01"


def test_who_never_played_has_no_peak():
    """Nothing is told of who has no rated game."""
    assert peaks(GAMES)["C"] == {
        "player": "C", "pool": "", "peak": None, "peak_on": None, "twelve_months": None
    }  # fmt: skip


def test_without_dates_only_the_peak_is_known():
    """There is no year without days."""
    found = peaks("player_1 player_2 result\nA B 1-0\nA B 0-1")
    assert (found["A"]["peak"], found["A"]["peak_on"]) == (1516.0, None)
    assert found["A"]["twelve_months"] is None


def test_a_leap_day_has_a_year_before():
    """The last of February of the year before begins it."""
    found = peaks("date player_1 player_2 result\n2023-02-28 A B 1-0\n2024-02-29 A B 0-1")
    assert found["A"]["twelve_months"] == 1516.0


@pytest.mark.parametrize("key", ["elo", "bradley-terry"])
def test_what_was_reached_within_a_period_is_no_peak(key: str):
    """A month, or all results, have one rating: half of what they changed was nobody's."""
    book = bz.load_rulebook(key, {"period.kind": "month"} if key == "elo" else {})
    games = (
        "date player_1 player_2 result\n2024-01-01 A B 1-0\n2024-01-02 A B 0-1\n2024-01-03 A B 0-1"
    )
    rated = rate(games, book)
    content = {"players": [{"player": name, "pool": ""} for name in "AB"]}
    rating = dict(rating_list(rated)[0].select("player", "rating").rows())
    for row in with_peaks(content, rated)["players"]:
        assert row["peak"] == row["twelve_months"] == rating[row["player"]]
        assert row["peak_on"] == "2024-01-03"


def test_the_best_is_the_lowest_where_that_is_so():
    """By Ingo the peak of a player is his lowest number."""
    games = [
        {"date": f"2024-0{month}-01", "event": f"E{month}", "player_1": "A", "player_2": name}
        | {"result": "1-0" if month == 1 else "0-1"}
        for month in (1, 2)
        for name in "BCDEFG"
    ]
    players = [{"player": name, "rating": 100.0, "games": 50} for name in "ABCDEFG"]
    found = bz.rate(games, "ingo-draft", pl.DataFrame(players))
    listed = {"players": [{"player": "A", "pool": ""}]}
    (row,) = with_peaks(listed, found.rated)["players"]
    assert row["peak"] == found.history_frame("A")["after"].min() < 100.0
    assert row["peak_on"] == "2024-01-01"


def test_a_fit_that_tells_every_day_has_its_peak_among_them():
    """Whole-history ratings say what a rating was on each day: the best of these is the peak."""
    games = [
        {"date": f"20{year}-01-01", "player_1": "A", "player_2": name, "result": result}
        for year, result in ((10, "1-0"), (24, "0-1"))
        for name in "BCD"
    ]
    found = bz.rate(games, "whole-history")
    (row,) = with_peaks({"players": [{"player": "A", "pool": ""}]}, found.rated)["players"]
    curve = found.curve("A")
    assert row["peak"] == pytest.approx(curve["rating"].max())
    assert row["peak_on"] == "2010-01-01"
    assert found.history_frame("A")["after"][-1] < 0.0 < row["peak"]
