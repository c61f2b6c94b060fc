"""Dates of a column: every form that is taken, and what is told of the others."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta, timezone

import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st

from banzuke.model.dates import times
from banzuke.model.row_problems import Problems
from builders import column, told


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
    ("cells", "form"),
    [
        (["1.1.2024", None], "%d.%m.%Y"),
        (["01/01/2024", "12/31/2023"], "%m/%d/%Y"),
        (["20240101"], "%Y%m%d"),
        (["01.01.24"], "%d.%m.%y"),
        (["1 January 2024", "31 Dec 2023"], "%d %B %Y"),
        (["01-Jan-24"], "%d-%B-%y"),
        (["Jan 1, 2024"], "%B %d, %Y"),
        (["01.01.2024 00:00"], "%d.%m.%Y %H:%M"),
        (["1704067200", "1704067200.5"], "seconds since 1970"),
        (["1704067200000", None], "milliseconds since 1970"),
        (["01/01/2024 12:00 AM", "12/31/2023 01:30 PM"], "%m/%d/%Y %I:%M %p"),
    ],
)
def test_the_only_form_that_fits(cells, form):
    """A column that is dates in one other form only is read in it, and the form is told."""
    series, problems = column(cells)
    found = times(series, "", "UTC", problems)
    assert (found.form, told(problems)) == (form, [])
    assert found.micros[0] == datetime(2024, 1, 1, tzinfo=UTC).timestamp() * 1_000_000


@pytest.mark.parametrize(
    ("cells", "days", "partial"),
    [
        (["2024", "2025"], ["2024-01-01", "2025-01-01"], [True, True]),
        (["2024-05-31", "2024-03", None], ["2024-05-31", "2024-03-01", None], [False, True, False]),
        (["2024-03-??", "2024.??.??"], ["2024-03-01", "2024-01-01"], [True, True]),
        (["2024-??"], ["2024-01-01"], [True]),
    ],
)
def test_dates_that_say_no_day(cells, days, partial):
    """A year or a month is the first day that it can be, and which cells these are is told."""
    series, problems = column(cells)
    found = times(series, "", "UTC", problems)
    assert told(problems) == []
    assert found.partial.tolist() == partial
    micros = [found.micros[at] for at, day in enumerate(days) if day is not None]
    wanted = [datetime.fromisoformat(day + "T00:00+00:00").timestamp() for day in days if day]
    assert micros == [1_000_000 * moment for moment in wanted]


@pytest.mark.parametrize(
    ("cells", "message"),
    [
        (["2024", "2024-13"], "'2024-13' is not an ISO date"),
        (["2024", "yesterday"], "'yesterday' is not an ISO date"),
        (["????-??-??"], "'????-??-??' is not an ISO date"),
        (["2024-03", "2024-03-01T10:00"], "'2024-03' is not an ISO date"),
        (["0512"], "of no year that results can have"),
        (["2024-01-01", "2024-02-30"], "row 3, column c: '2024-02-30' does not exist in the cal"),
        (["2024-01-01", "yesterday"], "row 3, column c: 'yesterday' is not an ISO date"),
        (["2024-01-01", "2024-01-01T10:00"], "is a time without offset, but the others are a dat"),
        (["2024-01-01T10:00", "2024-01-01T10:00Z"], "is a time with offset, but the others are"),
        (["07.13.2018"], "'07.13.2018' is not an ISO date"),
        (["31.12.2018", "x", "31.12.2018"], "'x' is not a date (written as %d.%m.%Y)"),
        (["13/06/24"], "can be read in 2 ways (say which by --date-format: %d/%m/%y or %y/%m/%d)"),
        (
            ["31.12.2018", "31.12.2018", "31.12.2018 18:00"],
            "'31.12.2018 18:00' is not a date (written as %d.%m.%Y)",
        ),
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


@given(st.lists(st.integers(1, 9), min_size=1, max_size=5), st.data())
def test_a_column_in_pieces_is_read_as_one(sizes: list[int], data: st.DataObject) -> None:
    """Long columns come in pieces of memory; where neighbours are equal, each day is read once."""
    days = st.sampled_from(["2024-01-01", "2024-01-01", "2023-12-31", "1999-02-28"])
    pieces = [data.draw(st.lists(days, min_size=size, max_size=size)) for size in sizes]
    series = pl.concat([pl.Series("date", piece) for piece in pieces], rechunk=False)
    problems = Problems("", int)
    found = times(series, "", "UTC", problems)
    wanted = [date.fromisoformat(day) for piece in pieces for day in piece]
    assert pl.Series(found.micros).cast(pl.Datetime("us")).dt.date().to_list() == wanted
    assert not found.missing.any()
    assert problems.found == []
