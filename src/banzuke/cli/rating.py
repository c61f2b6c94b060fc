"""The commands about ratings: rate, explain, predict."""

from __future__ import annotations

import re
from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from banzuke.cli import asking
from banzuke.cli.asking import Asked
from banzuke.cli.running import complain, show, width_of_output
from banzuke.model.errors import UnknownName, WrongUse

app = typer.Typer(rich_markup_mode=None)


class Format(StrEnum):
    """What a list can be written as."""

    TABLE = "table"
    CSV = "csv"
    JSON = "json"
    PARQUET = "parquet"
    XLSX = "xlsx"


class Shape(StrEnum):
    """What an answer can be written as."""

    TABLE = "table"
    JSON = "json"


@app.command()
def rate(
    files: asking.Files,
    rules: asking.Rules,
    players: asking.Players = None,
    as_of: asking.AsOf = "",
    history: Annotated[
        bool, typer.Option("--history", help="Every change of every rating instead of the list.")
    ] = False,
    nation: Annotated[
        str, typer.Option(metavar="NATION", help="Only players of this nation, ranked from 1.")
    ] = "",
    settings: asking.Settings = None,
    columns: asking.Map = None,
    date_format: asking.DateFormat = "",
    encoding: asking.Encoding = "",
    importer: asking.Importer = "",
    format_: Annotated[
        Format | None,
        typer.Option("--format", "-f", help="By default what --out ends in, else a table."),
    ] = None,
    out: Annotated[
        Path | None,
        typer.Option("--out", "-o", metavar="PATH", help="Write to a file, replacing it."),
    ] = None,
) -> None:
    """Rate results by a rulebook and print the rating list."""
    from banzuke.workflows.outputs import Wanted, format_of, publish, remarks

    given = [*files, *([players] if players else []), Path(rules)]
    if out is not None and any(
        path.exists() and out.exists() and out.samefile(path) for path in given
    ):
        raise WrongUse(f"--out {out} would replace what is read; name another file")
    kind = format_.value if format_ else ""
    wanted = Wanted(kind, out, nation, history, *filter(None, [width_of_output()]))
    told_apart = format_of(wanted) != "json"
    ratings = Asked(
        files, rules, players, as_of, settings, columns, date_format, encoding, importer
    ).rate()
    show(publish(ratings, wanted))
    if told_apart:
        complain(remarks(ratings))


@app.command()
def explain(
    files: asking.Files,
    rules: asking.Rules,
    player: Annotated[str, typer.Option(metavar="PLAYER", help="Whose rating.")],
    event: Annotated[
        str | None, typer.Option(metavar="EVENT", help="What changed in this event.")
    ] = None,
    game: Annotated[
        str | None, typer.Option(metavar="GAME", help="What changed in this game.")
    ] = None,
    pool: Annotated[
        str | None, typer.Option(metavar="POOL", help="Which rating, where there are several.")
    ] = None,
    players: asking.Players = None,
    as_of: asking.AsOf = "",
    settings: asking.Settings = None,
    columns: asking.Map = None,
    date_format: asking.DateFormat = "",
    encoding: asking.Encoding = "",
    importer: asking.Importer = "",
    format_: Annotated[
        Shape, typer.Option("--format", "-f", help="How to print it.")
    ] = Shape.TABLE,
) -> None:
    """Explain why a player's rating changed in an event or a game, by default the newest."""
    from banzuke.publishing.explanation_text import explanation_text
    from banzuke.publishing.plain_values import json_text
    from banzuke.publishing.text_tables import UNLIMITED

    ratings = Asked(
        files, rules, players, as_of, settings, columns, date_format, encoding, importer
    ).rate()
    told = ratings.explain(player, event, game, pool)
    if format_ is Shape.JSON:
        show(json_text(told.to_dict()))
    else:
        show(explanation_text(told, ratings.rulebook, width_of_output() or UNLIMITED))


@app.command()
def predict(
    files: asking.Files,
    rules: asking.Rules,
    sides: Annotated[
        str,
        typer.Option(
            metavar="'A+B v C'", help="Who plays whom: sides apart by v, their players by +."
        ),
    ],
    handicap: Annotated[
        list[str] | None,
        typer.Option(metavar="PLAYER=HANDICAP", help="What a player receives; can be repeated."),
    ] = None,
    pool: Annotated[str, typer.Option(metavar="POOL", help="By which ratings.")] = "",
    players: asking.Players = None,
    as_of: asking.AsOf = "",
    settings: asking.Settings = None,
    columns: asking.Map = None,
    date_format: asking.DateFormat = "",
    encoding: asking.Encoding = "",
    importer: asking.Importer = "",
    format_: Annotated[
        Shape, typer.Option("--format", "-f", help="How to print it.")
    ] = Shape.TABLE,
) -> None:
    """Print the chances of a game that has not been played yet."""
    from banzuke.publishing.documents import forecast_document
    from banzuke.publishing.forecast_text import forecast_text
    from banzuke.publishing.plain_values import json_text
    from banzuke.publishing.text_tables import UNLIMITED
    from banzuke.workflows.outputs import circumstances

    ratings = Asked(
        files, rules, players, as_of, settings, columns, date_format, encoding, importer
    ).rate()
    line_up = sides_of(sides, ratings.rated.names)
    chances = ratings.predict(line_up, pool, handicaps_of(handicap, line_up))
    around = circumstances(ratings)
    if format_ is Shape.JSON:
        show(json_text(forecast_document(around, pool, line_up, chances)))
    else:
        show(forecast_text(around, pool, line_up, chances, width_of_output() or UNLIMITED))


def sides_of(text: str, known: list[str]) -> list[list[str]]:
    """The line-up that a text such as ``A+B v C`` names; a known name may hold a plus."""
    sides = []
    for side in re.split(r"\s+(?:v|vs)\.?\s+", text.strip()):
        if side in known:
            sides.append([side])
        else:
            sides.append([" ".join(name.split()) for name in side.split("+")])
    return sides


def handicaps_of(texts: list[str] | None, sides: list[list[str]]) -> list[list[float]] | None:
    """What each player of a line-up receives, 0 if nothing is said; None if nobody does."""
    if not texts:
        return None
    given: dict[str, float] = {}
    names = [name for side in sides for name in side]
    for name, value in asking.pairs(texts, "--handicap", "PLAYER=HANDICAP").items():
        if name not in names:
            raise UnknownName("player of this game", name, names)
        try:
            given[name] = float(value)
        except ValueError as error:
            raise WrongUse(f"--handicap {name}={value}: {value!r} is no number") from error
    return [[given.get(name, 0.0) for name in side] for side in sides]
