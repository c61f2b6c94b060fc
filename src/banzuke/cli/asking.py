"""The options that rating commands share, and what they ask for."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from banzuke.model.errors import WrongUse

if TYPE_CHECKING:
    from banzuke.workflows.rating import Ratings

Files = Annotated[list[Path], typer.Argument(metavar="FILE", help="Results, in one or more files.")]
Rules = Annotated[
    str,
    typer.Option(
        "--rules",
        "-r",
        metavar="RULEBOOK",
        help="A rulebook: a key from 'banzuke rules list', or the path of a .toml file.",
    ),
]
Players = Annotated[
    Path | None,
    typer.Option(
        "--players", "-p", metavar="FILE", help="Starting ratings of players, and facts about them."
    ),
]
AsOf = Annotated[
    str,
    typer.Option(
        "--as-of",
        metavar="DATE",
        help="Rate what was played up to this day, inclusive; by default everything.",
    ),
]
Settings = Annotated[
    list[str] | None,
    typer.Option(
        "--set",
        "-s",
        metavar="PARAMETER=VALUE",
        help="Replace a setting of the rulebook, as k=24 or list.least_games=5; can be repeated.",
    ),
]
Map = Annotated[
    list[str] | None,
    typer.Option(
        "--map",
        "-m",
        metavar="WANTED=COLUMN",
        help="Read a column under our name, as player_1=home_team, or players.rating=Elo of the "
        "players file; can be repeated.",
    ),
]
DateFormat = Annotated[
    str,
    typer.Option(metavar="FORMAT", help="How dates are written, as %d.%m.%Y; by default ISO."),
]
Encoding = Annotated[
    str,
    typer.Option(
        metavar="NAME", help="Character set of the files, as cp1252; by default found out."
    ),
]
Importer = Annotated[
    str,
    typer.Option("--from", metavar="FORMAT", help="Format of the files; by default found out."),
]


@dataclass(frozen=True)
class Asked:
    """What is to be rated, as the options say it."""

    files: Sequence[Path]
    rules: str
    players: Path | None = None
    as_of: str = ""
    settings: Sequence[str] | None = None
    columns: Sequence[str] | None = None
    date_format: str = ""
    encoding: str = ""
    importer: str = ""

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
            date_format=self.date_format,
            encoding=self.encoding,
            importer=self.importer,
        )


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
