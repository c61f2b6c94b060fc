"""What the commands on a site share: a server that ends quietly, a build that can be watched."""

from __future__ import annotations

import socket
import sys
import webbrowser
from contextlib import suppress
from typing import TYPE_CHECKING

from banzuke.cli.running import complain, show
from banzuke.model.errors import ExtraMissing, WrongUse

if TYPE_CHECKING:
    from banzuke.workflows.site import Built

#: How often the progress of a build is written, in pages.
TOLD_EVERY = 50

#: Where it is written line by line, so many lines.
TENTHS = 10


def build(ledger: str, folder: str, settings: str | None, *, in_lines: bool = False) -> Built:
    """Write a site as plain files; on a terminal it is shown how far it is.

    in_lines : whether it is shown elsewhere, too, a line for each tenth
    """
    from banzuke.workflows.site import Site

    is_watched = sys.stderr is not None and sys.stderr.isatty()
    with Site(ledger, settings, live=False) as pages:
        return pages.build(folder, _tell if is_watched else _tell_tenths if in_lines else None)


def _tell(done: int, total: int) -> None:
    if done % TOLD_EVERY == 0 or done == total:
        end = "\n" if done == total else ""
        sys.stderr.write(f"\r{done} of {total} pages{end}")
        sys.stderr.flush()


def _tell_tenths(done: int, total: int) -> None:
    if done * TENTHS // total > (done - 1) * TENTHS // total:
        complain([f"{done} of {total} pages of the site are written"])


def run_server(
    ledger: str, settings: str | None, *, host: str, port: int, is_to_open: bool = False
) -> None:
    """Serve a site until Ctrl-C; port : 0 for one that is free.

    Raises WrongUse where nothing can listen there, ExtraMissing without a server,
    LedgerProblem where there is no ledger.
    """
    try:
        import uvicorn
    except ImportError as error:
        raise ExtraMissing("uvicorn", "web") from error
    from banzuke.web.app import create_app

    app = create_app(ledger, settings)
    # What is wrong with the ledger is told now, and not by the first page.
    app.state.site.snapshot  # noqa: B018  # read for what it raises
    with _listening(host, port) as listener:
        address = _address(host, listener.getsockname()[1])
        show(f"{address}\n")
        if is_to_open:
            webbrowser.open(address)
        config = uvicorn.Config(app, log_level="warning", access_log=False, server_header=False)
        # Ctrl-C has ended the server by then, and is no fault.
        with suppress(KeyboardInterrupt):
            uvicorn.Server(config).run(sockets=[listener])


def _listening(host: str, port: int) -> socket.socket:
    """A socket that listens; raises WrongUse in words where it cannot."""
    try:
        kind, _, _, _, place = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
        listener = socket.socket(kind, socket.SOCK_STREAM)
    except OSError as fault:
        raise WrongUse(f"{host} is no address of this machine: {fault.strerror}") from fault
    try:
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind(place)
        listener.listen(128)
    except OSError as fault:
        listener.close()
        right = f"another program uses it, or it is not allowed: try --port {port + 1}"
        raise WrongUse(f"{host}:{port} cannot be used ({fault.strerror}); {right}") from fault
    return listener


def _address(host: str, port: int) -> str:
    shown = {"0.0.0.0": "127.0.0.1", "::": "[::1]"}.get(host, host)  # noqa: S104  # only shown
    return f"http://{f'[{shown}]' if ':' in shown and not shown.startswith('[') else shown}:{port}/"
