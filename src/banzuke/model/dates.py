"""Dates and times of a column, read in one form; what is none is reported by row."""

from __future__ import annotations

import re
from typing import NamedTuple

import numpy as np
import polars as pl
from numpy.typing import NDArray

from banzuke.model.cells import texts
from banzuke.model.date_forms import (
    MOST_TRIED,
    form_of_the_others,
    forms_that_fit,
    tell_other_form,
    why_no_date,
)
from banzuke.model.large_columns import same_value
from banzuke.model.limits import (
    FIRST_YEAR,
    LAST_YEAR,
    outside_calendar,
    without_impossible_days,
)
from banzuke.model.partial_dates import with_first_days
from banzuke.model.row_problems import Problems
from banzuke.model.zone_clock import shown

Ints = NDArray[np.int64]


#: Time counted since 1970, from 2001 on, as programs keep it: pattern, unit, so many a second.
COUNTED = (
    (r"^[1-4]\d{9}(\.\d*)?$", "seconds", 1),
    (r"^[1-4]\d{12}(\.\d*)?$", "milliseconds", 1_000),
)

#: What stands for a time of day, or holds one, in the pattern of a date.
TIME_OF_DAY = frozenset("HkIlMSTRrXcsf+pP")


class Times(NamedTuple):
    """Dates of a column.

    micros : int64, microseconds since 1970 on the clock of the rulebook's zone
    reached : int64, the latest that this clock had shown by then; None if that is ``micros``
        everywhere, see ``zone_clock``
    missing : bool, where the cell is empty
    stamped : whether the column holds times of day, not only dates
    form : the strftime pattern, or the unit of time, that was inferred; "" where none was
    partial : bool, where the cell says no day and the first that it can be is taken; None if none
    """

    micros: NDArray[np.int64]
    missing: NDArray[np.bool_]
    stamped: bool
    reached: NDArray[np.int64] | None = None
    form: str = ""
    partial: NDArray[np.bool_] | None = None


def times(series: pl.Series, date_format: str, zone: str, problems: Problems) -> Times:
    """A column of dates or time stamps; one format, ISO unless ``date_format`` says otherwise.

    Where no cell is ISO, but one other form alone fits them all, that is taken, as ``form`` tells;
    cells that are no dates in any form are refused alone, where one form is that of most others.

    Whatever the form, a day lies in the years ``FIRST_YEAR`` to ``LAST_YEAR``.
    """
    if not series.dtype.is_temporal() or series.dtype == pl.Time:
        given, impossible = series, np.zeros(len(series), dtype=np.bool_)
    else:
        given, impossible = without_impossible_days(series)
    found = _times(given, date_format, zone, problems)
    outside = impossible | outside_calendar(found.micros)
    if not outside.any():
        return found
    right = f"a year from {FIRST_YEAR} to {LAST_YEAR}"

    def what(line: int) -> str:
        # A stamp beyond the calendar cannot be written at all.
        shown = f"{series[line]!r}" if series.dtype == pl.String else "the date"
        return f"{shown} is of no year that results can have"

    problems.add_lines(outside, series.name, what, right)
    reached = None if found.reached is None else np.where(outside, 0, found.reached)
    return found._replace(micros=np.where(outside, 0, found.micros), reached=reached)


def _times(series: pl.Series, date_format: str, zone: str, problems: Problems) -> Times:
    if series.dtype == pl.Date:
        return _typed_times(series.cast(pl.Datetime("us")), False)
    if isinstance(series.dtype, pl.Datetime):
        if series.dtype.time_zone is not None:
            return _shown_times(series, zone)
        return _typed_times(series.cast(pl.Datetime("us")), True)
    if not date_format and (found := _days_in_runs(series)) is not None:
        return found
    text = texts(series)
    if date_format:
        return _formatted_times(text, date_format, zone, problems)
    as_date = text.str.to_date("%Y-%m-%d", strict=False, exact=True)
    if as_date.null_count() == text.null_count():
        return _typed_times(as_date.cast(pl.Datetime("us")), False)
    return _partial_days(text) or _iso_times(text, as_date, zone, problems)


def _partial_days(text: pl.Series) -> Times | None:
    """ISO dates of which some say no day; None where a cell is something else."""
    for part in (text.drop_nulls().head(MOST_TRIED), text):
        filled, partial = with_first_days(part)
        days = filled.str.to_date("%Y-%m-%d", strict=False, exact=True)
        if days.null_count() > part.null_count():
            return None
    found = _typed_times(days.cast(pl.Datetime("us")), False)
    return found._replace(partial=partial.to_numpy())


def _days_in_runs(series: pl.Series) -> Times | None:
    """ISO dates of a column in which many neighbours are equal; None if it is no such column."""
    if series.dtype != pl.String or series.null_count():
        return None
    starts = _starts_of_runs(series)
    if 2 * len(starts) > len(series):
        return None
    days = series.gather(starts).str.to_date("%Y-%m-%d", strict=False, exact=True)
    if days.null_count():
        return None
    micros = days.cast(pl.Datetime("us")).to_physical().to_numpy()
    lengths = np.diff(starts, append=len(series))
    return Times(np.repeat(micros, lengths), same_value(np.False_, len(series)), False)


def _starts_of_runs(series: pl.Series) -> Ints:
    """Where a cell differs from the one before it, int64; and where a piece of memory begins.

    No cell is empty.
    """
    starts = []
    begin = 0
    # Piece by piece, because Polars would copy the column to compare it with itself, shifted.
    for piece in series.get_chunks():
        new = np.flatnonzero((piece[1:] != piece[:-1]).to_numpy())
        starts += [np.array([begin]), new + (begin + 1)]
        begin += len(piece)
    return np.concatenate(starts)


def _typed_times(series: pl.Series, stamped: bool) -> Times:
    missing = series.is_null().to_numpy()
    micros = series.to_physical().fill_null(0).to_numpy()
    return Times(micros, missing, stamped)


def _shown_times(instants: pl.Series, zone: str) -> Times:
    time, reached = shown(instants, zone)
    return _typed_times(time, True)._replace(reached=reached)


def _formatted_times(text: pl.Series, date_format: str, zone: str, problems: Problems) -> Times:
    marks = set(re.findall(r"%[-_0]?[:.#0-9]*([A-Za-z%+])", date_format))
    stamped = not marks.isdisjoint(TIME_OF_DAY)
    if "Z" in marks:
        what = "names of zones, %Z, cannot be told apart"
        problems.add(what, "offsets such as +0100, written %z", text.name)
        return _typed_times(pl.Series([None] * len(text), dtype=pl.Datetime("us")), stamped)
    try:
        parsed = _parsed(text, date_format, stamped)
    except pl.exceptions.ComputeError:
        problems.add(f"{date_format} is no form of dates", "such as %d.%m.%Y %H:%M", text.name)
        return _typed_times(pl.Series([None] * len(text), dtype=pl.Datetime("us")), stamped)
    if "s" in marks and parsed.dtype == pl.Datetime("us"):
        parsed = parsed.dt.replace_time_zone("UTC")
    bad = (text.is_not_null() & parsed.is_null()).to_numpy()
    problems.add_lines(
        bad, text.name, lambda i: f"{text[i]!r} is not a date", f"written as {date_format}"
    )
    if isinstance(parsed.dtype, pl.Datetime) and parsed.dtype.time_zone is not None:
        return _shown_times(parsed, zone)
    return _typed_times(parsed, stamped)


def _parsed(text: pl.Series, date_format: str, stamped: bool) -> pl.Series:
    """Dates or time stamps, null where the cell is none; with an offset, in a zone."""
    if stamped:
        return text.str.to_datetime(date_format, strict=False, time_unit="us")
    # An offset without a time of day moves no date.
    return text.str.to_date(date_format, strict=False).cast(pl.Datetime("us"))


def _iso_times(text: pl.Series, as_date: pl.Series, zone: str, problems: Problems) -> Times:
    """Time stamps, or a mixture; told apart so that every bad cell gets a fitting sentence."""
    given = text.is_not_null().to_numpy()
    plain = as_date.is_not_null().to_numpy()
    stamp = text.str.replace(" ", "T", literal=True).str.replace(r"[zZ]$", "+00:00")
    offset = stamp.str.contains(r"T.*[+-]\d\d:?\d\d$").fill_null(False)
    seconds = stamp.str.replace(r"T(\d\d:\d\d)($|[+-])", "T$1:00$2")
    aware = seconds.str.to_datetime("%Y-%m-%dT%H:%M:%S%.f%z", strict=False, time_unit="us")
    naive = seconds.str.to_datetime("%Y-%m-%dT%H:%M:%S%.f", strict=False, time_unit="us")
    clock, reached = shown(aware, zone)
    both = pl.select(pl.when(offset).then(clock).otherwise(naive)).to_series()
    stamped = both.is_not_null().to_numpy()
    with_offset = offset.to_numpy()
    kinds = [plain & given, stamped & ~with_offset, stamped & with_offset]
    names = ["a date", "a time without offset", "a time with offset"]
    counts = [int(kind.sum()) for kind in kinds]
    bad = given & ~plain & ~stamped
    if sum(counts) == 0:
        counted = _counted_times(text, zone)
        if counted is not None:
            return counted
        fits = forms_that_fit(text) or form_of_the_others(text)
        if len(fits) == 1:
            return _formatted_times(text, fits[0], zone, problems)._replace(form=fits[0])
        tell_other_form(text, fits, problems)
    else:
        main = int(np.argmax(counts))
        right = "an ISO date such as 2024-05-31, or say what it is by --date-format"
        problems.add_lines(bad, text.name, lambda i: why_no_date(text[i]), right)
        for kind, name in zip(kinds, names, strict=True):
            if kind is not kinds[main]:
                differs = f"is {name}, but the others are {names[main]}"
                _tell_odd_form(text, kind, differs, problems)
    micros = np.where(
        plain,
        as_date.cast(pl.Datetime("us")).to_physical().fill_null(0).to_numpy(),
        both.to_physical().fill_null(0).to_numpy(),
    )
    if reached is not None:
        reached = np.where(with_offset & stamped, reached, micros)
    return Times(micros, ~given, bool(counts[1] or counts[2]), reached)


def _counted_times(text: pl.Series, zone: str) -> Times | None:
    """Instants counted in seconds or milliseconds since 1970; None where cells are not all such."""
    for pattern, unit, per_second in COUNTED:
        if text.drop_nulls().str.contains(pattern).all():
            micros = (text.cast(pl.Float64) * (1_000_000 / per_second)).round()
            instants = micros.cast(pl.Int64).cast(pl.Datetime("us", "UTC"))
            return _shown_times(instants, zone)._replace(form=f"{unit} since 1970")
    return None


def _tell_odd_form(
    text: pl.Series, lines: NDArray[np.bool_], differs: str, problems: Problems
) -> None:
    problems.add_lines(
        lines, text.name, lambda i: f"{text[i]!r} {differs}", "one form in the whole column"
    )
