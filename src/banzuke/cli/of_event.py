"""Whose event a command is about: one in files of results, or one of a ledger."""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated

import typer

from banzuke.cli.asking import HowFilesAreRead
from banzuke.cli.ledger_asking import VARIABLE, Place
from banzuke.model.errors import WrongUse


@dataclass(frozen=True, kw_only=True)
class Played(HowFilesAreRead):
    """What was played: files of results, or an event of a ledger."""

    files: Annotated[
        list[str] | None,
        typer.Argument(metavar="FILE|EVENT", help="Results, in files; with a ledger the event."),
    ] = None
    ledger: Place = ""

    def place(self) -> str:
        """The ledger that is meant, "" for files: what is no file is an event, where one is set."""
        is_file = any(map(os.path.exists, self.files or ()))
        return self.ledger or ("" if is_file else os.environ.get(VARIABLE, ""))


def only_files(asked: Played, **others: object) -> None:
    """Refuse what is said of files together with a ledger."""
    for name, value in {"map": asked.columns, **asked.how(), **others}.items():
        if value:
            option = "--" + name.replace("_", "-")
            raise WrongUse(f"{option} goes with files: a ledger has its results and players")


def event_named(said: Sequence[str], event: str) -> str:
    """The event of a ledger that is meant: as the argument, or by --event."""
    named = [*said, *([event] if event else [])]
    if len(named) != 1:
        raise WrongUse("say which event of the ledger, one: --ledger PATH EVENT")
    return named[0]
