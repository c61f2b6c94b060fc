"""Cells of a table turned into numbers, texts and dates; what cannot be is reported by row."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple, TypeVar

import numpy as np
import polars as pl
from numpy.typing import NDArray

from banzuke.model.limits import (
    FIRST_YEAR,
    LARGEST_NUMBER,
    LAST_YEAR,
    LONGEST_TEXT,
    outside_calendar,
    too_long_texts,
    without_impossible_days,
)
from banzuke.model.problems import Problem
from banzuke.model.zone_clock import shown

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]
Scalar = TypeVar("Scalar", bound=np.generic)

# So many values of eight bytes lie in the processor's cache.
BLOCK = 1 << 16

# A name that is as ``clean_name`` leaves it: words of ASCII letters and signs, a space between.
CLEAN = "^[!-~]+( [!-~]+)*$"

# What nobody sees in a name: marks of direction, soft hyphens, letters of no width, fillers.
# Letters that are joined or kept apart by such a mark, as Persian and Indian ones and
# signs are, keep it between them.
_NO_WIDTH = (
    "\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180e\u200b\u200e\u200f\u202a-\u202e"
    "\u2060-\u206f\u3164\ufeff\uffa0\ufff9-\ufffb"
)
_JOINER = "[\u200c\u200d]"
INVISIBLE = re.compile(
    f"[{_NO_WIDTH}]|(?<![\u0590-\U0010ffff]){_JOINER}|{_JOINER}(?![\u0590-\U0010ffff])"
)

# What no text holds unless it was damaged; white space apart.
CONTROL = re.compile("[\x00-\x08\x0e-\x1b\x7f-\x84\x86-\x9f]")

# A file of five million bad rows need not become five million sentences.
MOST_PROBLEMS_OF_A_KIND = 200

DATE_FORMATS = (
    *("%d.%m.%Y", "%d/%m/%Y", "%m/%d/%Y", "%Y/%m/%d", "%d-%m-%Y", "%m-%d-%Y", "%Y%m%d"),
    *("%d.%m.%y", "%d/%m/%y", "%m/%d/%y", "%y/%m/%d", "%d-%m-%y", "%m-%d-%y"),
)

#: The highest whole number of places, players, rounds or lines of a board.
HIGHEST_WHOLE = 2**31 - 1

#: What stands for a time of day, or holds one, in the pattern of a date.
TIME_OF_DAY = frozenset("HkIlMSTRrXcsf+pP")


class Coded(NamedTuple):
    """Texts as numbers: ``codes`` int32, index into ``names``, -1 where empty.

    hidden : the texts, as they are told, that hold something invisible: what is left out, or
        ``CONTROL`` characters
    """

    codes: NDArray[np.int32]
    names: list[str]
    hidden: Sequence[str] = ()


class Times(NamedTuple):
    """Dates of a column.

    micros : int64, microseconds since 1970 on the clock of the rulebook's zone
    reached : int64, the latest that this clock had shown by then; None if that is ``micros``
        everywhere, see ``zone_clock``
    missing : bool, where the cell is empty
    stamped : whether the column holds times of day, not only dates
    """

    micros: NDArray[np.int64]
    missing: NDArray[np.bool_]
    stamped: bool
    reached: NDArray[np.int64] | None = None


class Problems:
    """Collects what is wrong with one table, by the rows of its file."""

    def __init__(self, source: str, rows: Callable[[int], int]) -> None:
        self.source = source
        self.row_of = rows
        self.found: list[Problem] = []
        self._lines: dict[str, list[Ints]] = {}

    def add(self, what: str, right: str = "", column: str = "", line: int | None = None) -> None:
        """One problem; ``line`` is an index into the table, not a row of the file."""
        row = None if line is None else self.row_of(line)
        self.found.append(Problem(what, right, self.source, row, column))

    def add_lines(
        self,
        lines: NDArray[np.bool_] | Sequence[int],
        column: str,
        what: Callable[[int], str],
        right: str = "",
    ) -> None:
        """A problem for each line (a mask, or indices), the last of very many summed up."""
        mask = np.asarray(lines)
        indices = np.flatnonzero(mask) if mask.dtype == np.bool_ else mask
        if len(indices):
            self._lines.setdefault(column, []).append(indices.astype(np.int64))
        # A single one more is told like the others.
        most = MOST_PROBLEMS_OF_A_KIND + (len(indices) == MOST_PROBLEMS_OF_A_KIND + 1)
        for line in indices[:most].tolist():
            self.add(what(line), right, column, line)
        rest = len(indices) - most
        if rest > 0:
            summed = f"… and {rest} more rows with the same problem"
            self.found.append(Problem(summed, right, self.source, None, column, times=rest))

    def told(self, column: str, count: int) -> NDArray[np.bool_]:
        """Of ``count`` lines those of whose cell in a column something was told, bool[count].

        What follows from such a cell would only confuse.
        """
        lines = np.zeros(count, dtype=np.bool_)
        for indices in self._lines.get(column, ()):
            lines[indices] = True
        return lines


def shortened(frame: pl.DataFrame, problems: Problems) -> pl.DataFrame:
    """A table without texts longer than any name is: each is a problem, and its start is left."""
    for column, lines in too_long_texts(frame).items():
        cells = frame[column]

        def what(line: int, cells: pl.Series = cells) -> str:
            return f"{_start(cells[line])!r} has {len(cells[line])} characters"

        problems.add_lines(lines, column, what, f"at most {LONGEST_TEXT}")
        places = np.flatnonzero(lines)
        starts = [_start(text) for text in cells.gather(places)]
        frame = frame.with_columns(cells.scatter(places, starts))
    return frame


def _start(text: str) -> str:
    return text[:40] + "…"


def texts(series: pl.Series) -> pl.Series:
    """A column as text, outer white space dropped, empty cells null.

    Numbers that are all whole are written without decimals: 7, not 7.0.
    """
    if series.dtype.is_float():
        present = series.drop_nulls().drop_nans()
        if (present == present.round()).all() and (present.abs() < 2**53).all():
            series = series.fill_nan(None).cast(pl.Int64)
    if series.dtype != pl.String:
        series = series.cast(pl.String)
    stripped = series.str.strip_chars()
    return stripped.replace("", None)


def is_encodable(text: str) -> bool:
    """Whether a text has whole letters only: half of one (a surrogate) is in no file."""
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True


def clean_name(name: str) -> str:
    """A name as it is stored: composed Unicode, single spaces, none outside, nothing invisible."""
    return " ".join(unicodedata.normalize("NFC", INVISIBLE.sub("", name)).split())


def code_names(column: pl.Series) -> Coded:
    """The texts of a column, coded in the order of the cleaned names."""
    together = code_together([column])
    return together._replace(codes=together.codes[:, 0])


def code_together(columns: Sequence[pl.Series]) -> Coded:
    """The texts of several columns, coded alike: ``codes`` int32[lines, columns]."""
    # A namespace of its own: the codes stay small, and the names are freed with the columns.
    kind = pl.Categorical(pl.Categories.random())
    frame = pl.DataFrame({str(number): column for number, column in enumerate(columns)})
    coded = frame.lazy().select(pl.all().cast(pl.String).cast(kind)).collect().get_columns()
    physical = [column.to_physical() for column in coded]
    highest = [column.max() for column in physical]
    count = max((code + 1 for code in highest if isinstance(code, int)), default=0)
    distinct = pl.Series(np.arange(count, dtype=np.uint32)).cat.to(kind).cast(pl.String)
    ranks, names, hidden = _rank_names(distinct)
    # The last place of the table is for empty cells.
    table = np.append(ranks, np.int32(-1))
    codes = np.empty((len(frame), len(columns)), dtype=np.int32)
    for number, column in enumerate(physical):
        begin = 0
        # Piece by piece, because Polars would copy the column to have it in one.
        for piece in column.get_chunks():
            part = codes[begin : begin + len(piece), number]
            look_up(table, piece.fill_null(count).to_numpy(), part)
            begin += len(piece)
    return Coded(codes, names, hidden)


def _rank_names(distinct: pl.Series) -> tuple[NDArray[np.int32], list[str], list[str]]:
    """The code of each text, int32, in the order of the cleaned names; these; and ``hidden``."""
    odd = (~distinct.str.contains(CLEAN)).arg_true()
    cleaned = distinct
    hidden = []
    if len(odd):
        texts_as_told = distinct.gather(odd).to_list()
        cleaned = distinct.scatter(odd, [clean_name(name) for name in texts_as_told])
        hidden = sorted(
            name for name in texts_as_told if INVISIBLE.search(name) or CONTROL.search(name)
        )
    order = cleaned.arg_sort()
    ordered = cleaned.gather(order)
    new = (ordered != ordered.shift(1)).fill_null(value=True)
    # An empty name comes first, if there is one, and has no code.
    new &= ordered != ""
    ranks = np.empty(len(distinct), dtype=np.int32)
    ranks[order.to_numpy()] = np.cumsum(new.to_numpy(), dtype=np.int32) - 1
    return ranks, ordered.filter(new).to_list(), hidden


def same_value(value: Scalar, count: int) -> NDArray[Scalar]:
    """One value ``count`` times, read-only, without the memory for it; see ``is_same_value``."""
    return np.broadcast_to(value, count)


def is_same_value(values: NDArray[Any]) -> bool:
    """Whether a column is one value, made by ``same_value``: what holds for one holds for all."""
    return values.strides == (0,) and len(values) > 0


def counts_of(codes: NDArray[np.unsignedinteger[Any]]) -> Ints:
    """How often each code occurs, int64[highest code + 1]."""
    counts = np.zeros(int(codes.max(initial=0)) + 1, dtype=np.int64)
    block = max(BLOCK, 4 * len(counts))
    for begin in range(0, len(codes), block):
        # In blocks, because the codes are made wider to be counted.
        counts += np.bincount(codes[begin : begin + block], minlength=len(counts))
    return counts


def look_up(
    table: NDArray[Scalar], index: NDArray[np.integer[Any]], into: NDArray[Scalar] | None = None
) -> NDArray[Scalar]:
    """``table[index]``, block by block: what lies between stays in the processor's cache."""
    found = np.empty(len(index), dtype=table.dtype) if into is None else into
    for begin in range(0, len(index), BLOCK):
        part = slice(begin, begin + BLOCK)
        found[part] = table[index[part]]
    return found


def numbers(series: pl.Series, problems: Problems) -> Floats:
    """A column as float64, NaN where the cell is empty; other cells must be numbers within limits.

    A decimal comma is taken where it cannot be read as a thousands separator.
    """
    column = series.name
    right = "a number such as 3 or 0.5"
    if series.dtype.is_numeric():
        values = series.cast(pl.Float64).to_numpy()
        if series.null_count() == 0 and (np.abs(values) <= LARGEST_NUMBER).all():
            return values
        given = series.is_not_null().to_numpy()
        values = series.cast(pl.Float64).fill_null(0.0).to_numpy()
        bad = given & ~np.isfinite(values)
        problems.add_lines(bad, column, lambda i: f"{values[i]} is not a finite number", right)
        return np.where(given & ~bad & _within_limits(values, column, problems), values, np.nan)
    text = texts(series)
    given = text.is_not_null().to_numpy()
    dotted = text.str.replace(r"^([+-]?\d+),(\d{1,2}|\d{4,})$", "$1.$2")
    parsed = dotted.cast(pl.Float64, strict=False)
    values = parsed.fill_null(np.nan).to_numpy()
    bad = given & ~np.isfinite(values)
    problems.add_lines(bad, column, lambda i: f"{text[i]!r} is not a finite number", right)
    return np.where(given & ~bad & _within_limits(values, column, problems), values, np.nan)


def _within_limits(values: Floats, column: str, problems: Problems) -> NDArray[np.bool_]:
    """Where numbers are at most ``LARGEST_NUMBER``, either way; other finite ones are told."""
    beyond = np.isfinite(values) & (np.abs(values) > LARGEST_NUMBER)
    right = f"at most {LARGEST_NUMBER:,.0f}, either way"
    problems.add_lines(beyond, column, lambda i: f"{values[i]:g} is out of all proportion", right)
    return ~beyond


def whole_numbers(series: pl.Series, problems: Problems, lowest: int, right: str) -> Floats:
    """``numbers`` that must be whole and at least ``lowest``; NaN where empty."""
    values = numbers(series, problems)
    with np.errstate(invalid="ignore"):
        bad = (values < lowest) | (values != np.rint(values)) & ~np.isnan(values)
        # Beyond this a number would not fit where it is kept, and come out as another one.
        bad |= values > HIGHEST_WHOLE
    problems.add_lines(bad, series.name, lambda i: f"{values[i]:g} is not possible here", right)
    return np.where(bad, np.nan, values)


def choices(
    series: pl.Series, known: dict[str, int], problems: Problems, right: str
) -> NDArray[np.int32]:
    """Cells out of a list of words, in any case, as their numbers; -1 where empty."""
    coded = code_names(series)
    lookup = [known.get(name.casefold(), -2) for name in coded.names]
    values = np.array([*lookup, -1], dtype=np.int32)[coded.codes]
    names = coded.names
    problems.add_lines(
        values == -2, series.name, lambda i: f"{names[coded.codes[i]]!r} is not known", right
    )
    return np.where(values == -2, -1, values)


def times(series: pl.Series, date_format: str, zone: str, problems: Problems) -> Times:
    """A column of dates or time stamps; one format, ISO unless ``date_format`` says otherwise.

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
    return _iso_times(text, as_date, zone, problems)


def _days_in_runs(series: pl.Series) -> Times | None:
    """ISO dates of a column in which many neighbours are equal; None if it is no such column."""
    if series.dtype != pl.String:
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
    """Where a cell differs from the one before it, int64; and where a piece of memory begins."""
    starts = []
    begin = 0
    # Piece by piece, because Polars would copy the column to compare it with itself, shifted.
    for piece in series.get_chunks():
        new = (piece != piece.shift(1)).fill_null(value=True)
        starts.append(new.arg_true().to_numpy().astype(np.int64) + begin)
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
        _tell_other_form(text, problems)
    else:
        main = int(np.argmax(counts))
        right = "an ISO date such as 2024-05-31, or say what it is by --date-format"
        problems.add_lines(bad, text.name, lambda i: _why_no_date(text[i]), right)
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


def _tell_odd_form(
    text: pl.Series, lines: NDArray[np.bool_], differs: str, problems: Problems
) -> None:
    problems.add_lines(
        lines, text.name, lambda i: f"{text[i]!r} {differs}", "one form in the whole column"
    )


def _why_no_date(text: str) -> str:
    if re.fullmatch(r"\d{4}-\d{2}-\d{2}([T ].*)?", text):
        return f"{text!r} does not exist in the calendar"
    return f"{text!r} is not an ISO date"


def _tell_other_form(text: pl.Series, problems: Problems) -> None:
    """What to say of a column without one ISO date: which forms would fit it, else each cell."""
    given = text.is_not_null()
    first = text.drop_nulls()[0]
    fits = [form for form in DATE_FORMATS if _reads(text, form).equals(given)]
    what, line = f"{first!r} is not an ISO date", int(given.arg_true()[0])
    if len(fits) > 1:
        what += f" and can be read in {len(fits)} ways"
        right = "say which by --date-format: " + " or ".join(fits)
        problems.add(what, right, text.name, line)
        return
    form = max(DATE_FORMATS, key=lambda form: int(_reads(text, form).sum()))
    read = _reads(text, form)
    if 2 * int(read.sum()) > int(given.sum()):
        right = f"if it is {form}, say --date-format {form}"
        at = int(read.arg_true()[0])
        problems.add(f"{text[at]!r} is not an ISO date", right, text.name, at)
        odd = f"is not a date in the form of the others, {form}"
        problems.add_lines((given & ~read).to_numpy(), text.name, lambda i: f"{text[i]!r} {odd}")
        return
    right = "ISO dates such as 2024-05-31, or say the form by --date-format"
    problems.add_lines(given.to_numpy(), text.name, lambda i: _why_no_date(text[i]), right)


def _reads(text: pl.Series, form: str) -> pl.Series:
    """Which cells are a date in this form, of a year that can be meant."""
    return (text.str.to_date(form, strict=False).dt.year() >= FIRST_YEAR).fill_null(False)
