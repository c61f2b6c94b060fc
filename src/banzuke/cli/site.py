"""The commands that show a ledger as a site: serve it, or write it as plain files."""

from __future__ import annotations

import sys
from typing import Annotated

import typer

from banzuke.cli.ledger_asking import Place, place_of
from banzuke.cli.running import complain, show
from banzuke.cli.site_running import build, run_server

app = typer.Typer(rich_markup_mode=None)

Settings = Annotated[
    str,
    typer.Option(
        "--settings",
        metavar="FILE",
        envvar="BANZUKE_SITE",
        help="Title, languages, contact and the like of the site, a .toml file.",
    ),
]


@app.command("site")
def site(
    folder: Annotated[str, typer.Argument(metavar="DIR", help="Where the files go.")],
    ledger: Place = "",
    settings: Settings = "",
) -> None:
    """Write the site as plain files, which any web space serves; what is unchanged stays.

    DIR is a folder of its own: empty, not there yet, or written by this command before.
    """
    built = build(place_of(ledger), folder, settings or None)
    told = f"{built.written} files written, {built.unchanged} unchanged, {built.removed} removed"
    show(f"{told}, in {folder}\n")


@app.command("serve")
def serve(
    ledger: Place = "",
    settings: Settings = "",
    host: Annotated[str, typer.Option(help="The address to listen on.")] = "127.0.0.1",
    port: Annotated[int, typer.Option(min=1, max=65535, help="The port.")] = 8642,
    is_to_open: Annotated[
        bool, typer.Option("--open", help="Show it in the browser, too.")
    ] = False,
) -> None:
    """Serve the site, read only, until Ctrl-C."""
    run_server(place_of(ledger), settings or None, host=host, port=port, is_to_open=is_to_open)
    if sys.stderr is not None and sys.stderr.isatty():
        complain(["no longer served"])
