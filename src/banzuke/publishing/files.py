"""Tables as files: CSV, Parquet and Excel, and files that are written whole or not at all."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from pathlib import Path
from shutil import copymode

import polars as pl

from banzuke.model.errors import FileProblem, WrongUse

#: What a file's ending says about its format.
ENDINGS = {
    ".csv": "csv",
    ".json": "json",
    ".parquet": "parquet",
    ".xlsx": "xlsx",
    ".txt": "table",
}

#: A sheet's rows, the header not counted.
MOST_EXCEL_ROWS = 1_048_575

_FORMULA = r"^[=+\-@\t\r]"
_NUMBER = r"^[+-]?[0-9]+(\.[0-9]+)?$"


def csv_text(frame: pl.DataFrame) -> str:
    """A table as CSV, numbers at full precision; text that a spreadsheet could run is guarded."""
    return guarded(frame).write_csv(datetime_format="%Y-%m-%dT%H:%M:%S%.f")


def guarded(frame: pl.DataFrame) -> pl.DataFrame:
    """Text cells that a spreadsheet would take for a formula, with an apostrophe before them.

    A shown rating that is a number, such as -12, stays one.
    """
    changed = []
    for name, kind in frame.schema.items():
        if kind != pl.String:
            continue
        cell = pl.col(name)
        formula = cell.str.contains(_FORMULA)
        if name == "shown":
            formula &= ~cell.str.contains(_NUMBER)
        changed.append(pl.when(formula).then("'" + cell).otherwise(cell).alias(name))
    return frame.with_columns(changed)


def write_parquet(frame: pl.DataFrame, path: Path) -> None:
    """Write a table as Parquet; raises FileProblem."""
    write_whole(path, frame.write_parquet)


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
        try:
            with xlsxwriter.Workbook(place, as_text | {"strings_to_urls": False}) as workbook:
                for name, frame in sheets.items():
                    short = len(frame) <= 10_000
                    frame.write_excel(workbook, name, autofit=short, float_precision=4)
        except xlsxwriter.exceptions.FileCreateError as error:
            raise OSError(str(error)) from error

    write_whole(path, write)


def write_text(text: str, path: Path) -> None:
    """Write a text as UTF-8; raises FileProblem."""
    write_whole(path, lambda place: place.write_bytes(text.encode("utf-8", "backslashreplace")))


def write_whole(path: Path, write: Callable[[Path], object]) -> None:
    """Have ``write`` write a file beside ``path``, then put it in its place.

    What was there before stays if writing fails. A device or pipe is written to directly.
    """
    try:
        target = path.resolve()
        if target.exists() and not target.is_file():
            write(target)
            return
        beside = target.with_name(f".{target.stem}-{os.getpid()}{target.suffix}")
        try:
            write(beside)
            if target.exists():
                copymode(target, beside)
            beside.replace(target)
        finally:
            beside.unlink(missing_ok=True)
    except OSError as error:
        raise FileProblem(f"{path} cannot be written: {error.strerror or error}") from error
