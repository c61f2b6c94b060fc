"""Results without the rows that were refused: the rest of a file, and what of it was left out."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import numpy as np
import polars as pl
from numpy.typing import NDArray

from banzuke.model.errors import ResultsRefused
from banzuke.model.importer import Reading
from banzuke.model.problems import Problem
from banzuke.model.results import Results
from banzuke.model.validation import shape_of

#: Each round of checking names so many rows of a kind; a file of which more are wrong is no table.
MOST_ROUNDS = 50

#: What tells apart the games of a table of entries, and the events of one of standings.
WHOLE = {"entries": ("event", "round", "game"), "standings": ("event",)}


def without_refused(
    read_it: Callable[[], Reading], check: Callable[[Reading], Results]
) -> tuple[Results, list[Problem]]:
    """What is left of a file without its refused rows, and the problems of these.

    A duel is left out alone; of a table of entries the whole game, of standings the whole event,
    since the others of it would be rated as if somebody had not been there. Raises ResultsRefused
    where a problem is of no row, or nothing is left.
    """
    problems: list[Problem] = []
    try:
        reading = read_it()
    except ResultsRefused as refused:
        rest = refused.partial
        if not isinstance(rest, Reading):
            raise
        if not rest.whole and shape_of(rest.frame.columns) != "duels":
            raise
        if any(problem.row is None for problem in refused.problems):
            raise
        problems += refused.problems
        # What could not be read stands in the rest as blank rows.
        blank = max(0, rest.blank_rows - len(refused.problems))
        reading = replace(rest, blank_rows=blank)
    for _ in range(MOST_ROUNDS):
        try:
            return check(reading), problems
        except ResultsRefused as refused:
            found = [problem for problem in refused.problems if problem.times == 1]
            lines = _lines(reading, found)
            if not lines.any():
                raise
            problems += found
            reading = _without(reading, _whole(reading, lines))
            if not len(reading.frame):
                raise ResultsRefused(problems) from None
    raise ResultsRefused(problems)


def _lines(reading: Reading, problems: list[Problem]) -> NDArray[np.bool_]:
    """Which lines of a reading problems are of; none where one of them is of no line."""
    rows = _rows(reading)
    told = [problem.row for problem in problems]
    if any(row is None for row in told):
        return np.zeros(len(rows), dtype=np.bool_)
    return np.isin(rows, np.array(told, dtype=np.int64))


def _rows(reading: Reading) -> NDArray[np.int64]:
    if reading.rows is not None:
        return reading.rows.to_numpy().astype(np.int64)
    return np.arange(reading.first_row, reading.first_row + len(reading.frame), dtype=np.int64)


def _whole(reading: Reading, lines: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """The lines, and those of the same games or events."""
    frame = reading.frame
    names = [name for name in WHOLE.get(shape_of(frame.columns), ()) if name in frame.columns]
    if not names:
        return lines
    keys = frame.select(pl.struct(pl.col(names).cast(pl.String)).alias("key"))["key"]
    return keys.is_in(keys.filter(pl.Series(lines)).implode()).to_numpy() | lines


def _without(reading: Reading, lines: NDArray[np.bool_]) -> Reading:
    kept = pl.Series(~lines)
    rows = pl.Series(_rows(reading), dtype=pl.UInt32)
    return replace(reading, frame=reading.frame.filter(kept), rows=rows.filter(kept))


def as_warnings(problems: list[Problem]) -> tuple[Problem, ...]:
    """Problems of rows that were left out, as what is told beside the rest."""
    return tuple(replace(problem, what=f"left out: {problem.what}") for problem in problems)
