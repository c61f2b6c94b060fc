"""Tables that are not a game, a player or a place a row: crosstables, matrices, wide tables."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import pairwise

from banzuke.importers.steps.crosstable_reading import read_crosstable
from banzuke.importers.steps.crosstables import MOST_ABOVE, layout_of, rounds_among
from banzuke.importers.steps.grids import Grid
from banzuke.importers.steps.headers import MOST_ABOVE as MOST_ABOVE_HEADER
from banzuke.importers.steps.headers import header_among, shape_by_meaning
from banzuke.importers.steps.result_matrix import read_matrix
from banzuke.importers.steps.wide_rounds import blocks_of, read_wide
from banzuke.model.importer import Reading, ReadOptions

FORMS: tuple[Callable[[Grid, ReadOptions, str], Reading | None], ...] = (
    read_crosstable,
    read_matrix,
    read_wide,
)


#: A table of more bytes is none of these forms: it would have thousands of lines.
MOST_BYTES = 1 << 21

#: So many records tell whether a table may be one of them.
FIRST_RECORDS = 16


def may_be_special(records: Sequence[Sequence[str]]) -> bool:
    """Whether the first records of a table may begin one of the forms."""
    both = [
        [f"{over} {under}".strip() for over, under in zip(above, below, strict=False)]
        for above, below in pairwise(records)
    ]
    if any(rounds_among(record) or blocks_of(record) for record in [*records, *both]):
        return True
    return any(_is_of_names(records, record) for record in records[:MOST_ABOVE])


def _is_of_names(records: Sequence[Sequence[str]], header: Sequence[str]) -> bool:
    """Whether a header may hold names that stand in the first columns of the lines, too."""
    columns = {cell.strip().casefold() for cell in header if cell.strip()}
    lines = {cell.strip().casefold() for record in records for cell in record[:2] if cell.strip()}
    short = {one.strip(".") for one in columns if len(one) > 1}
    named = sum(any(line.startswith(one) for one in short) for line in lines - columns)
    return len(columns & lines) > 2 or named > 2


def read_special(
    first: Sequence[Sequence[str]], grid: Callable[[], Grid], options: ReadOptions, source: str
) -> Reading | None:
    """The Reading of a table that is one of the forms; None if it is none.

    first : its first records, blank ones too; grid : makes the whole of it, where that is needed
    Raises ResultsRefused with everything that is wrong, and UnknownName.
    """
    filled = [record for record in first if any(cell.strip() for cell in record)]
    if options.columns:
        return None  # somebody says which columns there are
    if not filled or not may_be_special(filled):
        return None
    header = header_among(filled[: MOST_ABOVE_HEADER + 1]).own
    if shape_by_meaning(header) and blocks_of(header) is None:
        return None  # a game, a player or a place a row
    whole = grid()
    for form in FORMS:
        reading = form(whole, options, source)
        if reading is not None:
            return reading
    return None


def is_special(grid: Grid) -> bool:
    """Whether a grid is a crosstable, whose cells need not be right."""
    return layout_of(grid) is not None
