"""Tables as files: CSV, Parquet and Excel."""

from __future__ import annotations

import io
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

import polars as pl

from banzuke.engine.whole_files import write_whole
from banzuke.model.errors import WrongUse
from banzuke.model.formulas import guarded as guarded_text
from banzuke.model.formulas import is_formula, seems_guarded

#: What a file's ending says about its format.
ENDINGS = {
    ".csv": "csv",
    ".json": "json",
    ".parquet": "parquet",
    ".xlsx": "xlsx",
    ".txt": "table",
    ".xml": "fide-xml",
    ".trf": "trf",
}

#: A sheet's rows, the header not counted.
MOST_EXCEL_ROWS = 1_048_575

_NUMBER = r"^[+-]?[0-9]+(\.[0-9]+)?$"


def csv_text(frame: pl.DataFrame) -> str:
    """A table as CSV, numbers at full precision; text that a spreadsheet could run is guarded."""
    return guarded(frame).write_csv(datetime_format="%Y-%m-%dT%H:%M:%S%.f")


def csv_of_rows(rows: Iterable[Mapping[str, Any]]) -> str:
    """``csv_text`` of rows, each with the same keys."""
    return csv_text(pl.DataFrame(list(rows), infer_schema_length=None))


def guarded(frame: pl.DataFrame) -> pl.DataFrame:
    """Text cells that a spreadsheet would take for a formula, with an apostrophe before them.

    A shown rating that is a number, such as -12, stays one.
    """
    changed = []
    for name, kind in frame.schema.items():
        if kind != pl.String:
            continue
        cell = pl.col(name)
        formula = is_formula(cell)
        if name == "shown":
            formula &= ~cell.str.contains(_NUMBER)
        changed.append(pl.when(formula).then(guarded_text(cell)).otherwise(cell).alias(name))
    return frame.with_columns(changed)


def write_parquet(frame: pl.DataFrame, path: Path) -> None:
    """Write a table as Parquet; raises FileProblem."""

    def write(place: Path) -> None:
        try:
            frame.write_parquet(place)
        except pl.exceptions.PolarsError as error:
            raise OSError(str(error)) from error

    write_whole(path, write)


def write_excel(sheets: Mapping[str, pl.DataFrame], path: Path) -> None:
    """Write tables as the sheets of an Excel file; raises FileProblem, WrongUse if one is too long.

    Numbers are numbers and texts are texts, whatever they look like.
    """
    for name, frame in sheets.items():
        if len(frame) > MOST_EXCEL_ROWS:
            raise WrongUse(
                f"{name} has {len(frame)} rows, but a sheet of Excel holds {MOST_EXCEL_ROWS}; "
                "write it as csv or parquet"
            )

    def write(place: Path) -> None:
        import xlsxwriter

        as_text = {"strings_to_formulas": False, "strings_to_numbers": False}
        # In memory, because an archive that cannot be finished on a full disk complains later.
        content = io.BytesIO()
        with xlsxwriter.Workbook(content, as_text | {"strings_to_urls": False}) as workbook:
            for number, (name, frame) in enumerate(sheets.items()):
                if number and frame.is_empty():
                    continue
                sheet = _told_from_guarded(for_reading(frame))
                sheet.write_excel(
                    workbook,
                    name,
                    autofit=len(frame) <= 10_000,
                    freeze_panes=(1, 0),
                    column_formats=number_formats(sheet),
                )
        place.write_bytes(content.getbuffer())

    write_whole(path, write)


def _told_from_guarded(frame: pl.DataFrame) -> pl.DataFrame:
    """Texts that begin as guarded ones do get one more apostrophe, which readers take off."""
    texts = {name: pl.col(name) for name, kind in frame.schema.items() if kind == pl.String}
    return frame.with_columns(
        pl.when(seems_guarded(cell)).then(guarded_text(cell)).otherwise(cell).alias(name)
        for name, cell in texts.items()
    )


def for_reading(frame: pl.DataFrame) -> pl.DataFrame:
    """A table without columns in which nothing stands, such as the pool where there is one."""
    if frame.is_empty():
        return frame
    kept = []
    for name, kind in frame.schema.items():
        cells = frame[name].replace("", None) if kind == pl.String else frame[name]
        if cells.null_count() < len(cells):
            kept.append(name)
    return frame.select(kept)


def number_formats(frame: pl.DataFrame) -> dict[Any, Any]:
    """How Excel shows each column of numbers: whole ones whole, others with four decimals."""
    formats = {}
    for name, kind in frame.schema.items():
        if kind.is_integer():
            formats[name] = "0"
        elif kind.is_float():
            values = frame[name].drop_nulls()
            formats[name] = "0" if (values == values.round()).all() else "0.0000"
    return formats


def write_text(text: str, path: Path) -> None:
    """Write a text as UTF-8; raises FileProblem."""
    write_whole(path, lambda place: place.write_bytes(text.encode("utf-8", "backslashreplace")))
