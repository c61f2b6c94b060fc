"""The commands that show a ledger as a site: serve it, or write it as plain files."""

from __future__ import annotations

from typing import Annotated

import typer

from banzuke.cli.ledger_asking import Place, place_of
from banzuke.cli.running import show

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
    """Write the site as plain files, which any web space serves; what is unchanged stays."""
    from banzuke.workflows.site import Site

    with Site(place_of(ledger), settings or None, live=False) as pages:
        built = pages.build(folder)
    show(f"{built.written} files written, {built.unchanged} unchanged, in {folder}\n")


@app.command("serve")
def serve(
    ledger: Place = "",
    settings: Settings = "",
    host: Annotated[str, typer.Option(help="The address to listen on.")] = "127.0.0.1",
    port: Annotated[int, typer.Option(min=1, max=65535, help="The port.")] = 8642,
) -> None:
    """Serve the site, read only, until Ctrl-C."""
    import uvicorn

    from banzuke.web.app import create_app

    show(f"http://{host}:{port}/\n")
    uvicorn.run(create_app(place_of(ledger), settings or None), host=host, port=port)
