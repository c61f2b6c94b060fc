"""The commands about rulebooks: list, show, check, new."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from banzuke.cli import asking
from banzuke.cli.rating import Shape
from banzuke.cli.running import check_files, show, width_of_output

app = typer.Typer(
    help="Look at rulebooks, check them, begin new ones.",
    no_args_is_help=True,
    rich_markup_mode=None,
)

FormatOption = Annotated[Shape, typer.Option("--format", "-f", help="How to print it.")]


class ListFormat(StrEnum):
    """What the list of rulebooks can be written as."""

    TABLE = "table"
    CSV = "csv"
    JSON = "json"


@app.command("list")
def list_rulebooks(
    format_: Annotated[
        ListFormat,
        typer.Option("--format", "-f", help="How to print it; csv and json have more columns."),
    ] = ListFormat.TABLE,
) -> None:
    """List the rulebooks that come with banzuke."""
    from banzuke.publishing.files import csv_text
    from banzuke.publishing.plain_values import json_list
    from banzuke.publishing.rulebook_text import rulebooks_text, summaries_table, summary
    from banzuke.workflows.rules import packaged_rulebooks

    rulebooks = packaged_rulebooks()
    if format_ is ListFormat.JSON:
        show(json_list(map(summary, rulebooks)))
    elif format_ is ListFormat.CSV:
        show(csv_text(summaries_table(rulebooks)))
    else:
        show(rulebooks_text(rulebooks, width_of_output()))


@app.command("show")
def show_rulebook(
    rules: Annotated[str, typer.Argument(metavar="KEY|PATH", help="Which rulebook.")],
    settings: asking.Settings = None,
    format_: FormatOption = Shape.TABLE,
) -> None:
    """Show all that a rulebook says: rules, settings, tables, assumptions, examples."""
    from banzuke.engine.rulebook import load_rulebook
    from banzuke.publishing.plain_values import json_text
    from banzuke.publishing.rulebook_text import rulebook_document, rulebook_text

    rulebook = load_rulebook(rules, asking.pairs(settings, "--set", "PARAMETER=VALUE"))
    if format_ is Shape.JSON:
        show(json_text(rulebook_document(rulebook)))
    else:
        show(rulebook_text(rulebook, width_of_output()))


@app.command("check")
def check(
    paths: Annotated[
        list[str], typer.Argument(metavar="PATH", help="Rulebooks: .toml files, or keys.")
    ],
) -> None:
    """Say everything that is wrong with rulebooks, and work their examples."""
    from banzuke.engine.rulebook import load_rulebook
    from banzuke.workflows.rules import check_rules

    check_files(paths, check_rules, load_rulebook)


@app.command("new")
def new(
    key: Annotated[str, typer.Argument(metavar="KEY", help="Its key, as my-club.")],
    extends: Annotated[
        str,
        typer.Option(
            metavar="KEY",
            help="The rulebook that it differs from; by default plain Elo.",
        ),
    ] = "warlight",
    out: Annotated[
        Path | None,
        typer.Option("--out", "-o", metavar="PATH", help="The file; by default KEY.toml."),
    ] = None,
) -> None:
    """Write a rulebook to start from, with every setting of another one in comments."""
    from banzuke.workflows.rules import start_rulebook

    path = start_rulebook(key, extends, out)
    show(f"{path} is written; banzuke rules check {path} says what is wrong with it\n")
