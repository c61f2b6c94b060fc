"""The commands about rulebooks: list, show, check, new."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from banzuke.cli import asking
from banzuke.cli.running import check_files, show, width_of_output
from banzuke.cli.shapes import ListShapeOption, Shape, ShapeOption, TableShape, show_list

app = typer.Typer(
    help="Look at rulebooks, check them, begin new ones.",
    no_args_is_help=True,
    rich_markup_mode=None,
)


@app.command("list")
def list_rulebooks(
    format_: ListShapeOption = TableShape.TABLE,
) -> None:
    """List the rulebooks that come with banzuke."""
    from banzuke.publishing.rulebook_text import rulebooks_text, summary
    from banzuke.workflows.rules import packaged_rulebooks

    show_list(format_, packaged_rulebooks(), summary, rulebooks_text)


@app.command("show")
def show_rulebook(
    rules: Annotated[str, typer.Argument(metavar="KEY|PATH", help="Which rulebook.")],
    settings: asking.Settings = None,
    format_: ShapeOption = Shape.TABLE,
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
