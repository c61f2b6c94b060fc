"""The command that compares rulebooks by their forecasts."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from banzuke.cli.asking import FilesOrLedger, asks, pairs
from banzuke.cli.ledger_asking import opened
from banzuke.cli.running import complain, show, width_of_output
from banzuke.cli.shapes import TableShape, TableShapeOption
from banzuke.model.errors import WrongUse
from banzuke.model.problems import Problem

app = typer.Typer(rich_markup_mode=None)


@app.command()
@asks
def compare(
    asked: FilesOrLedger,
    rules: Annotated[
        list[str],
        typer.Option("--rules", "-r", metavar="RULEBOOK", help="A key or a .toml file; say two."),
    ],
    every: Annotated[
        str,
        typer.Option(
            metavar="STEP",
            help="At the end of each day, week, month or year ratings forecast the games until "
            "the next.",
        ),
    ] = "month",
    players: Annotated[
        Path | None,
        typer.Option("--players", "-p", metavar="FILE", help="Starting ratings of players."),
    ] = None,
    format_: TableShapeOption = TableShape.TABLE,
) -> None:
    """Compare rulebooks by how well they forecast games from the results before them."""
    from banzuke.publishing.comparison_text import comparison_text
    from banzuke.publishing.files import csv_text
    from banzuke.publishing.plain_values import json_list
    from banzuke.workflows.comparing import compared

    warnings: tuple[Problem, ...] = ()
    if place := asked.place():
        if players or asked != FilesOrLedger(ledger=asked.ledger):
            raise WrongUse("a ledger has its results and players: leave out what is for files")
        with opened(place) as book:
            found = book.compare(rules, every=every)
    else:
        columns = pairs(asked.columns, "--map", "WANTED=COLUMN")
        found, warnings, _ = compared(
            list(asked.files or ()), rules, players, every=every, columns=columns, **asked.how()
        )
    if format_ is TableShape.CSV:
        show(csv_text(found), is_data=True)
    elif format_ is TableShape.JSON:
        show(json_list(found.to_dicts()))
    else:
        show(comparison_text(found, every, width_of_output()))
    if format_ is not TableShape.JSON:
        complain(f"warning: {warning}" for warning in warnings)
