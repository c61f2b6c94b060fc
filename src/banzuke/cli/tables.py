"""The commands about files of results: what is in them, a report of them, and a blank table."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from banzuke.cli.asking import Files, asks, pairs
from banzuke.cli.ledger_asking import opened
from banzuke.cli.of_event import Played, event_named, only_files
from banzuke.cli.running import complain, show
from banzuke.cli.shapes import Shape, ShapeOption
from banzuke.model.errors import WrongUse

app = typer.Typer(rich_markup_mode=None)


class Blank(StrEnum):
    """What a blank table is for."""

    DUELS = "duels"
    ENTRIES = "entries"
    STANDINGS = "standings"
    PLAYERS = "players"


@app.command()
@asks
def check(
    asked: Files,
    rules: Annotated[
        str,
        typer.Option(
            "--rules", "-r", metavar="RULEBOOK", help="Also tell what this rulebook leaves out."
        ),
    ] = "",
    players: Annotated[
        Path | None,
        typer.Option("--players", "-p", metavar="FILE", help="Players, for the rulebook."),
    ] = None,
    format_: ShapeOption = Shape.TABLE,
) -> None:
    """Tell what is in files of results: read, not rated, refused, and what is odd; rates nothing.

    The exit code is 1 if something is refused or nothing was read, with --strict also if something
    is odd.
    """
    from banzuke.publishing.plain_values import json_text
    from banzuke.workflows.checking import check_files, report_document, report_text

    columns = pairs(asked.columns, "--map", "WANTED=COLUMN")
    report = check_files(asked.files, rules, players, columns, **asked.how())
    shown = json_text(report_document(report)) if format_ is Shape.JSON else report_text(report)
    show(shown)
    if not report.is_right:
        raise typer.Exit(1)


@app.command()
def template(
    path: Annotated[Path, typer.Argument(metavar="FILE", help="The file, .xlsx or .csv.")],
    shape: Annotated[
        Blank,
        typer.Option(
            help="A game of two a row, a player in a game, a player in an event; or players."
        ),
    ] = Blank.DUELS,
) -> None:
    """Write a blank table to fill in, with the columns of one shape."""
    write_blank(path, shape)


def write_blank(path: Path, shape: Blank) -> None:
    """Write a blank table, and say how to fill it in."""
    from banzuke.publishing.templates import write_template

    write_template(path, shape.value)
    show(f"{path} is written: fill in a row for each of the {shape.value}\n")


@app.command()
@asks
def report(
    asked: Played,
    out: Annotated[
        Path, typer.Option("--out", "-o", metavar="PATH", help="The file, replacing it.")
    ],
    event: Annotated[
        str, typer.Option(metavar="EVENT", help="Which event, where there are several.")
    ] = "",
    lists: Annotated[
        list[str] | None,
        typer.Option(
            "--list",
            metavar="KEY",
            help="With a ledger: ratings of this list, as it was published last before the event; "
            "repeated, of the first list that has the player. By default those that the event's "
            "own files tell.",
        ),
    ] = None,
) -> None:
    """Write the FIDE tournament report (TRF) of one event: of a ledger, or of results in files."""
    place = asked.place()
    if not place:
        _report_files(asked, out, event, lists or [])
        return
    only_files(asked)
    named = event_named(asked.files or [], event)
    with opened(place) as book:
        warnings = book.write_report(named, out, lists=lists or [])
    complain(f"warning: {warning}" for warning in warnings)


def _report_files(asked: Played, out: Path, event: str, lists: list[str]) -> None:
    """Write the report of an event in files."""
    from banzuke.engine.whole_files import is_same_file
    from banzuke.workflows.reports import write_report

    if not asked.files:
        raise WrongUse("say what is to be reported: FILE, or --ledger PATH EVENT")
    if lists:
        raise WrongUse("--list goes with a ledger, which has lists")
    files = [*map(Path, asked.files)]
    if any(is_same_file(out, path) for path in files):
        raise WrongUse(f"--out {out} would replace what is read; name another file")
    columns = pairs(asked.columns, "--map", "WANTED=COLUMN")
    write_report(files, out, event, columns=columns, **asked.how())
