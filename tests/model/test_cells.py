"""Cells: numbers, texts, words and dates; what cannot be is told by row, the rest is read."""

from __future__ import annotations

import math
from datetime import UTC, date, datetime, timedelta, timezone
from decimal import Decimal

import numpy as np
import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st

from banzuke.model.cells import (
    MOST_PROBLEMS_OF_A_KIND,
    Problems,
    choices,
    clean_name,
    code_names,
    numbers,
    texts,
    times,
    whole_numbers,
)


def column(values, **options) -> tuple[pl.Series, Problems]:
    """A column called c, and where its problems go: line i is row i + 2."""
    return pl.Series("c", values, **options), Problems("f.csv", lambda line: line + 2)


def told(problems: Problems) -> list[str]:
    """The problems as texts."""
    return [str(problem) for problem in problems.found]


@pytest.mark.parametrize(
    "values",
    [
        ["1", "2.5", None],
        [" 1 ", "2,5", ""],
        [1.0, 2.5, None],
        [Decimal(1), Decimal("2.5"), None],
        ["1e0", "+2.5", "  "],
    ],
)
def test_numbers(values):
    """Texts with point or comma, floats and decimals; empty cells are NaN."""
    series, problems = column(values)
    found = numbers(series, problems)
    assert found[:2].tolist() == [1.0, 2.5]
    assert math.isnan(found[2])
    assert problems.found == []


@pytest.mark.parametrize("cell", ["1,000", "1.2.3", "nan", "inf", "-Infinity", "1e999", "x", "½"])
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


def test_very_many_problems_are_summed_up():
    """Of very many problems of one kind the last is how many more there are."""
    series, problems = column(["x"] * (MOST_PROBLEMS_OF_A_KIND + 7))
    numbers(series, problems)
    assert len(problems.found) == MOST_PROBLEMS_OF_A_KIND + 1
    assert problems.found[-1].what == "… and 7 more rows with the same problem"


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


def test_names_are_composed_and_tidy():
    """A name in any composition and spacing is one name."""
    assert clean_name("  Zoe\u0308   van\u00a0Os ") == "Zoë van Os"


@given(st.lists(st.none() | st.text(max_size=6), max_size=30))
def test_names_are_coded_in_order(values):
    """Codes are indices into the sorted cleaned names; empty cells are -1."""
    coded = code_names(texts(pl.Series("c", values, dtype=pl.String)))
    assert coded.names == sorted(set(coded.names))
    for value, code in zip(values, coded.codes.tolist(), strict=True):
        name = "" if value is None else clean_name(value)
        assert (coded.names[code] if code >= 0 else "") == name


def test_choices():
    """Words of a list in any case; others are refused."""
    series, problems = column(["YES", " no ", None, "maybe"])
    assert choices(series, {"yes": 1, "no": 0}, problems, "yes or no").tolist() == [1, 0, -1, -1]
    assert told(problems) == ["f.csv, row 5, column c: 'maybe' is not known (yes or no)"]


def moments(values, zone: str = "UTC", form: str = "", **options) -> list[str | None]:
    """Cells as moments on a clock, in ISO form; asserts that nothing is wrong."""
    series, problems = column(values, **options)
    found = times(series, form, zone, problems)
    assert problems.found == []
    stamps = pl.Series(found.micros).cast(pl.Datetime("us")).dt.strftime("%Y-%m-%dT%H:%M:%S%.6f")
    return [
        None if gone else stamp
        for gone, stamp in zip(found.missing.tolist(), stamps.to_list(), strict=True)
    ]


NEW_YEAR = "2024-01-01T00:00:00.000000"


@pytest.mark.parametrize(
    ("cell", "zone", "wanted"),
    [
        ("2024-01-01", "Asia/Tokyo", NEW_YEAR),
        ("2024-01-01T00:00", "Asia/Tokyo", NEW_YEAR),
        ("2024-01-01 00:00:00", "Asia/Tokyo", NEW_YEAR),
        ("2024-01-01T00:00:00.000000", "UTC", NEW_YEAR),
        ("2023-12-31T15:00:00Z", "Asia/Tokyo", NEW_YEAR),
        ("2023-12-31 15:00z", "Asia/Tokyo", NEW_YEAR),
        ("2023-12-31T20:00:00+05:00", "Asia/Tokyo", NEW_YEAR),
        ("2023-12-31T20:00:00+0500", "Asia/Tokyo", NEW_YEAR),
        ("2023-12-31T14:59:59.999999-00:00", "Asia/Tokyo", "2023-12-31T23:59:59.999999"),
        ("1969-12-31T23:59:59", "UTC", "1969-12-31T23:59:59.000000"),
        ("1000-01-01", "UTC", "1000-01-01T00:00:00.000000"),
    ],
)
def test_iso_times(cell, zone, wanted):
    """ISO dates and stamps: with an offset they are taken to the rulebook's clock."""
    assert moments([cell, None], zone) == [wanted, None]


@pytest.mark.parametrize(
    ("form", "cell", "wanted"),
    [
        ("%d.%m.%Y", "31.12.2023", "2023-12-31T00:00:00.000000"),
        ("%m/%d/%Y %H:%M", "12/31/2023 23:59", "2023-12-31T23:59:00.000000"),
    ],
)
def test_told_formats(form, cell, wanted):
    """A format that is told is the only one."""
    assert moments([cell], form=form) == [wanted]
    series, problems = column([cell, "2023-12-31"])
    times(series, form, "UTC", problems)
    assert f"row 3, column c: '2023-12-31' is not a date (written as {form})" in told(problems)[0]


def test_typed_times():
    """Typed dates and stamps, with and without zone, in any unit."""
    assert moments([date(2024, 1, 1), None]) == [NEW_YEAR, None]
    naive = datetime(2024, 1, 1)  # noqa: DTZ001  # on the rulebook's clock
    for unit in ("ms", "us", "ns"):
        assert moments([naive, None], "Asia/Tokyo", dtype=pl.Datetime(unit)) == [NEW_YEAR, None]
    aware = [datetime(2023, 12, 31, 15, tzinfo=UTC), None]
    assert moments(aware, "Asia/Tokyo") == [NEW_YEAR, None]
    east = [datetime(2024, 1, 1, 2, tzinfo=timezone(timedelta(hours=2)))]
    assert moments(east, "UTC") == [NEW_YEAR]


@pytest.mark.parametrize(
    ("cells", "message"),
    [
        (["2024-01-01", "2024-02-30"], "row 3, column c: '2024-02-30' does not exist in the cal"),
        (["2024-01-01", "yesterday"], "row 3, column c: 'yesterday' is not an ISO date"),
        (["2024-01-01", "2024-01-01T10:00"], "is a time without offset, but the others are a dat"),
        (["2024-01-01T10:00", "2024-01-01T10:00Z"], "is a time with offset, but the others are"),
        (["07.13.2018"], "'07.13.2018' is not an ISO date"),
        (["31.12.2018"], "if it is %d.%m.%Y, say --date-format %d.%m.%Y"),
        (["05/06/2024"], "can be read in 2 ways"),
        (["2024-01-01T25:00"], "does not exist in the calendar"),
    ],
)
def test_no_times(cells, message):
    """One form in a column, and days that exist; else what it could be is said, not guessed."""
    series, problems = column(cells)
    times(series, "", "UTC", problems)
    assert message in "\n".join(told(problems))


@given(st.lists(st.text(alphabet="0123456789-:T+Z ./", max_size=20) | st.none(), max_size=10))
def test_any_cells_are_read_or_told(cells):
    """Whatever stands in a date column, each cell is empty, read or told; nothing breaks."""
    series, problems = column(cells, dtype=pl.String)
    found = times(series, "", "UTC", problems)
    assert len(found.micros) == len(cells)
    empty = [cell is None or not cell.strip() for cell in cells]
    assert found.missing.tolist() == empty


@given(st.datetimes(datetime(1000, 1, 2), datetime(9999, 12, 30)), st.integers(-14 * 60, 14 * 60))  # noqa: DTZ001  # offsets are added
def test_offsets_are_instants(moment, minutes):
    """A stamp with an offset is the instant that Python says it is."""
    aware = moment.replace(tzinfo=timezone(timedelta(minutes=minutes)))
    found = moments([aware.isoformat()])[0]
    wanted = aware.astimezone(UTC).replace(tzinfo=None).isoformat(timespec="microseconds")
    assert found == wanted


def test_codes_are_small():
    """Codes are int32, whatever the column."""
    assert code_names(pl.Series(["b", "a"])).codes.dtype == np.int32


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
