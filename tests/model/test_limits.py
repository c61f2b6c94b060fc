"""Limits of cells: long texts, impossible days, and what is left of columns that hold some."""

from __future__ import annotations

from datetime import date

import numpy as np
import polars as pl
import pytest

from banzuke.model.dates import times
from banzuke.model.limits import (
    LONGEST_TEXT,
    outside_calendar,
    too_long_texts,
    without_impossible_days,
)
from banzuke.model.row_problems import Problems

DAY = 86_400_000_000


def test_texts_are_measured_in_characters():
    """A thousand letters pass whatever bytes they take; one more does not; empty cells pass."""
    column = pl.Series("player", ["å" * LONGEST_TEXT, "a" * (LONGEST_TEXT + 1), None])
    found = too_long_texts(pl.DataFrame([column, column.alias("notes")]))
    assert {name: lines.tolist() for name, lines in found.items()} == {
        "player": [False, True, False]
    }
    assert too_long_texts(pl.DataFrame({"score": [1.0]})) == {}


def test_the_calendar_has_two_ends():
    """The first and the last microsecond of the calendar are in it, their neighbours are not."""
    first = (date(1000, 1, 1) - date(1970, 1, 1)).days * DAY
    last = ((date(9999, 12, 31) - date(1970, 1, 1)).days + 1) * DAY
    moments = np.array([first - 1, first, last - 1, last, np.iinfo(np.int64).min])
    assert outside_calendar(moments).tolist() == [True, False, False, True, True]
    assert not outside_calendar(moments[:0]).any()


@pytest.mark.parametrize(
    ("dtype", "ticks"),
    [
        (pl.Date, 2**30),
        (pl.Date, -(2**30)),
        (pl.Datetime("ms"), 2**62),
        (pl.Datetime("us"), -(2**62)),
        (pl.Datetime("us", "Asia/Tokyo"), 2**62),
    ],
)
def test_stamps_that_cannot_be_written(dtype, ticks):
    """Numbers of days or ticks beyond every calendar are told by row, and the others are read."""
    whole = pl.Int32 if dtype == pl.Date else pl.Int64
    column = pl.Series("date", [0, ticks, None], dtype=whole).cast(dtype)
    kept, outside = without_impossible_days(column)
    assert outside.tolist() == [False, True, False]
    assert kept.dtype == dtype
    assert kept.null_count() == 1
    problems = Problems("f", lambda line: line)
    found = times(column, "", "UTC", problems)
    (problem,) = problems.found
    assert (problem.row, problem.column) == (1, "date")
    assert problem.right == "a year from 1000 to 9999"
    assert found.missing.tolist() == [False, False, True]
