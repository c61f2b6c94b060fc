"""Results and players in: from files of any known format, or from frames of any kind."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import polars as pl

from banzuke.importers import read_file
from banzuke.model.columns import KINDS
from banzuke.model.errors import DataRefused, ResultsRefused, WrongUse, suggest
from banzuke.model.importer import Reading, ReadOptions
from banzuke.model.players import Players, validate_players
from banzuke.model.problems import Problem
from banzuke.model.results import Results, combine
from banzuke.model.validation import validate

#: Everything that results may come as.
ResultsLike = Any


class Came(NamedTuple):
    """Results, and the kind of frame in which answers should go back: polars, pandas, pyarrow."""

    results: Results
    kind: str


def read(
    results: ResultsLike,
    columns: Mapping[str, str] | None = None,
    *,
    date_format: str = "",
    zone: str = "UTC",
    encoding: str = "",
    importer: str = "",
) -> Results:
    """Read and validate results.

    results : a path or several, a pandas, Polars or pyarrow frame, a list of dicts, or Results
    columns : {our column: their column}
    date_format : strftime pattern of the dates, ISO by default
    zone : IANA name of the zone whose clock counts; stamps without an offset are on it
    Raises ResultsRefused with every problem of every file.
    """
    return read_as_it_came(
        results, columns, date_format=date_format, zone=zone, encoding=encoding, importer=importer
    ).results


def read_as_it_came(
    results: ResultsLike,
    columns: Mapping[str, str] | None = None,
    *,
    date_format: str = "",
    zone: str = "UTC",
    encoding: str = "",
    importer: str = "",
) -> Came:
    """``read``, and the kind of frame that came in."""
    if isinstance(results, Results):
        return Came(results, "polars")
    options = ReadOptions(dict(columns or {}), date_format, encoding)
    if isinstance(results, (str, Path)):
        return Came(_read_files([Path(results)], options, zone, importer), "polars")
    if (
        isinstance(results, Sequence)
        and results
        and all(isinstance(r, (str, Path)) for r in results)
    ):
        return Came(_read_files([Path(r) for r in results], options, zone, importer), "polars")
    frame, kind = as_polars(results, "results")
    reading = Reading(_renamed(frame, options.columns), source="", first_row=0)
    return Came(validate(reading, date_format, zone), kind)


def read_players(players: Any) -> Players:
    """Read and validate a players file or frame; None is nobody."""
    if players is None:
        return Players()
    if isinstance(players, Players):
        return players
    if isinstance(players, (str, Path)):
        return validate_players(read_file(Path(players), ReadOptions()))
    if isinstance(players, Mapping):
        rows = [{"player": name, "rating": rating} for name, rating in players.items()]
        players = pl.DataFrame(rows, schema={"player": pl.String, "rating": pl.Float64})
    frame, _ = as_polars(players, "players")
    return validate_players(Reading(frame, source="", first_row=0))


def _read_files(paths: Sequence[Path], options: ReadOptions, zone: str, importer: str) -> Results:
    """All files, or every problem of all of them."""
    parts, problems = [], []
    for path in paths:
        try:
            parts.append(validate(read_file(path, options, importer), options.date_format, zone))
        except DataRefused as refused:
            problems += refused.problems
    if problems:
        raise ResultsRefused(problems)
    return combine(parts)


def as_polars(frame: Any, what: str) -> tuple[pl.DataFrame, str]:
    """A frame of any kind as Polars, and the name of its kind."""
    if isinstance(frame, pl.DataFrame):
        return frame, "polars"
    if isinstance(frame, pl.LazyFrame):
        return frame.collect(), "polars"
    if isinstance(frame, (list, tuple)) and all(isinstance(row, Mapping) for row in frame):
        return pl.DataFrame(list(frame), infer_schema_length=None, strict=False), "polars"
    if isinstance(frame, Mapping):
        return pl.DataFrame(dict(frame), strict=False), "polars"
    import narwhals as nw

    try:
        native = nw.from_native(frame, eager_only=True)
    except TypeError as error:
        kinds = "a path, a pandas, Polars or pyarrow frame, or a list of dicts"
        raise WrongUse(f"{what} must be {kinds}, not {type(frame).__name__}") from error
    columns = {name: _column(native[name]) for name in native.columns}
    return pl.DataFrame(columns), native.implementation.name.lower()


def _column(series: Any) -> pl.Series:
    """One column of a foreign frame; text columns that we know are taken as text."""
    if series.implementation.is_pyarrow():
        return pl.Series(series.name, pl.from_arrow(series.to_native()))
    if KINDS.get(series.name) == "text" or series.dtype == type(series.dtype).__name__ == "Object":
        return pl.Series(series.name, [_text(value) for value in series.to_list()], dtype=pl.String)
    try:
        return pl.Series(series.name, series.to_numpy(), nan_to_null=False)
    except (TypeError, ValueError):
        return pl.Series(series.name, series.to_list(), strict=False)


def _text(value: Any) -> str | None:
    """A cell of a text column; pandas has several ways to say that it is empty."""
    if value is None or value != value or str(value) in ("<NA>", "NaT"):
        return None
    if isinstance(value, float) and value.is_integer():
        return str(int(value))
    return str(value)


def _renamed(frame: pl.DataFrame, columns: Mapping[str, str]) -> pl.DataFrame:
    """The frame with its own names replaced by ours."""
    missing = [own for own in columns.values() if own not in frame.columns]
    if missing:
        raise ResultsRefused(
            [Problem(f"there is no column {own}", suggest(own, frame.columns)) for own in missing]
        )
    given = {own: wanted for wanted, own in columns.items()}
    clash = [name for name in given.values() if name in frame.columns and name not in given]
    return frame.drop(clash).rename(given)


def in_kind(frame: pl.DataFrame, kind: str) -> Any:
    """A Polars frame as the kind of frame that came in."""
    if kind == "pyarrow":
        return frame.to_arrow()
    if kind == "pandas":
        import pandas as pd

        return pd.DataFrame({name: _pandas_column(frame[name]) for name in frame.columns})
    return frame


def _pandas_column(series: pl.Series) -> Any:
    if series.dtype.is_numeric() and series.null_count() == 0:
        return series.to_numpy()
    if series.dtype.is_numeric():
        return series.cast(pl.Float64).fill_null(float("nan")).to_numpy()
    if series.dtype.is_temporal():
        return series.cast(pl.Datetime("us")).to_numpy()
    return series.to_list()
