"""The command line: commands parse, call one workflow, and print."""

from __future__ import annotations

import gc
import os
import sys


def main() -> None:
    """Run the command line; ends the process with the exit code."""
    # Starting up makes many objects and no garbage; looking for some takes 0.05 s of 0.4.
    gc.set_threshold(500_000)
    try:
        prepare_streams()
        from banzuke.cli.app import app
        from banzuke.cli.running import close_output, complain

        try:
            app(prog_name="banzuke")
        except OSError as error:  # of help texts, which the library prints
            close_output()
            complain([f"the output cannot be written: {error.strerror}" if error.errno else error])
            sys.exit(2)
    except KeyboardInterrupt:
        sys.exit(130)


def prepare_streams() -> None:
    """Have output in UTF-8 wherever it goes, so that no name is lost; a terminal keeps its own."""
    # Where a stream is closed, the next file that is opened must not take its number.
    descriptor = os.open(os.devnull, os.O_RDWR)
    while descriptor <= 2:
        descriptor = os.open(os.devnull, os.O_RDWR)
    os.close(descriptor)
    for stream in (sys.stdout, sys.stderr):
        reconfigure = getattr(stream, "reconfigure", None)
        if reconfigure is None:
            continue
        if stream.isatty():
            reconfigure(errors="backslashreplace")
        else:
            reconfigure(encoding="utf-8", errors="backslashreplace")
