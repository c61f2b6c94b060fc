"""The options that rating commands share, and what they ask for."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import wraps
from inspect import Parameter, Signature, signature
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from banzuke.model.errors import WrongUse

if TYPE_CHECKING:
    from banzuke.workflows.rating import Ratings
    from banzuke.workflows.reading import HowToRead

Settings = Annotated[
    list[str] | None,
    typer.Option(
        "--set",
        "-s",
        metavar="PARAMETER=VALUE",
        help="Replace a setting of the rulebook, as k=24 or list.least_games=5; can be repeated.",
    ),
]


@dataclass(frozen=True, kw_only=True)
class Files:
    """Files of results, and how to read them: each field is an option of every command on files."""

    files: Annotated[
        list[Path], typer.Argument(metavar="FILE", help="Results, in one or more files.")
    ]
    columns: Annotated[
        list[str] | None,
        typer.Option(
            "--map",
            "-m",
            metavar="WANTED=COLUMN",
            help="Read a column under our name, as player_1=home_team, or players.rating=Elo of "
            "the players file; can be repeated.",
        ),
    ] = None
    date_format: Annotated[
        str,
        typer.Option(metavar="FORMAT", help="How dates are written, as %d.%m.%Y; by default ISO."),
    ] = ""
    encoding: Annotated[
        str,
        typer.Option(
            metavar="NAME", help="Character set of the files, as cp1252; by default found out."
        ),
    ] = ""
    importer: Annotated[
        str,
        typer.Option("--from", metavar="FORMAT", help="Format of the files; by default found out."),
    ] = ""
    cells: Annotated[
        str,
        typer.Option(
            metavar="STYLE",
            help="How cells of a crosstable are written, as uscf or {opponent}{colour}{result}; "
            "by default found out.",
        ),
    ] = ""
    strict: Annotated[
        bool, typer.Option("--strict", help="Refuse whatever would be a warning.")
    ] = False
    skip_refused: Annotated[
        bool, typer.Option("--skip-refused", help="Leave refused rows out, and tell which.")
    ] = False

    def how(self) -> HowToRead:
        """How the files are read."""
        return {
            "date_format": self.date_format,
            "encoding": self.encoding,
            "importer": self.importer,
            "cells": self.cells,
            "strict": self.strict,
            "skip_refused": self.skip_refused,
        }


@dataclass(frozen=True, kw_only=True)
class Asked(Files):
    """What is to be rated: each field is an option of every command that rates."""

    rules: Annotated[
        str,
        typer.Option(
            "--rules",
            "-r",
            metavar="RULEBOOK",
            help="A rulebook: a key from 'banzuke rules list', or the path of a .toml file.",
        ),
    ]
    players: Annotated[
        Path | None,
        typer.Option(
            "--players",
            "-p",
            metavar="FILE",
            help="Starting ratings of players, and facts about them.",
        ),
    ] = None
    as_of: Annotated[
        str,
        typer.Option(
            "--as-of",
            metavar="DATE",
            help="Rate what was played up to this day, inclusive; by default everything.",
        ),
    ] = ""
    settings: Settings = None

    def rate(self) -> Ratings:
        """Read the files and rate them."""
        from banzuke.workflows.rating import rate

        return rate(
            list(self.files),
            self.rules,
            self.players,
            as_of=self.as_of or None,
            parameters=pairs(self.settings, "--set", "PARAMETER=VALUE"),
            columns=pairs(self.columns, "--map", "WANTED=COLUMN"),
            **self.how(),
        )


def asks(command: Callable[..., None]) -> Callable[..., None]:
    """A command whose first parameter is ``Files`` or ``Asked``, with its options beside its own.

    What is needed comes first, then the command's own options, then what all commands share.
    """
    first, *own = signature(command, eval_str=True).parameters.values()
    kind = first.annotation
    shared = signature(kind, eval_str=True).parameters
    needed = [option for option in shared.values() if option.default is Parameter.empty]
    others = [option for option in shared.values() if option.default is not Parameter.empty]

    @wraps(command)
    def run(**options: Any) -> None:
        command(kind(**{name: options.pop(name) for name in shared}), **options)

    options = [one.replace(kind=Parameter.KEYWORD_ONLY) for one in (*needed, *own, *others)]
    vars(run)["__signature__"] = Signature(options)
    return run


def pairs(texts: Sequence[str] | None, option: str, form: str) -> dict[str, str]:
    """``NAME=VALUE`` texts as {name: value}; raises WrongUse for one of another form."""
    found: dict[str, str] = {}
    for text in texts or ():
        name, equals, value = text.partition("=")
        if not equals or not name.strip():
            raise WrongUse(f"{option} {text}: write it as {form}")
        if name.strip() in found:
            raise WrongUse(f"{option} {name.strip()} is given twice")
        found[name.strip()] = value.strip()
    return found
