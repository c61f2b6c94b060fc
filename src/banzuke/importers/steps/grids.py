"""Small tables as grids of texts: what HTML pages, crosstables and wide tables are read from."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import polars as pl

from banzuke.importers.steps.headers import MOST_ABOVE, header_among, name_columns, normal, notes_of
from banzuke.importers.steps.tidying import tidy
from banzuke.model.errors import ResultsRefused
from banzuke.model.importer import Reading, ReadOptions
from banzuke.model.problems import Problem


class Grid(NamedTuple):
    """A table before anything is known of it.

    records : its rows, blank ones left out, all of one length; rows : the file's row of each
    """

    records: list[list[str]]
    rows: list[int]


def grid_of(records: Sequence[Sequence[str | None]], rows: Sequence[int] | None = None) -> Grid:
    """A grid of records of any lengths, numbered from 1 where nothing else is said."""
    width = max(map(len, records), default=0)
    kept = [
        ([(cell or "").strip() for cell in record] + [""] * (width - len(record)), row)
        for record, row in zip(records, rows or range(1, len(records) + 1), strict=True)
        if any(cell and cell.strip() for cell in record)
    ]
    return Grid([record for record, _ in kept], [row for _, row in kept])


def read_grid(
    grid: Grid, options: ReadOptions, source: str, warnings: tuple[Problem, ...] = ()
) -> Reading:
    """The Reading of a grid with a header; raises ResultsRefused with every problem found."""
    if not grid.records:
        raise ResultsRefused([Problem("there is no header, only blank lines", "", source)])
    wanted = frozenset(normal(own) for own in options.columns.values())
    heading = header_among(grid.records[: MOST_ABOVE + 1], wanted)
    row = grid.rows[heading.position]
    header = name_columns(heading.own, options, source, row)
    below = slice(heading.position + 1, None)
    frame = pl.DataFrame(
        grid.records[below], schema=dict.fromkeys(header.names, pl.String), orient="row"
    )
    rows = pl.Series(grid.rows[below], dtype=pl.UInt32)
    notes = (*warnings, *notes_of(heading, source, row))
    return tidy(frame, header, source, row + 1, notes, rows=rows)
