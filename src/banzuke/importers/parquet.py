"""Parquet files: columns that already have types.

The row of a record is its number as a spreadsheet would count: the names of the columns are
row 1.
"""

from __future__ import annotations

from pathlib import Path

import polars as pl

from banzuke.importers.steps.file_kinds import PARQUET, first_bytes, seems_to_be
from banzuke.importers.steps.headers import name_columns
from banzuke.importers.steps.tidying import Known, tidy
from banzuke.model.cells import as_text
from banzuke.model.columns import KINDS
from banzuke.model.errors import ResultsRefused
from banzuke.model.importer import Importer, Reading, ReadOptions
from banzuke.model.limits import NOT_CELLS
from banzuke.model.problems import Problem

MAGIC = b"PAR1"


def recognise(sample: bytes, path: Path) -> float:
    """Certain of files that begin as Parquet files do; the ending of the name does not matter."""
    return 1.0 if sample.startswith(MAGIC) else 0.0


def read(path: Path, options: ReadOptions) -> Reading:
    """Read a Parquet file; raises ResultsRefused with every problem found.

    Our text columns come as text whatever their type, so that players with numbers for names
    are read too; all others keep their types.
    """
    source = path.name
    frame = _table(path, source)
    header = name_columns(frame.columns, options, source)
    frame.columns = header.names
    problems = []
    for series in frame:
        kind = KINDS.get(series.name)
        if kind is not None and series.dtype in NOT_CELLS and series.dtype != pl.Binary:
            what = f"holds {series.dtype}, not one value a row"
            problems.append(Problem(what, f"a {kind} column", source, column=series.name))
        elif kind == "text" or isinstance(series.dtype, (pl.Categorical, pl.Enum)):
            try:
                frame = frame.with_columns(as_text(series))
            except pl.exceptions.PolarsError:
                what = f"holds {series.dtype} that is not text"
                problems.append(Problem(what, "a text column", source, column=series.name))
    if problems:
        raise ResultsRefused(problems)
    return tidy(frame, header, source, 2, known=Known(no_guards=True))


def _table(path: Path, source: str) -> pl.DataFrame:
    """The columns under their own names."""
    sample = first_bytes(path)
    if not sample.startswith(MAGIC):
        kind = seems_to_be(sample) or "text"
        raise ResultsRefused([Problem(f"this seems to be {kind}, not {PARQUET}", "", source)])
    with path.open("rb") as file:
        file.seek(-min(len(sample), len(MAGIC)), 2)
        whole = file.read() == MAGIC
    if not whole:
        what = "the end of the file is missing"
        raise ResultsRefused([Problem(what, "copy or write it anew", source)])
    try:
        return pl.read_parquet(path, glob=False, hive_partitioning=False)
    except (pl.exceptions.PolarsError, pl.exceptions.PanicException) as error:
        what = f"a broken Parquet file: {str(error).splitlines()[0]}"
        raise ResultsRefused([Problem(what, "copy or write it anew", source)]) from error


IMPORTER = Importer(key="parquet", title="Parquet", recognise=recognise, read=read)
