"""Columns of games that go on for years: read, checked, written again."""

from __future__ import annotations

from typing import Any

import numpy as np
import polars as pl
import pytest

from banzuke.model.board_columns import earlier_scores, earlier_text
from banzuke.model.errors import ResultsRefused
from banzuke.model.importer import Reading
from banzuke.model.results import Results
from banzuke.model.validation import validate

BOARD = [
    {"player": "Ann", "score": 18, "role": "France", "in_draw": "no", "earlier": "1905:9,1906:12"},
    {"player": "Bo", "score": 16, "role": "Italy", "in_draw": "", "earlier": "1906:10; 1905:9.5"},
    {"player": "Cia", "score": 0, "role": "Austria", "eliminated": "1904", "in_draw": "no"},
]


def read(*changed: dict[str, Any], **every: Any) -> Results:
    """The results of a board of which something is said otherwise."""
    rows = [{"game": "1", "ended": "1907", **row, **every} for row in BOARD]
    for row, change in zip(rows, changed, strict=False):
        row.update(change)
    frame = pl.DataFrame(rows, infer_schema_length=None).cast(pl.String)
    return validate(Reading(frame, "a.csv"))


def refused(*changed: dict[str, Any]) -> list[str]:
    """What is told of a board that is wrong."""
    with pytest.raises(ResultsRefused) as error:
        read(*changed)
    return [str(problem) for problem in error.value.problems]


def test_they_are_read_in_the_order_of_the_players():
    """By place; an empty in_draw is neither yes nor no, earlier scores have the latest first."""
    results = read()
    entries = results.entries
    assert [results.players[code] for code in entries.player] == ["Ann", "Bo", "Cia"]
    assert np.array_equal(entries.eliminated, [np.nan, np.nan, 1904], equal_nan=True)
    assert np.array_equal(entries.in_draw, [0, np.nan, 0], equal_nan=True)
    assert entries.earlier.to_list() == ["1906:12 1905:9", "1906:10 1905:9.5", None]
    assert results.games.ended.tolist() == [1907]


def test_they_are_written_and_read_again():
    """The table gives the same results."""
    frame = read().to_frame()
    again = validate(Reading(frame.cast(pl.String), "a.csv"))
    assert again.to_frame().equals(frame)
    assert {"eliminated", "ended", "in_draw", "earlier"} <= set(frame.columns)


@pytest.mark.parametrize(
    ("change", "told"),
    [
        ({"eliminated": "1908"}, "out in 1908, but the game ended in 1907"),
        ({"eliminated": "1905", "in_draw": "yes"}, "a player who was out in 1905 shares no draw"),
        ({"eliminated": "1905.5"}, "a whole number from 1: a year or turn"),
        ({"in_draw": "perhaps"}, "'perhaps' is not known"),
        ({"earlier": "1906"}, "'1906' is no year with a score (a score for each earlier year"),
        ({"earlier": "1906:3 1906:4"}, "the year 1906 stands there twice"),
        ({"ended": "1908"}, "differs from row 2, which is of the same game"),
    ],
    ids=str,
)
def test_what_is_wrong_is_told_with_its_row(change: dict[str, str], told: str):
    """One problem, of the row and column in which it is."""
    problems = refused({}, change)
    assert [told in problem and "row 3" in problem for problem in problems] == [True], problems


def test_all_that_is_wrong_is_told_at_once():
    """In several columns of several rows."""
    problems = refused({"earlier": "x"}, {"in_draw": "?"}, {"eliminated": "-1"})
    assert [f"row {row}" in problem for row, problem in zip((4, 3, 2), problems, strict=True)] == [
        True,
        True,
        True,
    ]


def test_earlier_scores_are_numbers_by_year():
    """Read and written, they are what they were; a number too large is none."""
    scores = {1907: 12.0, 1906: 8.25, 1905: -3.0}
    assert earlier_scores(earlier_text(scores)) == scores
    with pytest.raises(ValueError, match="too large"):
        earlier_scores("1905:" + "9" * 400)
