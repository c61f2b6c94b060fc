"""Cells of a table turned into texts and numbers; what cannot be is reported by row."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import polars as pl
from numpy.typing import NDArray

from banzuke.model.coded_names import CONTROL, code_names
from banzuke.model.limits import (
    LARGEST_NUMBER,
    LONGEST_TEXT,
    too_long_texts,
)
from banzuke.model.row_problems import Problems

Floats = NDArray[np.float64]

#: What stands for decimals in one sign.
FRACTIONS = {"½": ".5", "¼": ".25", "¾": ".75"}

#: The highest whole number of places, players, rounds or lines of a board.
HIGHEST_WHOLE = 2**31 - 1


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


def refuse_control_signs(values: pl.Series, column: str, problems: Problems) -> None:
    """Refuse texts with signs that only damage puts there, and that a terminal would obey."""
    damaged = values.str.contains(CONTROL.pattern).fill_null(value=False)
    problems.add_lines(
        damaged.to_numpy(),
        column,
        lambda line: f"{values[line]!a} holds characters that cannot be printed",
        "the text without them",
    )


def _start(text: str) -> str:
    return text[:40] + "…"


def texts(series: pl.Series) -> pl.Series:
    """A column as text, outer white space dropped, empty cells null.

    Numbers that are all whole are written without decimals: 7, not 7.0.
    """
    return as_text(series).str.strip_chars().replace("", None)


def as_text(series: pl.Series) -> pl.Series:
    """A column of any plain type as text; whole numbers are written without a fraction."""
    if series.dtype.is_float():
        present = series.drop_nulls().drop_nans()
        if (present == present.round()).all() and (present.abs() < 2**53).all():
            series = series.fill_nan(None).cast(pl.Int64)
    return series.cast(pl.String)


def numbers(series: pl.Series, problems: Problems) -> Floats:
    """A column as float64, NaN where the cell is empty; other cells must be numbers within limits.

    A decimal comma is taken where it cannot be read as a thousands separator; so is 2½.
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
    for sign, decimals in FRACTIONS.items():
        dotted = dotted.str.replace(rf"^([+-]?\d*) ?{sign}$", f"${{1}}{decimals}")
    dotted = dotted.str.replace("^−", "-")
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
    series: pl.Series,
    known: dict[str, int],
    problems: Problems,
    right: str,
    compared: Callable[[str], str] = str.casefold,
) -> NDArray[np.int32]:
    """Cells out of a list of words, as they are ``compared``, as numbers; -1 where empty."""
    coded = code_names(series)
    lookup = [known.get(compared(name), -2) for name in coded.names]
    values = np.array([*lookup, -1], dtype=np.int32)[coded.codes]
    names = coded.names
    problems.add_lines(
        values == -2, series.name, lambda i: f"{names[coded.codes[i]]!r} is not known", right
    )
    return np.where(values == -2, -1, values)
