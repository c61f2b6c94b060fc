"""Games of a ledger as a person reads them: a line each, with the number and who did what."""

from __future__ import annotations

import polars as pl

from banzuke.model.wording import counted
from banzuke.publishing.text_tables import document, text_table

#: So many games are printed; of more, the newest.
MOST_GAMES = 200

#: What belongs to a game; all else belongs to a player in it.
OF_GAME = ("game", "date", "event", "round", "board", "pool", "status")


def games_text(games: pl.DataFrame, width: int) -> str:
    """Games, a line each: players by place, with their scores where there are any."""
    if not len(games):
        return "no game is meant\n"
    of_game = [name for name in OF_GAME if name in games.columns]
    score = pl.col("score") if "score" in games.columns else pl.lit(None, dtype=pl.Float64)
    place = pl.col("place") if "place" in games.columns else pl.lit(None, dtype=pl.Int32)
    told = pl.coalesce(
        pl.concat_str(pl.col("player"), _short(score), separator=" "),
        pl.concat_str(place, pl.col("player"), separator=". "),
        pl.col("player"),
    )
    table = (
        games.with_columns(told.alias("players"))
        .group_by(of_game, maintain_order=True)
        .agg(pl.col("players").str.join("; "))
    )
    count = len(table)
    table = table.tail(MOST_GAMES)
    shown = table.with_columns(pl.all().cast(pl.String)).select(
        [name for name in (*of_game, "players") if table[name].null_count() < len(table)]
    )
    below = [f"the newest {MOST_GAMES} of {counted(count, 'game')}"] if count > MOST_GAMES else []
    return document(text_table(shown, right=["game"], width=width), below)


def _short(numbers: pl.Expr) -> pl.Expr:
    """Numbers as people write them: 32, not 32.0."""
    whole = numbers.round(0) == numbers
    return (
        pl.when(whole)
        .then(numbers.cast(pl.Int64, strict=False).cast(pl.String))
        .otherwise(numbers.cast(pl.String))
    )
