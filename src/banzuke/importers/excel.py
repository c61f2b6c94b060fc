"""Spreadsheets: a sheet of an Excel workbook (.xlsx), also of .xls, .xlsb and .ods.

It is the first, unless ``--sheet`` names another one. Rows are those of the sheet. The header is
the first row that is not blank, or stands below a title.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import polars as pl

from banzuke.importers.steps.file_kinds import (
    EXCEL_WORKBOOK,
    OLD_OFFICE_FILE,
    OPEN_DOCUMENT,
    ZIP_KINDS,
    first_bytes,
    seems_to_be,
)
from banzuke.importers.steps.grids import grid_of
from banzuke.importers.steps.headers import (
    MOST_ABOVE,
    header_among,
    name_columns,
    normal,
    notes_of,
)
from banzuke.importers.steps.sheets import about_other_sheets, chosen_sheet, no_rows
from banzuke.importers.steps.special_forms import FIRST_RECORDS, read_special
from banzuke.importers.steps.tidying import as_numbers, tidy
from banzuke.importers.steps.workbooks import (
    error_cells,
    packs_a_workbook,
    refuse_far_cells,
    refuse_traps,
    size_of_sheet,
)
from banzuke.model.columns import KINDS
from banzuke.model.errors import ResultsRefused
from banzuke.model.importer import Importer, Reading, ReadOptions
from banzuke.model.problems import Problem

if TYPE_CHECKING:
    from fastexcel import DType, ExcelReader

STAMP = r"^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d(\.\d+)?$"
MIDNIGHT = r"^(\d{4}-\d\d-\d\d) 00:00:00$"
#: A sheet of more rows is no crosstable.
MOST_ROWS = 5_000
#: Of other sheets none is looked into that is larger, in bytes as it is packed in the workbook.
MOST_LOOKED_INTO = 1_000_000
SAVE_AGAIN = "save it as .xlsx or CSV in a spreadsheet program"


def recognise(sample: bytes, path: Path) -> float:
    """How sure it is that a file is a spreadsheet, by its first bytes and what it packs."""
    kind = seems_to_be(sample)
    if kind in ZIP_KINDS:
        if packs_a_workbook(path):
            return 0.99
        # A broken one is told so best by reading it.
        return 0.5 if kind == EXCEL_WORKBOOK else 0.0
    if kind == OPEN_DOCUMENT:
        return 0.99 if b"opendocument.spreadsheet" in sample[:128] else 0.0
    if kind == OLD_OFFICE_FILE:
        return 0.9 if path.suffix.lower() == ".xls" else 0.2
    return 0.0


def read(path: Path, options: ReadOptions) -> Reading:
    """Read a sheet of a workbook; raises ResultsRefused with every problem found.

    Our number columns come as Float64 if each of their cells is a number, dates as dates if
    each cell is one, all others as text. Cells that hold an error such as #N/A are refused.
    """
    source = path.name
    reader = _open(path, source)
    names = reader.sheet_names
    begin = partial(_begin, path, reader)
    at = chosen_sheet(names, options, source, begin)
    refuse_far_cells(path, at)
    warnings = about_other_sheets(names, at, options, source, begin)
    warnings += _check_cells(path, at, source)
    cells = _load(reader, at, "string", source)
    filled = _filled_rows(cells)
    if not filled:
        raise no_rows(names, at, source, begin)
    special = _special(cells, options, source)
    if special is not None:
        return replace(special, warnings=(*warnings, *special.warnings))
    wanted = frozenset(normal(own) for own in options.columns.values())
    heading = header_among([_texts(cells, row) for row in filled], wanted)
    first = filled[heading.position]
    warnings += notes_of(heading, source, first + 1)
    header = name_columns(heading.own, options, source, first + 1)
    exact = _load(reader, at, _types(header.names), source)
    below = cells.slice(first + 1), exact.slice(first + 1)
    frame = pl.DataFrame(_columns(*below, header.names))
    return tidy(frame, header, source, first + 2, warnings)


def _filled_rows(cells: pl.DataFrame) -> list[int]:
    """The first rows that are not blank, of which one may be the header."""
    if not cells.width:
        return []
    filled = pl.any_horizontal(pl.all().str.strip_chars().replace("", None).is_not_null())
    rows: list[int] = cells.select(filled).to_series().arg_true().head(MOST_ABOVE + 1).to_list()
    return rows


def _texts(cells: pl.DataFrame, row: int) -> list[str]:
    return [value or "" for value in cells.row(row)]


def _types(names: Sequence[str]) -> dict[str | int, DType]:
    """As what each column is loaded, by position."""
    kinds = (KINDS.get(name) for name in names)
    return {at: "float" if kind == "number" else "string" for at, kind in enumerate(kinds)}


def _columns(texts: pl.DataFrame, exact: pl.DataFrame, names: Sequence[str]) -> list[pl.Series]:
    """The columns below the header, each cell as what its column holds.

    exact : the same cells with numbers as floats, since texts of them have nine decimals at most
    """
    columns = []
    for name, text, number in zip(names, texts, exact, strict=True):
        series = text.alias(name)
        if KINDS.get(name) == "number":
            columns.append(_numbers(series, number))
        elif KINDS.get(name) == "date":
            columns.append(_dates(series))
        else:
            columns.append(series.str.replace(MIDNIGHT, "$1"))
    return columns


def _special(cells: pl.DataFrame, options: ReadOptions, source: str) -> Reading | None:
    """The Reading of a sheet that is a crosstable or another table of a form of its own."""
    if len(cells) > MOST_ROWS:
        return None
    return read_special(_first(cells), lambda: grid_of(cells.rows()), options, source)


def _first(cells: pl.DataFrame) -> list[list[str]]:
    return [_texts(cells, row) for row in range(min(len(cells), FIRST_RECORDS))]


def _open(path: Path, source: str) -> ExcelReader:
    """The workbook; raises ResultsRefused if it is none."""
    import fastexcel

    kind = seems_to_be(first_bytes(path))
    if kind not in (*ZIP_KINDS, OPEN_DOCUMENT, OLD_OFFICE_FILE):
        what = f"this seems to be {kind or 'text'}, not a workbook"
        raise ResultsRefused([Problem(what, SAVE_AGAIN, source)])
    if kind != OLD_OFFICE_FILE:
        refuse_traps(path, SAVE_AGAIN)
    try:
        return fastexcel.read_excel(path)
    except fastexcel.FastExcelError as error:
        what = f"cannot be read as a workbook: {str(error).splitlines()[0]}"
        raise ResultsRefused([Problem(what, SAVE_AGAIN, source)]) from error


def _load(
    reader: ExcelReader, at: int, types: DType | dict[str | int, DType], source: str
) -> pl.DataFrame:
    """All cells of a sheet, its first row included, as one type or one a column."""
    import fastexcel

    try:
        sheet = reader.load_sheet(at, header_row=None, skip_rows=0, dtypes=types)
    except fastexcel.FastExcelError as error:
        what = f"the sheet cannot be read: {str(error).splitlines()[0]}"
        raise ResultsRefused([Problem(what, SAVE_AGAIN, source)]) from error
    return sheet.to_polars()


def _begin(path: Path, reader: ExcelReader, at: int) -> list[list[str]] | None:
    """The first records of a sheet; None where it cannot be read, or is too large to look into."""
    import fastexcel

    try:
        if size_of_sheet(path, at) > MOST_LOOKED_INTO:
            return None
        refuse_far_cells(path, at)
        sheet = reader.load_sheet(at, header_row=None, n_rows=FIRST_RECORDS, dtypes="string")
    except (ResultsRefused, fastexcel.FastExcelError):
        return None
    return _first(sheet.to_polars())


def _numbers(texts: pl.Series, floats: pl.Series) -> pl.Series:
    """The cells as floats if every text is a number, else the texts.

    ``floats`` are exact, but null where the sheet has text.
    """
    numbers = as_numbers(texts)
    return floats.fill_null(numbers).alias(texts.name) if numbers.dtype != pl.String else texts


def _dates(texts: pl.Series) -> pl.Series:
    """Cells that a spreadsheet keeps as dates as dates or time stamps, if all of them are."""
    if texts.str.contains(STAMP).all() and texts.null_count() < len(texts):
        stamps = texts.str.to_datetime("%Y-%m-%d %H:%M:%S%.f", strict=False, time_unit="us")
        if stamps.null_count() == texts.null_count():
            dates = stamps.dt.date()
            return dates if (dates.cast(pl.Datetime("us")) == stamps).all() else stamps
    return texts.str.replace(MIDNIGHT, "$1")


def _check_cells(path: Path, at: int, source: str) -> tuple[Problem, ...]:
    """A warning if errors in cells cannot be told; raises ResultsRefused if there are some."""
    errors = error_cells(path, at)
    if errors is None:
        what = "cells with an error such as #N/A count as empty in this kind of file"
        return (Problem(what, "save it as .xlsx to have them found", source),)
    if errors:
        right = "a value; or leave the column out, if it is not needed"
        raise ResultsRefused(
            Problem(f"cell {cell} holds the error {error}", right, source, row or None)
            for row, cell, error in errors
        )
    return ()


IMPORTER = Importer(
    key="xlsx",
    title="Excel (.xlsx)",
    recognise=recognise,
    read=read,
    surest=0.99,
    has_sheets=True,
)
