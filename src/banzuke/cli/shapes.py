"""The forms that commands print answers in: text, and what programs and spreadsheets read."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from enum import StrEnum
from typing import Annotated, Any, TypeVar

import typer

from banzuke.cli.running import show, width_of_output


class Shape(StrEnum):
    """As text, or as a program reads it."""

    TABLE = "table"
    JSON = "json"


class TableShape(StrEnum):
    """As text, or as a program or a spreadsheet reads it."""

    TABLE = "table"
    CSV = "csv"
    JSON = "json"


ShapeOption = Annotated[Shape, typer.Option("--format", "-f", help="How to print it.")]
TableShapeOption = Annotated[TableShape, typer.Option("--format", "-f", help="How to print it.")]
ListShapeOption = Annotated[
    TableShape,
    typer.Option("--format", "-f", help="How to print it; csv and json have more columns."),
]

Item = TypeVar("Item")


def show_list(
    shape: TableShape,
    items: Sequence[Item],
    summary: Callable[[Item], dict[str, Any]],
    text: Callable[[Sequence[Item], int], str],
) -> None:
    """Print a list: as ``text`` for the width of the terminal, or the ``summary`` of each."""
    from banzuke.publishing.files import csv_of_rows
    from banzuke.publishing.plain_values import json_list

    if shape is TableShape.JSON:
        show(json_list(map(summary, items)))
    elif shape is TableShape.CSV:
        show(csv_of_rows(map(summary, items)))
    else:
        show(text(items, width_of_output()))
