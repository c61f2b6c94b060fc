"""Data frames of any kind: taken in as Polars, and answered in the kind that came in."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from datetime import UTC, date, datetime
from decimal import Decimal
from fractions import Fraction
from typing import Any, NamedTuple

import numpy as np
import polars as pl
from numpy.typing import NDArray

from banzuke.importers.steps.headers import name_columns
from banzuke.importers.steps.result_cells import with_scores
from banzuke.model.cells import texts
from banzuke.model.coded_names import is_encodable
from banzuke.model.columns import KINDS
from banzuke.model.errors import ResultsRefused, WrongUse
from banzuke.model.importer import ReadOptions
from banzuke.model.limits import NOT_CELLS
from banzuke.model.problems import Problem

#: What a list or dict of Python values may hold as a number.
NUMBERS = (int, float, Decimal, Fraction, np.number)


class Taken(NamedTuple):
    """A frame as Polars, and its kind: polars, pandas, pyarrow or dicts.

    notes : which columns were read by another name than ours
    """

    frame: pl.DataFrame
    kind: str
    notes: tuple[Problem, ...] = ()


def take_frame(frame: Any, what: str, columns: Mapping[str, str] | None = None) -> Taken:
    """A frame of any kind as Polars; known columns get our names, empty cells are null.

    frame : a Polars, pandas or pyarrow frame, another that Narwhals knows, a list of dicts (a
        row each), or a dict of columns
    what : what it should be, for the error; columns : {our column: their column}
    Raises WrongUse for anything else, ResultsRefused for columns that are there twice or not
    at all, or hold neither texts, numbers nor dates.
    """
    kind, own, series = _opened(frame, what)
    header = name_columns([str(name) for name in own], ReadOptions(dict(columns or {})), "")
    names = header.names
    known = [name in KINDS for name in names]
    nested = [
        Problem(f"the column holds {one.dtype} cells", "texts, numbers or dates", column=name)
        for name, one, is_known in zip(names, series, known, strict=True)
        if is_known and (one.dtype in NOT_CELLS or one.dtype.is_nested())
    ]
    if nested:
        raise ResultsRefused(nested)
    columns_of_ours = [
        texts(one) if KINDS.get(name) == "text" and one.dtype.is_float() else one
        for name, one in zip(names, series, strict=True)
    ]
    table = pl.DataFrame(
        [one.alias(name) for name, one in zip(names, columns_of_ours, strict=True)]
    )
    table, scored = with_scores(table.with_columns(pl.selectors.float().fill_nan(None)), "")
    return Taken(table, kind, (*header.notes, *scored))


def _opened(frame: Any, what: str) -> tuple[str, Sequence[Any], list[pl.Series]]:
    """A frame's kind, its column names and its columns."""
    if isinstance(frame, pl.LazyFrame):
        frame = frame.collect()
    if isinstance(frame, pl.DataFrame):
        return "polars", frame.columns, [_without_objects(one) for one in frame.get_columns()]
    if isinstance(frame, (list, tuple)) and all(isinstance(row, Mapping) for row in frame):
        keys = list(dict.fromkeys(key for row in frame for key in row))
        return "dicts", keys, [cells([row.get(key) for row in frame]) for key in keys]
    if isinstance(frame, Mapping):
        return "polars", list(frame), _as_long([_column(values, what) for values in frame.values()])
    import narwhals as nw

    try:
        known = nw.from_native(frame, eager_only=True)
    except TypeError as error:
        kinds = "a path, a Polars, pandas or pyarrow frame, or a list of dicts"
        raise WrongUse(f"{what} must be {kinds}, not {type(frame).__name__}") from error
    except nw.exceptions.DuplicateError as error:
        raise ResultsRefused(_of_one_name(frame)) from error
    kind = known.implementation.name.lower()
    return kind, known.columns, [_foreign(column, kind) for column in known.iter_columns()]


def _of_one_name(frame: Any) -> list[Problem]:
    """Which columns of a pandas or pyarrow frame have one name."""
    names = list(getattr(frame, "column_names", frame.columns))
    at: dict[Any, list[str]] = {}
    for number, name in enumerate(names, 1):
        at.setdefault(name, []).append(str(number))
    return [
        Problem(f"columns {' and '.join(places)} have one name, {name!r}", "rename one")
        for name, places in at.items()
        if len(places) > 1
    ]


def _as_long(columns: list[pl.Series]) -> list[pl.Series]:
    """Columns that must be of one length."""
    lengths = sorted({len(column) for column in columns})
    if len(lengths) > 1:
        raise WrongUse(f"the columns have {' and '.join(map(str, lengths))} rows")
    return columns


def _column(values: Any, what: str) -> pl.Series:
    """A column of a dict of columns."""
    if isinstance(values, pl.Series):
        return _without_objects(values)
    if isinstance(values, np.ndarray) and values.ndim == 1:
        return _of_array(values)
    if isinstance(values, str) or not isinstance(values, Iterable):
        raise WrongUse(
            f"{what} given as a dict must hold columns, not {type(values).__name__}; one row alone "
            "is a list of one dict"
        )
    return cells(list(values))


def _of_array(values: NDArray[Any]) -> pl.Series:
    """A column of an array; what Polars has no type for cell by cell."""
    if values.dtype.kind == "M":
        stamps = values.astype("datetime64[us]")
        # Of coarser units, stamps may lie where microseconds do not reach.
        reached = (stamps.astype(values.dtype) == values) | np.isnat(values)
        exact = np.datetime_data(values.dtype)[0] in ("us", "ns", "ps", "fs", "as")
        if exact or reached.all():
            return pl.Series(stamps)
        return cells([None if np.isnat(value) else str(value) for value in values])
    if values.dtype.kind in "biufUS":
        return pl.Series(values)
    return cells(values.tolist() if values.dtype.kind != "m" else list(map(str, values)))


def _without_objects(column: pl.Series) -> pl.Series:
    return cells(column.to_list()) if column.dtype == pl.Object else column


def _foreign(column: Any, kind: str) -> pl.Series:
    """A column that Narwhals opened."""
    if kind == "pyarrow":
        native = column.to_native()
        try:
            return pl.Series(pl.from_arrow(native))
        except (pl.exceptions.PolarsError, pl.exceptions.PanicException) as error:
            what = f"the column holds {native.type} cells"
            right = "texts, numbers or dates"
            raise ResultsRefused([Problem(what, right, column=column.name)]) from error
    zone = getattr(column.dtype, "time_zone", None)
    if zone is not None:
        instants = column.dt.convert_time_zone("UTC").dt.replace_time_zone(None)
        return _typed(instants).dt.replace_time_zone("UTC")
    return _typed(column)


def _typed(column: Any) -> pl.Series:
    """A column without zone: by its array if that is typed, else cell by cell."""
    array = column.to_numpy()
    # Whole numbers with empty cells would come as floats, which hold no long identifiers.
    lossy = column.dtype.is_integer() and array.dtype.kind == "f"
    if array.dtype.kind == "M":
        return _of_array(array)
    if array.dtype.kind in "biuf" and not lossy:
        return pl.Series(array, nan_to_null=True)
    return cells(column.to_list())


def cells(values: Sequence[Any]) -> pl.Series:
    """Python values as a column; numbers, dates and time stamps if all are, else texts."""
    if set(map(type, values)) <= {str, type(None)}:
        return _strings(values)
    plain = [None if _is_empty(value) else value for value in values]
    kinds = {type(value) for value in plain if value is not None}
    if all(issubclass(kind, (bool, np.bool_)) for kind in kinds):
        return pl.Series([None if v is None else bool(v) for v in plain], dtype=pl.Boolean)
    if all(issubclass(kind, NUMBERS) and kind is not bool for kind in kinds):
        if all(issubclass(kind, (int, np.integer)) for kind in kinds):
            digits = [None if value is None else _digits(value) for value in plain]
            whole = pl.Series(digits, dtype=pl.String).cast(pl.Int64, strict=False)
            return whole if whole.null_count() == plain.count(None) else pl.Series(digits)
        return pl.Series([None if v is None else _float(v) for v in plain], dtype=pl.Float64)
    if all(issubclass(kind, datetime) for kind in kinds):
        stamps = [value for value in plain if value is not None]
        if all(stamp.tzinfo is not None for stamp in stamps):
            with suppress(OverflowError):  # next to the end of the calendar
                instants = [None if v is None else v.astimezone(UTC) for v in plain]
                return pl.Series(instants, dtype=pl.Datetime("us", "UTC"))
        if all(stamp.tzinfo is None for stamp in stamps):
            return pl.Series(plain, dtype=pl.Datetime("us"))
    elif all(issubclass(kind, date) and not issubclass(kind, datetime) for kind in kinds):
        return pl.Series(plain, dtype=pl.Date)
    return _strings([_text(value) for value in plain])


def _strings(values: Sequence[str | None]) -> pl.Series:
    """Texts as a column; raises ResultsRefused for those that hold half of a letter."""
    try:
        return pl.Series(values, dtype=pl.String)
    except UnicodeEncodeError as error:
        halves = {n: text for n, text in enumerate(values) if text and not is_encodable(text)}
        raise ResultsRefused(
            Problem(f"{text!r} holds half of a letter (a surrogate)", "whole letters", row=row)
            for row, text in halves.items()
        ) from error


def _is_empty(value: Any) -> bool:
    """Whether a cell is empty; pandas has several ways to say so."""
    if value is None or type(value).__name__ in ("NAType", "NaTType"):
        return True
    if isinstance(value, Decimal):
        return value.is_nan()
    return isinstance(value, (float, np.floating)) and bool(np.isnan(value))


def _float(value: Any) -> float:
    """A number as a float; infinite where it is too large, so that it is refused."""
    try:
        return float(value)
    except OverflowError:
        return float("inf")


def _text(value: Any) -> str | None:
    """A cell of a column that is not of one type."""
    if value is None:
        return None
    if isinstance(value, (float, np.floating)) and float(value).is_integer():
        return str(int(value))
    if isinstance(value, int):
        return _digits(value)
    return value.isoformat() if isinstance(value, date) else str(value)


def _digits(value: Any) -> str:
    """A whole number as text; in hexadecimal where Python writes no decimals, to be refused."""
    try:
        return str(value)
    except ValueError:
        return hex(value)


def in_kind(frame: pl.DataFrame, kind: str) -> Any:
    """A Polars frame as the kind of frame that came in; Polars where it was no frame."""
    if kind == "pyarrow":
        return frame.to_arrow()
    if kind == "pandas":
        import pandas as pd

        return pd.DataFrame({name: _for_pandas(frame[name]) for name in frame.columns})
    return frame


def _for_pandas(column: pl.Series) -> Any:
    if column.dtype.is_numeric() and column.null_count() == 0:
        return column.to_numpy()
    if column.dtype.is_numeric():
        return column.cast(pl.Float64).fill_null(float("nan")).to_numpy()
    if column.dtype.is_temporal():
        return column.cast(pl.Datetime("us")).to_numpy()
    return column.to_list()


def with_numbers(frame: Any, kind: str, columns: Mapping[str, NDArray[np.float64]]) -> Any:
    """The frame that came in, with columns of numbers added."""
    if kind == "dicts":
        added = zip(*(values.tolist() for values in columns.values()), strict=True)
        return [
            {**row, **dict(zip(columns, values, strict=True))}
            for row, values in zip(frame, added, strict=True)
        ]
    if isinstance(frame, pl.LazyFrame):
        frame = frame.collect()
    if isinstance(frame, Mapping):
        frame = pl.DataFrame(frame, strict=False)
    import narwhals as nw

    if kind == "pandas":
        return frame.assign(**columns)
    known = nw.from_native(frame, eager_only=True)
    series = [
        nw.new_series(name, values, nw.Float64, backend=known.implementation)
        for name, values in columns.items()
    ]
    return known.with_columns(*series).to_native()
