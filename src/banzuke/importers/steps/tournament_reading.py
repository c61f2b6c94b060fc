"""The Reading of a file that holds a tournament, or its refusal with everything that is wrong."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np
import polars as pl
from numpy.typing import NDArray

from banzuke.importers.steps.findings import Findings
from banzuke.importers.steps.tidying import damaged_letters
from banzuke.model.importer import Reading
from banzuke.model.problems import Problem
from banzuke.model.row_problems import Problems


class Games(NamedTuple):
    """What a file holds.

    frame : the games, with columns as in ``columns.md``; rows : the file's row of each
    players : a line each; player_rows : the file's row of each
    """

    frame: pl.DataFrame
    rows: Sequence[int] | NDArray[np.int64]
    players: pl.DataFrame
    player_rows: Sequence[int] | NDArray[np.int64]


def reading_of(
    games: Games, found: Findings, usual: frozenset[str], *, whole: bool = False
) -> Reading:
    """The Reading of a file; raises ResultsRefused if anything was found to be wrong.

    usual : the columns that every file of the format has; whole : see ``Reading``
    """
    rows = pl.Series("row", games.rows, dtype=pl.UInt32)
    reading = Reading(
        frame=games.frame,
        source=found.wrong.source,
        rows=rows,
        players=games.players,
        player_rows=pl.Series("row", games.player_rows, dtype=pl.UInt32),
        usual=usual,
        whole=whole,
        warnings=(*found.warnings(), *_letters(games.frame, rows, found)),
    )
    if found.wrong.found:
        raise found.refusal(reading if len(games.frame) else None)
    return reading


def indices(of: NDArray[Any]) -> pl.Series:
    """Places in a column, as Polars takes them at once.

    A column is taken from it one by one: for a whole frame Polars wakes its threads, which takes
    longer.
    """
    return pl.Series(of.astype(np.uint32, copy=False))


def _letters(frame: pl.DataFrame, rows: pl.Series, found: Findings) -> tuple[Problem, ...]:
    """What is to be told of letters that an earlier program damaged."""
    if found.plain_letters:
        return ()
    return damaged_letters(frame, Problems(found.wrong.source, lambda line: int(rows[line])))


def table_of_players(frame: pl.DataFrame, rows: Sequence[int], found: Findings) -> Reading:
    """The Reading of a players file; raises ResultsRefused if anything was found to be wrong.

    frame : columns of a players file; rows : the file's row of each line
    """
    if found.wrong.found:
        raise found.refusal()
    numbers = pl.Series("row", rows, dtype=pl.UInt32)
    warnings = (*found.warnings(), *_letters(frame, numbers, found))
    return Reading(frame, found.wrong.source, numbers, warnings=warnings)
