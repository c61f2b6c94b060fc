"""Numbers out of all proportion are refused wherever they stand, with their range."""

from __future__ import annotations

from datetime import date
from typing import Any

import pytest

import banzuke as bz
from banzuke.engine.rulebook import load_rulebook, rulebook_keys
from banzuke.engine.rulebook_check import resolve
from banzuke.model.errors import ParameterRefused


@pytest.mark.parametrize(
    ("settings", "right"),
    [
        ({"k": 1e300}, "at most 1,000,000,000"),
        ({"k": 10**30}, "at most 1,000,000,000"),
        ({"scale": 1e-300}, "at least 1e-15"),
        ({"start_rating": -2e9}, "at most 1,000,000,000"),
        ({"display.value": "rating * 1e308"}, "at most 1,000,000,000"),
        ({"display.value": "1e308 + rating"}, "at most 1,000,000,000"),
        ({"list.least_games": 10**12}, "at most 1,000,000,000"),
    ],
)
def test_settings_out_of_all_proportion(settings: dict[str, Any], right: str):
    """Settings with which no reckoning is safe are refused when the rulebook is read."""
    with pytest.raises(ParameterRefused, match=right):
        load_rulebook("warlight", settings)


@pytest.mark.parametrize(
    "section",
    [
        {"adjustment": [{"on": date(2024, 1, 1), "add": 1e300}]},
        {"start": {"rating": 1e19}},
        {"amendment": [{"from": date(2024, 1, 1), "parameters": {"k": 1e19}}]},
    ],
)
def test_sections_out_of_all_proportion(section: dict[str, Any]):
    """Sections of a rulebook's file keep to the same range."""
    content = {**load_rulebook("warlight").content, **section}
    faults = resolve(content)[1]
    assert ["out of all proportion" in fault.what for fault in faults] == [True]


@pytest.mark.filterwarnings("error")
@pytest.mark.parametrize("value", [1e308, -1e308, 1e10])
def test_what_a_player_brings_out_of_all_proportion(value: float):
    """No system reckons with a number that no sum is safe with, in any of its columns."""
    for key in rulebook_keys():
        book = load_rulebook(key)
        columns = [column for column in book.columns if not column.inner]
        for at, column in enumerate(columns):
            start = 0.5 if book.system.key == "win-share" else 3.0
            other = [start, *[None] * at][: at + 1]
            other[at] = value
            with pytest.raises((bz.PlayersRefused, bz.ParameterRefused)) as refused:
                bz.rate_game(book, sides=[[[start]], [other]], places=[1, 2])
            if isinstance(refused.value, bz.PlayersRefused):
                faults = [one for one in refused.value.problems if "proportion" in one.what]
                assert [one.column for one in faults] == [column.name]
