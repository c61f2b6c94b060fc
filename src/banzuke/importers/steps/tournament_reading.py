"""The Reading of a file that holds a tournament, or its refusal with everything that is wrong."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import NamedTuple

import polars as pl

from banzuke.importers.steps.findings import Findings
from banzuke.importers.steps.headers import Header
from banzuke.importers.steps.tidying import tidy
from banzuke.model.importer import Reading


class Games(NamedTuple):
    """What a file holds.

    frame : the games, with columns as in ``columns.md``; rows : the file's row of each
    players : a line each; player_rows : the file's row of each
    """

    frame: pl.DataFrame
    rows: Sequence[int]
    players: pl.DataFrame
    player_rows: Sequence[int]


def reading_of(games: Games, found: Findings, usual: frozenset[str]) -> Reading:
    """The Reading of a file; raises ResultsRefused if anything was found to be wrong.

    usual : the columns that every file of the format has
    """
    frame = games.frame
    source, rows = found.wrong.source, pl.Series("row", games.rows, dtype=pl.UInt32)
    reading = tidy(frame, Header(frame.columns), source, 1, found.warnings(), rows=rows)
    reading = replace(
        reading,
        players=games.players,
        player_rows=pl.Series("row", games.player_rows, dtype=pl.UInt32),
        usual=usual,
    )
    if found.wrong.found:
        raise found.refusal(reading if len(frame) else None)
    return reading


def table_of_players(frame: pl.DataFrame, rows: Sequence[int], found: Findings) -> Reading:
    """The Reading of a players file; raises ResultsRefused if anything was found to be wrong.

    frame : columns of a players file; rows : the file's row of each line
    """
    if found.wrong.found:
        raise found.refusal()
    numbers = pl.Series("row", rows, dtype=pl.UInt32)
    return tidy(frame, Header(frame.columns), found.wrong.source, 1, found.warnings(), rows=numbers)
