"""What a game weighs by its age: windows of months, counted back from the list's date."""

from __future__ import annotations

from datetime import date
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import banzuke as bz
from banzuke.engine.age_weights import AgeWeight, age_weights, months_before
from banzuke.model.errors import ResultsRefused, RulebookRefused

DAY = 86_400_000_000
AGES = [{"months": 7, "weight": 1.0}, {"months": 14, "weight": 0.5}, {"months": 0, "weight": 0.1}]


def duel(day: str, one: str, two: str, mine: float, theirs: float) -> dict[str, Any]:
    """A game with scores."""
    row = {"date": day, "game": f"{day} {one} {mine}", "player_1": one, "player_2": two}
    return row | {"score_1": mine, "score_2": theirs}


@pytest.mark.parametrize(
    ("day", "months", "before"),
    [
        (date(2026, 3, 31), 1, date(2026, 2, 28)),
        (date(2024, 3, 31), 1, date(2024, 2, 29)),
        (date(2026, 1, 15), 14, date(2024, 11, 15)),
        (date(2026, 1, 15), 12, date(2025, 1, 15)),
        (date(1000, 1, 1), 12_000, date.min),
    ],
)
def test_months_before(day: date, months: int, before: date):
    """The same day of an earlier month, or that month's last."""
    assert months_before(day, months) == before


@given(ages=st.lists(st.integers(0, 2000), min_size=1, max_size=40))
def test_each_game_is_in_its_first_window(ages: list[int]):
    """A game of any age has the weight of the first window that reaches back to it."""
    today = date(2026, 5, 31)
    days = np.array([(today - date(1970, 1, 1)).days - age for age in ages], dtype=np.int64)
    windows = tuple(AgeWeight(**row) for row in ({"months": 2, "weight": 3.0}, *AGES))
    found = age_weights(windows, days * DAY + 17, today)
    for age, weight in zip(ages, found.tolist(), strict=True):
        day = date.fromordinal(today.toordinal() - age)
        limits = ((date(2026, 3, 31), 3.0), (date(2025, 10, 31), 1.0), (date(2025, 3, 31), 0.5))
        assert weight == next((w for limit, w in limits if day > limit), 0.1)
    assert age_weights(windows[:2], np.zeros(1, dtype=np.int64), today).tolist() == [0.0]


def test_weights_follow_the_list_date():
    """As of a later day games are older and weigh less beside each other's."""
    rows = [duel("2024-06-30", "A", "B", 9, 0), duel("2025-06-30", "B", "A", 9, 0)]
    book = bz.load_rulebook("massey", {"counts.ages": AGES})
    # As of the newest day weights are 1 for the new game and .5 for the old one.
    newest = bz.rate(rows, book).listing.listed
    assert dict(newest.select("player", "rating").iter_rows())["B"] == pytest.approx(1.5)
    # A year later both are as old as can be, and weigh alike.
    later = bz.rate(rows, book, as_of=date(2027, 6, 30)).listing.listed
    assert later["rating"].to_list() == pytest.approx([0.0, 0.0])
    told = bz.rate(rows, book).explain("B", game="2024-06-30 A 9")
    assert told.terms[0].source.startswith("0.5 / 1.5")


@pytest.mark.parametrize(
    ("settings", "word"),
    [
        ({"counts.ages": AGES[::-1]}, "no game is left for this window"),
        ({"counts.ages": [AGES[1], AGES[0]]}, "no game is left for this window"),
        ({"counts.ages": [{"months": -1, "weight": 1.0}]}, "months"),
        ({"counts.ages": [{"months": 3, "weight": -1.0}]}, "weight"),
    ],
)
def test_windows_that_make_no_sense(settings: dict[str, Any], word: str):
    """Windows that hold no game, and values out of range, are refused."""
    with pytest.raises(bz.BanzukeError, match=word):
        bz.load_rulebook("massey", settings)


def test_where_ages_mean_nothing(tmp_path: Any):
    """Where each game is rated as it was played, or none has a weight, ages are refused."""
    path = tmp_path / "club.toml"
    ages = "[counts]\nages = [{ months = 7, weight = 1.0 }]\n"
    path.write_text(f'format = 1\nextends = "elo"\ntitle = "Club"\ngame = "Go"\n{ages}')
    with pytest.raises(RulebookRefused, match="ages"):
        bz.load_rulebook(path)
    path.write_text(f'format = 1\nextends = "through-time"\ntitle = "Club"\ngame = "Go"\n{ages}')
    with pytest.raises(RulebookRefused, match="no weights of games"):
        bz.load_rulebook(path)


def test_undated_results_have_no_age():
    """Results without dates are refused where games weigh by their age."""
    rows = [{"player_1": "A", "player_2": "B", "score_1": 1, "score_2": 0}]
    with pytest.raises(ResultsRefused, match="have no dates"):
        bz.rate(rows, bz.load_rulebook("massey", {"counts.ages": AGES}))


def test_the_draft_of_the_world_federation():
    """By the windows of 150, 100, 60, 30 and 1 the odds are those of the weights won and lost."""
    days = ["2026-01-10", "2025-03-10", "2024-06-10", "2023-06-10", "2001-01-10"]
    weights = [150, 100, 60, 30, 1]
    for number, day in enumerate(days):
        rows = [duel("2026-01-11", "A", "B", 33, 31), duel(day, "B", "A", 40, 24)]
        listed = bz.rate(rows, "world-othello-draft").listing.listed
        rating = dict(listed.select("player", "rating").iter_rows())
        gap = 400 * np.log10(150 / weights[number])
        assert rating["A"] - rating["B"] == pytest.approx(gap, abs=1e-6)
        assert rating["A"] + rating["B"] == pytest.approx(3000.0)
    idle = [*rows, duel("2021-01-01", "C", "A", 33, 31), duel("2021-01-01", "A", "C", 33, 31)]
    unlisted = bz.rate(idle, "world-othello-draft").listing.unlisted
    assert unlisted["player"].to_list() == ["C"]
