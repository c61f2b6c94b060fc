"""Cells: numbers, texts, words and dates; what cannot be is told by row, the rest is read."""

from __future__ import annotations

import math
from datetime import date
from decimal import Decimal

import polars as pl
import pytest

from banzuke.model.cells import choices, numbers, texts, whole_numbers
from banzuke.model.row_problems import Problems
from builders import column, told


@pytest.mark.parametrize(
    "values",
    [
        ["1", "2.5", None],
        [" 1 ", "2,5", ""],
        [1.0, 2.5, None],
        [Decimal(1), Decimal("2.5"), None],
        ["1e0", "+2.5", "  "],
        ["1", "2½", " "],
    ],
)
def test_numbers(values):
    """Texts with point or comma, floats and decimals; empty cells are NaN."""
    series, problems = column(values)
    found = numbers(series, problems)
    assert found[:2].tolist() == [1.0, 2.5]
    assert math.isnan(found[2])
    assert problems.found == []


@pytest.mark.parametrize("cell", ["1,000", "1.2.3", "nan", "inf", "-Infinity", "1e999", "x", "⅓"])
def test_no_numbers(cell):
    """What is no finite number, or may be a thousand or a fraction, is refused with its row."""
    series, problems = column(["1", cell])
    assert math.isnan(numbers(series, problems)[1])
    assert told(problems) == [
        f"f.csv, row 3, column c: {cell!r} is not a finite number (a number such as 3 or 0.5)"
    ]


@pytest.mark.parametrize("value", [math.inf, -math.inf, math.nan])
def test_no_finite_numbers(value):
    """A typed column must hold finite numbers as well."""
    series, problems = column([1.0, value])
    assert math.isnan(numbers(series, problems)[1])
    assert "row 3" in told(problems)[0]


def test_whole_numbers():
    """Whole and large enough, or refused; empty is NaN."""
    series, problems = column(["1", "1.5", "0", None, "2.0"])
    found = whole_numbers(series, problems, 1, "from 1")
    assert [value for value in found.tolist() if value == value] == [1.0, 2.0]  # noqa: PLR0124  # NaN
    assert told(problems) == [
        "f.csv, row 3, column c: 1.5 is not possible here (from 1)",
        "f.csv, row 4, column c: 0 is not possible here (from 1)",
    ]


@pytest.mark.parametrize(
    ("values", "wanted"),
    [
        ([" a ", "", "  ", None], ["a", None, None, None]),
        ([1, 2, None, 10], ["1", "2", None, "10"]),
        ([1.0, 2.0, None, 10.0], ["1", "2", None, "10"]),
        ([1.0, 2.5, None, 10.0], ["1.0", "2.5", None, "10.0"]),
        ([1.0, math.nan, None, 2.0], ["1", None, None, "2"]),
        ([True, False, None, True], ["true", "false", None, "true"]),
        ([date(2024, 1, 2)] * 4, ["2024-01-02"] * 4),
    ],
)
def test_texts(values, wanted):
    """Any column as text: no outer space, empty is null, whole numbers without decimals."""
    assert texts(pl.Series(values)).to_list() == wanted


def test_texts_of_categories():
    """Categories and enumerations are texts as well."""
    for kind in (pl.Categorical, pl.Enum(["b", "a"])):
        assert texts(pl.Series(["b", None, "a"], dtype=kind)).to_list() == ["b", None, "a"]


def test_choices():
    """Words of a list in any case; others are refused."""
    series, problems = column(["YES", " no ", None, "maybe"])
    assert choices(series, {"yes": 1, "no": 0}, problems, "yes or no").tolist() == [1, 0, -1, -1]
    assert told(problems) == ["f.csv, row 5, column c: 'maybe' is not known (yes or no)"]


@pytest.mark.parametrize(
    "cells", [["2e15", "1", None], [-2e15, 1.0, None], [2.0e15, 1.0, 3.0], [2**62, 1, 3]]
)
def test_numbers_out_of_all_proportion(cells):
    """A number with which no reckoning is safe is told, and the range with it."""
    problems = Problems("f.csv", int)
    found = numbers(pl.Series("score_1", cells), problems)
    assert math.isnan(found[0])
    assert found[1] == 1.0
    assert "out of all proportion" in problems.found[0].what
    assert problems.found[0].right == "at most 1,000,000,000,000,000, either way"
