"""The command for a first look: a sample ledger of several games over several years, as a site."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer

from banzuke.cli.running import complain, show
from banzuke.cli.site_running import build, run_server

app = typer.Typer(rich_markup_mode=None)

#: Years of the sample where it is written as plain files: each change has files of its own.
SEASONS_AS_FILES = 1


@app.command()
def demo(
    folder: Annotated[Path, typer.Argument(metavar="DIR", help="Where it is, or is made.")] = Path(
        "banzuke-demo"
    ),
    port: Annotated[
        int, typer.Option(min=0, max=65535, help="The port; 0 for one that is free.")
    ] = 0,
) -> None:
    """Make a sample ledger of several games over several years, and show it as a site.

    On a terminal the site is served and shown in the browser, until Ctrl-C. Elsewhere the sample
    has one year only, and is written as plain files into DIR/site. All people but those of the
    World DipCon of 1997 are invented. A sample ledger that is there already is left as it is.
    """
    from banzuke.workflows.demo import demo_text, ready_demo

    is_watched = sys.stdout is not None and sys.stdout.isatty()
    seasons = None if is_watched else SEASONS_AS_FILES
    report, is_new = ready_demo(folder, _tell_to_wait, seasons=seasons)
    show(demo_text(report, is_new=is_new))
    if is_watched:
        show("\nthe site, until Ctrl-C:\n")
        run_server(str(report.path), None, host="127.0.0.1", port=port, is_to_open=True)
        return
    show(f"\n{folder / 'site'}: the site is written now, which takes some minutes\n")
    built = build(str(report.path), str(folder / "site"), None, in_lines=True)
    show(f"\n{folder / 'site' / 'index.html'}: the site, {built.written} files written\n")


def _tell_to_wait() -> None:
    """Say that it takes a while."""
    complain(["making the sample ledger: about ten seconds"])
