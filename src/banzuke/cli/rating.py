"""The commands about ratings: rate, explain, predict."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from banzuke.cli.asking import Asked, asks, pairs
from banzuke.cli.running import complain, show, width_of_output
from banzuke.cli.shapes import Shape, ShapeOption
from banzuke.model.errors import WrongUse

app = typer.Typer(rich_markup_mode=None)


class Format(StrEnum):
    """What a list can be written as."""

    TABLE = "table"
    CSV = "csv"
    JSON = "json"
    PARQUET = "parquet"
    XLSX = "xlsx"
    FIDE_XML = "fide-xml"
    FIDE_TEXT = "fide-text"
    TRF = "trf"


@app.command()
@asks
def rate(
    asked: Asked,
    history: Annotated[
        bool, typer.Option("--history", help="Every change of every rating instead of the list.")
    ] = False,
    nation: Annotated[
        str, typer.Option(metavar="NATION", help="Only players of this nation, ranked from 1.")
    ] = "",
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
    from banzuke.engine.whole_files import is_same_file
    from banzuke.workflows.outputs import Wanted, format_of, publish, remarks

    given = [*(asked.files or []), *([asked.players] if asked.players else []), Path(asked.rules)]
    if out is not None and any(is_same_file(out, path) for path in given):
        raise WrongUse(f"--out {out} would replace what is read; name another file")
    wanted = Wanted(format_.value if format_ else "", out, nation, history, width_of_output())
    kind = format_of(wanted)
    ratings = asked.rate()
    show(publish(ratings, wanted), is_data=kind == "csv")
    if kind != "json":
        complain(remarks(ratings))


@app.command()
@asks
def explain(
    asked: Asked,
    player: Annotated[
        str, typer.Option(metavar="PLAYER", help="Whose rating: as the results name, or in full.")
    ],
    event: Annotated[
        str | None, typer.Option(metavar="EVENT", help="What changed in this event.")
    ] = None,
    game: Annotated[
        str | None,
        typer.Option(metavar="GAME", help="What changed in this game, named by key or as 'row 7'."),
    ] = None,
    pool: Annotated[
        str | None, typer.Option(metavar="POOL", help="Which rating, where there are several.")
    ] = None,
    format_: ShapeOption = Shape.TABLE,
) -> None:
    """Explain why a player's rating changed in an event or a game, by default the newest."""
    from banzuke.publishing.documents import explanation_document
    from banzuke.publishing.explanation_text import explanation_text
    from banzuke.publishing.plain_values import json_text
    from banzuke.workflows.outputs import circumstances

    ratings = asked.rate()
    told = ratings.explain(player, event, game, pool)
    if format_ is Shape.JSON:
        show(json_text(explanation_document(circumstances(ratings), told)))
    else:
        show(explanation_text(told, ratings.rulebook, width_of_output()))


@app.command()
@asks
def predict(
    asked: Asked,
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
    format_: ShapeOption = Shape.TABLE,
) -> None:
    """Print the chances of a game that has not been played yet."""
    from banzuke.publishing.documents import forecast_document
    from banzuke.publishing.forecast_text import forecast_text
    from banzuke.publishing.plain_values import json_text
    from banzuke.workflows.line_ups import handicaps_of, line_up_of
    from banzuke.workflows.outputs import circumstances

    ratings = asked.rate()
    line_up = line_up_of(ratings.rated, sides)
    given = pairs(handicap, "--handicap", "PLAYER=HANDICAP")
    chances = ratings.predict(line_up, pool, handicaps_of(ratings.rated, given, line_up))
    assumed = ratings.assumed(line_up, pool)
    around = circumstances(ratings)
    if format_ is Shape.JSON:
        show(json_text(forecast_document(around, pool, line_up, chances, assumed)))
    else:
        said = [*zip(line_up, chances, strict=True)]
        show(forecast_text(around, pool, said, assumed, width_of_output()))
