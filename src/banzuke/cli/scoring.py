"""The commands about scoring systems: list, show, check, and the points of one board."""

from __future__ import annotations

from typing import Annotated

import typer

from banzuke.cli.running import check_files, show, width_of_output
from banzuke.cli.shapes import ListShapeOption, Shape, ShapeOption, TableShape, show_list

app = typer.Typer(
    help="Look at scoring systems, check them, score a board.",
    no_args_is_help=True,
    rich_markup_mode=None,
)


ScoringArgument = Annotated[
    str, typer.Argument(metavar="KEY|PATH", help="Which scoring system.", show_default=False)
]


@app.command("list")
def list_scorings(
    format_: ListShapeOption = TableShape.TABLE,
) -> None:
    """List the scoring systems that come with banzuke."""
    from banzuke.publishing.scoring_text import scorings_text, summary
    from banzuke.workflows.scoring import packaged_scorings

    show_list(format_, packaged_scorings(), summary, scorings_text)


@app.command("show")
def show_scoring(scoring: ScoringArgument, format_: ShapeOption = Shape.TABLE) -> None:
    """Show all that a scoring system says: rules, terms, assumptions, examples."""
    from banzuke.publishing.plain_values import json_text
    from banzuke.publishing.scoring_text import scoring_document, scoring_text
    from banzuke.scoring.scoring import load_scoring

    found = load_scoring(scoring)
    if format_ is Shape.JSON:
        show(json_text(scoring_document(found)))
    else:
        show(scoring_text(found, width_of_output()))


@app.command("check")
def check(
    paths: Annotated[
        list[str], typer.Argument(metavar="PATH", help="Scoring systems: .toml files, or keys.")
    ],
) -> None:
    """Say everything that is wrong with scoring systems, and work their examples."""
    from banzuke.scoring.scoring import check_scoring, load_scoring

    check_files(paths, check_scoring, load_scoring)


@app.command("board")
def score_one(  # noqa: PLR0913, PLR0917  # a command has an option for each thing that may be said
    scoring: ScoringArgument,
    centres: Annotated[
        str,
        typer.Option(
            "--centres",
            "-c",
            metavar="COUNTS",
            help="What each power held, '9 7 7 4 4 3 0' or 'Austria=9 England=7 …'.",
        ),
    ],
    out: Annotated[
        str,
        typer.Option(
            metavar="YEARS", help="When powers went out, 'Italy=1904', or a year each, 0 for none."
        ),
    ] = "",
    ended: Annotated[
        int | None, typer.Option(metavar="YEAR", help="The year in which the game ended.")
    ] = None,
    draw: Annotated[
        str,
        typer.Option(
            metavar="POWERS", help="Members of the draw, by name or number; by default all alive."
        ),
    ] = "",
    solo: Annotated[
        str, typer.Option(metavar="POWER", help="Who won alone, if the centres do not say it.")
    ] = "",
    concession: Annotated[
        str, typer.Option(metavar="POWER", help="Who the others gave the game to.")
    ] = "",
    earlier: Annotated[
        list[str] | None,
        typer.Option(metavar="YEAR:COUNTS", help="Counts of an earlier year; once for each."),
    ] = None,
    why: Annotated[bool, typer.Option("--why", help="Also tell why each term gives that.")] = False,
    format_: ShapeOption = Shape.TABLE,
) -> None:
    """Score one board, every point explained."""
    from banzuke.publishing.plain_values import json_text
    from banzuke.publishing.scoring_text import board_document, board_text
    from banzuke.scoring.scoring import load_scoring
    from banzuke.workflows.scoring import score_board

    told = {
        "out": out,
        "ended": ended,
        "draw": draw,
        "solo": solo,
        "concession": concession,
        "earlier": earlier,
    }
    scores = score_board(scoring, centres, told)
    if format_ is Shape.JSON:
        show(json_text(board_document(load_scoring(scoring), scores)))
    else:
        show(board_text(scores, width_of_output(), why=why))
