"""The command line: commands parse, call one workflow, and print."""

from __future__ import annotations

import gc
import sys


def main() -> None:
    """Run the command line; ends the process with the exit code."""
    # Starting up makes many objects and no garbage; looking for some takes 0.05 s of 0.4.
    gc.set_threshold(100_000)
    try:
        from banzuke.cli.app import app

        prepare_streams()
        app(prog_name="banzuke")
    except KeyboardInterrupt:
        sys.exit(130)


def prepare_streams() -> None:
    """Have output in UTF-8 wherever it goes, so that no name is lost; a terminal keeps its own."""
    for stream in (sys.stdout, sys.stderr):
        reconfigure = getattr(stream, "reconfigure", None)
        if reconfigure is None:
            continue
        if stream.isatty():
            reconfigure(errors="backslashreplace")
        else:
            reconfigure(encoding="utf-8", errors="backslashreplace")
