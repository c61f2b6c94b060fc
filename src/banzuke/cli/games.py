"""The command that shows what was played, with the numbers by which games are corrected."""

from __future__ import annotations

from typing import Annotated

import typer

from banzuke.cli.ledger_asking import Place, opened
from banzuke.cli.running import show, width_of_output
from banzuke.cli.shapes import TableShape, TableShapeOption

app = typer.Typer(rich_markup_mode=None)


@app.command()
def games(
    ledger: Place = "",
    numbers: Annotated[
        list[int] | None, typer.Option("--game", metavar="NUMBER", help="A game; can be repeated.")
    ] = None,
    event: Annotated[str, typer.Option(metavar="NAME", help="Games of an event.")] = "",
    file: Annotated[str, typer.Option(metavar="NAME", help="Games of a file.")] = "",
    person: Annotated[
        str, typer.Option("--player", metavar="PERSON", help="Games of a person.")
    ] = "",
    day: Annotated[str, typer.Option("--date", metavar="DATE", help="Games of a day.")] = "",
    format_: TableShapeOption = TableShape.TABLE,
) -> None:
    """Show games with their numbers: all, or those to which everything applies that is said."""
    from banzuke.ledger.finding import Wanted
    from banzuke.publishing.files import csv_text
    from banzuke.publishing.games_text import games_text
    from banzuke.publishing.plain_values import json_list, rows

    with opened(ledger) as book:
        found = book.games(Wanted(numbers or (), event, file, person), day=day or None)
    if format_ is TableShape.JSON:
        show(json_list(rows(found)))
    elif format_ is TableShape.CSV:
        show(csv_text(found), is_data=True)
    else:
        show(games_text(found, width_of_output()))
