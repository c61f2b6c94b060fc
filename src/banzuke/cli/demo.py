"""The command for a first look: a sample ledger of several games over several years."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer

from banzuke.cli.running import complain, show

app = typer.Typer(rich_markup_mode=None)


@app.command()
def demo(
    folder: Annotated[Path, typer.Argument(metavar="DIR", help="Where it is, or is made.")] = Path(
        "banzuke-demo"
    ),
) -> None:
    """Make a sample ledger of several games over several years, and tell what to do with it.

    All people but those of the World DipCon of 1997 are invented. A sample ledger that is there
    already is left as it is.
    """
    from banzuke.workflows.demo import demo_text, ready_demo

    report, is_new = ready_demo(folder, _tell_to_wait)
    show(demo_text(report, is_new=is_new))


def _tell_to_wait() -> None:
    """Say that it takes a while, to whoever sits there."""
    if sys.stderr is not None and sys.stderr.isatty():
        complain(["making the sample ledger: about ten seconds"])
