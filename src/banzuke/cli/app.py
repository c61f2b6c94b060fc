"""The commands, put together."""

from __future__ import annotations

from typing import Annotated

import typer

from banzuke.cli import (
    certainty,
    changes,
    circuits,
    comparing,
    demo,
    games,
    ledger,
    lists,
    people,
    rating,
    rules,
    scoring,
    site,
    standings,
    tables,
)
from banzuke.cli.running import Told, show
from banzuke.model.version import version

app = typer.Typer(
    cls=Told,
    no_args_is_help=True,
    add_completion=False,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["--help", "-h"]},
)


def tell_version(wanted: bool) -> None:
    """Print the version and stop, if that is wanted."""
    if wanted:
        show(f"banzuke {version()}\n")
        raise typer.Exit


@app.callback()
def common(
    version: Annotated[
        bool,
        typer.Option("--version", callback=tell_version, is_eager=True, help="Show the version."),
    ] = False,
) -> None:
    """The rating office for any game: results in, exact ratings out, every number explained."""


app.add_typer(rating.app)
app.add_typer(certainty.app)
app.add_typer(comparing.app)
app.add_typer(ledger.app)
app.add_typer(games.app)
app.add_typer(changes.app)
app.add_typer(lists.app)
app.add_typer(circuits.app)
app.add_typer(people.app)
app.add_typer(site.app)
app.add_typer(standings.app)
app.add_typer(tables.app)
app.add_typer(demo.app)
app.add_typer(rules.app, name="rules")
app.add_typer(scoring.app, name="scoring")
