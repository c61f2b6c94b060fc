"""Games of a ledger as a person reads them: a line each, with the number and who did what."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import polars as pl

from banzuke.ledger.correcting_results import RESULTS
from banzuke.ledger.said_of_games import OCCASION, OF_GAME, OF_PLAYER
from banzuke.model.log import EMPTY, OPTIONAL_COLUMNS
from banzuke.model.wording import counted
from banzuke.publishing.text_tables import document, text_table

#: So many games are printed; of more, the newest.
MOST_GAMES = 200

#: What a duel without scores came to, by the places of both; two who both lost have none.
OF_PLACES = {"-".join(places): said for said, (_, places) in RESULTS.items()}

#: Points that are written in another way than as they are.
OF_POINTS = {"-".join(points): said for said, (points, _) in RESULTS.items()}

#: What is told of players in a way of its own, and how it is kept where no game has it.
OF_PLAYERS = {"score": pl.Float64, "place": pl.Int32, "role": pl.String, "advantage": pl.String}

#: What is told behind the name, if it is said; sides are seen, and the scores of earlier years or
#: turns, of each of which there is one, are in the data only.
BEHIND_NAMES = tuple(
    name for name in OF_PLAYER if name not in (*OF_PLAYERS, "player", "side", "earlier")
)

#: How several facts are listed.
LISTED: Any = {"separator": ", ", "ignore_nulls": True}

#: What has a column of its own, if some game has it; what else games say stands in one together.
COLUMNS = ("game", *OCCASION, "pool", "status")
TOGETHER = tuple(name for name in OF_GAME if name not in COLUMNS)

#: What goes without saying.
USUAL = {**{name: EMPTY.get(name, 0) for name in OPTIONAL_COLUMNS}, "in_draw": "no"}


def games_text(games: pl.DataFrame, width: int) -> str:
    """Games, a line each: duels as people write them, other games by place or with scores."""
    if not len(games):
        return "no game is meant\n"
    missing = {name: kind for name, kind in OF_PLAYERS.items() if name not in games.columns}
    known = games.with_columns(pl.lit(None, dtype=kind).alias(n) for n, kind in missing.items())
    also = pl.concat_str(pl.lit(None, dtype=pl.String), *_all_said(TOGETHER, games), **LISTED)
    known = known.with_columns(_named(games), also.replace("", None).alias("also"))
    of_game = [name for name in (*COLUMNS, "also") if name in known.columns]
    is_duel = (pl.len() == 2) & (pl.col("side").n_unique() == 2)
    told = pl.when(is_duel).then(pl.coalesce(_duel(), _one_by_one())).otherwise(_one_by_one())
    table = known.group_by(of_game, maintain_order=True).agg(told.alias("players"))
    count = len(table)
    table = table.tail(MOST_GAMES)
    shown = table.with_columns(pl.all().cast(pl.String)).select(
        [
            name
            for name in (*of_game[:-1], "players", "also")
            if table[name].null_count() < len(table)
        ]
    )
    below = [f"the newest {MOST_GAMES} of {counted(count, 'game')}"] if count > MOST_GAMES else []
    return document(text_table(shown, right=["game"], width=width), below)


def _named(games: pl.DataFrame) -> pl.Expr:
    """Players with what is said of them: ``Anna (white, handicap 2)``.

    Who moved first, or was at home, is told by the name of that column, where roles do not say it.
    """
    favoured = pl.when(pl.col("advantage") == "yes").then(pl.lit("advantage"))
    has = pl.coalesce(pl.col("role"), favoured)
    facts = pl.concat_str(has, *_all_said(BEHIND_NAMES, games), **LISTED).replace("", None)
    return pl.coalesce(pl.concat_str("player", pl.format(" ({})", facts)), "player").alias("player")


def _all_said(names: Sequence[str], games: pl.DataFrame) -> list[pl.Expr]:
    """Each of some columns in words, ``komi 6.5``; null where it is empty, or usual."""
    return [_said(name, games.schema[name]) for name in names if name in games.columns]


def _said(name: str, kind: pl.DataType) -> pl.Expr:
    value, usual = pl.col(name), USUAL.get(name)
    told = pl.format(f"{name} {{}}", _short(value) if kind.is_numeric() else value)
    if isinstance(usual, str) == kind.is_numeric() or usual is None:
        return told
    return pl.when(value != usual).then(told)


def _one_by_one() -> pl.Expr:
    """The players of a game by place, or each with the score."""
    told = pl.coalesce(
        pl.concat_str(pl.col("player"), _short(pl.col("score")), separator=" "),
        pl.concat_str(pl.col("place"), pl.col("player"), separator=". "),
        pl.col("player"),
    )
    return told.str.join("; ")


def _duel() -> pl.Expr:
    """A duel: ``Anna (white) 1-0 Bo (black)``; null where only one has points."""
    name, place, score = pl.col("player"), pl.col("place"), pl.col("score")
    # A minus would run into the stroke.
    between = pl.when(score.min() < 0).then(pl.lit(":")).otherwise(pl.lit("-"))
    points = pl.concat_str(_short(score.first()), between, _short(score.last()))
    places = pl.concat_str(place.first(), pl.lit("-"), place.last())
    is_open = score.is_null().all() & place.is_null().all()
    result = pl.coalesce(
        points.replace(OF_POINTS),
        pl.when(score.is_null().all()).then(places.replace_strict(OF_PLACES, default=None)),
        pl.when(is_open).then(pl.lit("–")),
    )
    return pl.concat_str(name.first(), result, name.last(), separator=" ")


def _short(numbers: pl.Expr) -> pl.Expr:
    """Numbers as people write them: 32, not 32.0."""
    whole = numbers.round(0) == numbers
    return (
        pl.when(whole)
        .then(numbers.cast(pl.Int64, strict=False).cast(pl.String))
        .otherwise(numbers.cast(pl.String))
    )
