"""The options that rating commands share, and what they ask for."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import wraps
from inspect import Parameter, Signature, signature
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from banzuke.cli.ledger_asking import VARIABLE, Place, opened
from banzuke.model.errors import WrongUse

if TYPE_CHECKING:
    from banzuke.workflows.ledger import Ledger
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
class HowFilesAreRead:
    """How files are read: each field is an option of every command on files."""

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
    sheet: Annotated[
        str, typer.Option(metavar="NAME", help="Sheet of workbooks; by default the first.")
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
            "sheet": self.sheet,
            "strict": self.strict,
            "skip_refused": self.skip_refused,
        }


@dataclass(frozen=True, kw_only=True)
class Files(HowFilesAreRead):
    """Files of results, and how to read them."""

    files: Annotated[
        list[Path], typer.Argument(metavar="FILE", help="Results, in one or more files.")
    ]


@dataclass(frozen=True, kw_only=True)
class FilesOrLedger(HowFilesAreRead):
    """Files of results and how to read them, or a ledger."""

    files: Annotated[
        list[Path] | None,
        typer.Argument(metavar="FILE", help="Results, in one or more files; none with a ledger."),
    ] = None
    ledger: Place = ""

    def place(self) -> str:
        """The ledger that is meant, "" where files are; raises WrongUse for both or neither."""
        place = self.ledger or ("" if self.files else os.environ.get(VARIABLE, ""))
        if place and self.files:
            raise WrongUse("say FILE or --ledger, not both: a file is imported first")
        if not place and not self.files:
            raise WrongUse("say which results: FILE, or --ledger PATH")
        return place


@dataclass(frozen=True, kw_only=True)
class Asked(HowFilesAreRead):
    """What is to be rated: each field is an option of every command that rates."""

    files: Annotated[
        list[Path] | None,
        typer.Argument(metavar="FILE", help="Results, in one or more files; none with a ledger."),
    ] = None
    ledger: Place = ""
    rules: Annotated[
        str,
        typer.Option(
            "--rules",
            "-r",
            metavar="RULEBOOK",
            help="A rulebook: a key from 'banzuke rules list', or the path of a .toml file.",
        ),
    ] = ""
    of_list: Annotated[
        str,
        typer.Option(
            "--list", metavar="LIST", help="As a list of the ledger; by default the only one."
        ),
    ] = ""
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
        """Rate the files, or what the ledger holds."""
        from banzuke.workflows.rating import rate

        place = self.ledger or ("" if self.files else os.environ.get(VARIABLE, ""))
        if place:
            return self._rate_ledger(place)
        if not self.files:
            raise WrongUse("say what to rate: FILE, or --ledger PATH")
        if self.of_list:
            raise WrongUse("--list goes with a ledger: without one say --rules RULEBOOK")
        self._must_have_rules()
        return rate(
            list(self.files),
            self.rules,
            self.players,
            as_of=self.as_of or None,
            parameters=pairs(self.settings, "--set", "PARAMETER=VALUE"),
            columns=pairs(self.columns, "--map", "WANTED=COLUMN"),
            **self.how(),
        )

    def _rate_ledger(self, place: str) -> Ratings:
        """What a ledger holds, rated by a rulebook or as one of its lists."""
        if self.files:
            raise WrongUse("say FILE or --ledger, not both: a file is imported first")
        given = {"players": self.players, "map": self.columns, **self.how()}
        for name, value in given.items():
            if value:
                option = "--" + name.replace("_", "-")
                raise WrongUse(f"{option} goes with files: a ledger has its results and players")
        with opened(place) as book:
            of_list = self.of_list or self._only_list(book)
            if not of_list:
                self._must_have_rules()
                parameters = pairs(self.settings, "--set", "PARAMETER=VALUE")
                return book.rate(self.rules, as_of=self.as_of or None, parameters=parameters)
            if self.rules or self.settings:
                raise WrongUse("--list has its own rulebook: leave out --rules and --set")
            return book.ratings(of_list, as_of=self.as_of or None)

    def _only_list(self, book: Ledger) -> str:
        """The list of a ledger that has no other, "" where rules are said; raises WrongUse."""
        if self.rules or self.settings:
            return ""
        keys = [record.key for record in book.lists()]
        if len(keys) > 1:
            raise WrongUse(f"say which list, as --list {keys[0]}, or --rules RULEBOOK")
        return keys[0] if keys else ""

    def _must_have_rules(self) -> None:
        if not self.rules:
            raise WrongUse("say by which rules: --rules RULEBOOK; 'banzuke rules list' has them")


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
