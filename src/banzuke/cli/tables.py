"""The commands about tables of results: a blank one to fill in."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from banzuke.cli.running import show

app = typer.Typer(rich_markup_mode=None)


class Shape(StrEnum):
    """What a blank table is for."""

    DUELS = "duels"
    ENTRIES = "entries"
    STANDINGS = "standings"
    PLAYERS = "players"


@app.command()
def template(
    path: Annotated[Path, typer.Argument(metavar="FILE", help="The file, .xlsx or .csv.")],
    shape: Annotated[
        Shape,
        typer.Option(
            help="A game of two a row, a player in a game, a player in an event; or players."
        ),
    ] = Shape.DUELS,
) -> None:
    """Write a blank table to fill in, with the columns of one shape."""
    from banzuke.publishing.templates import write_template

    write_template(path, shape.value)
    show(f"{path} is written: fill in a row for each of the {shape.value}\n")
