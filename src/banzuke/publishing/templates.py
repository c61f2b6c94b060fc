"""Blank tables to fill in: results of each shape, and players."""

from __future__ import annotations

import io
from pathlib import Path
from typing import Any

import polars as pl

from banzuke.engine.whole_files import write_new
from banzuke.model.columns import COLUMNS, KINDS
from banzuke.model.errors import UnknownName, WrongUse

#: What a blank table of each shape asks for; everything else that ``columns.md`` has may be added.
TEMPLATES: dict[str, tuple[str, ...]] = {
    "duels": (
        *("date", "event", "round", "board", "player_1", "player_2", "result"),
        *("score_1", "score_2", "status"),
    ),
    "entries": ("date", "event", "round", "game", "player", "side", "place", "score", "status"),
    "standings": ("event", "date", "player", "place"),
    "players": ("player", "name", "nation", "club", "born", "rating", "games"),
}


def blank_table(shape: str) -> pl.DataFrame:
    """A table without rows; raises UnknownName for an unknown shape."""
    if shape not in TEMPLATES:
        raise UnknownName("shape", shape, list(TEMPLATES))
    kinds: dict[str, Any] = {"number": pl.Float64, "text": pl.String, "date": pl.Date}
    return pl.DataFrame(schema={name: kinds[KINDS[name]] for name in TEMPLATES[shape]})


def write_template(path: Path, shape: str) -> None:
    """Write a blank table as CSV or Excel, as the path ends; nothing is overwritten.

    In Excel each name of a column tells what the column holds, columns of text keep ``1-0`` as it
    is typed, and dates are dates. Raises UnknownName, WrongUse and FileProblem.
    """
    frame = blank_table(shape)
    ending = path.suffix.lower()
    if ending == ".csv":
        # With the mark by which spreadsheet programs know that letters are UTF-8.
        content = ("\ufeff" + ",".join(frame.columns) + "\r\n").encode()
    elif ending == ".xlsx":
        content = _workbook(frame.columns, shape)
    else:
        raise WrongUse(f"{path} does not say which format: end it in .xlsx or .csv")
    write_new(path, lambda place: place.write_bytes(content))


def _workbook(names: list[str], shape: str) -> bytes:
    """An Excel workbook with these columns."""
    import xlsxwriter

    meanings = {column.name: column.meaning for column in COLUMNS}
    content = io.BytesIO()
    with xlsxwriter.Workbook(content) as workbook:
        sheet = workbook.add_worksheet(shape)
        head = workbook.add_format({"bold": True, "bottom": 1})
        forms = {
            "text": workbook.add_format({"num_format": "@"}),
            "date": workbook.add_format({"num_format": "yyyy-mm-dd"}),
            "number": workbook.add_format({"num_format": "General"}),
        }
        for position, name in enumerate(names):
            width = max(12, len(name) + 4)
            sheet.set_column(position, position, width, forms[KINDS[name]])
            sheet.write_string(0, position, name, head)
            sheet.write_comment(0, position, meanings[name])
        sheet.freeze_panes(1, 0)
    return content.getvalue()
