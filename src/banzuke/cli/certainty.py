"""The command about how sure a list is."""

from __future__ import annotations

from typing import Annotated

import typer

from banzuke.cli.asking import Asked, asks
from banzuke.cli.running import complain, show, width_of_output
from banzuke.cli.shapes import TableShape, TableShapeOption

app = typer.Typer(rich_markup_mode=None)


@app.command()
@asks
def certainty(
    asked: Asked,
    chance: Annotated[
        float, typer.Option(metavar="CHANCE", help="With which chance all that is told holds.")
    ] = 0.95,
    rounds: Annotated[
        int,
        typer.Option(
            metavar="NUMBER",
            help="Draw the results anew so many times for the intervals; 0: by the deviations.",
        ),
    ] = 0,
    seed: Annotated[int, typer.Option(metavar="NUMBER", help="Of the draws.")] = 1,
    pool: Annotated[str, typer.Option(metavar="POOL", help="Of which ratings.")] = "",
    format_: TableShapeOption = TableShape.TABLE,
) -> None:
    """Print intervals of ratings, possible ranks, and how few results decide who is first.

    For systems that fit all results at once, as bradley-terry.
    """
    from banzuke.engine.certainty import how_sure
    from banzuke.publishing.certainty_text import (
        certainty_document,
        certainty_frame,
        certainty_text,
    )
    from banzuke.publishing.files import csv_text
    from banzuke.publishing.plain_values import json_text
    from banzuke.workflows.outputs import circumstances, remarks

    ratings = asked.rate()
    told = how_sure(ratings.rated, chance, (rounds, seed), pool)
    if format_ is TableShape.CSV:
        show(csv_text(certainty_frame(circumstances(ratings), told)), is_data=True)
    elif format_ is TableShape.JSON:
        show(json_text(certainty_document(circumstances(ratings), told)))
    else:
        show(certainty_text(circumstances(ratings), told, width_of_output()))
    if format_ is not TableShape.JSON:
        complain(remarks(ratings))
