"""Games that the ledger has already: the same report again, or another report of the same game."""

from __future__ import annotations

from typing import NamedTuple

import polars as pl

from banzuke.ledger import said_of_games
from banzuke.ledger.versions import Versions

#: What makes a game, besides who played: two games that agree in these may be one.
OCCASION = ("event", "time", "round", "standings")

#: What is said of a game, as it is kept; where it differs, two reports of one game contradict
#: each other. When it was is its occasion, and which board had it matters to nobody's rating.
SAID = tuple(name for name in said_of_games.OF_GAME if name not in said_of_games.OCCASION)
SAID_OF_ENTRY = ("person", *(name for name in said_of_games.OF_PLAYER if name != "player"))


class Same(NamedTuple):
    """Games of a new report that the ledger may have.

    new : row of the new game; old : number of the stored one
    alike : whether both say the same; from_same_file : whether files of one name say it
    """

    new: int
    old: int
    alike: bool
    from_same_file: bool


def same_games(new: Versions, stored: Versions, file: str, files: dict[int, str]) -> list[Same]:
    """Which new games are likely stored ones: of the same people on the same occasion.

    Of games of one occasion and line-up the first new one is the first stored one, and so on: who
    plays twice a day is not told that the second game is the first. Games of which neither the
    day nor event and round are known have no occasion.
    """
    if not len(new) or not len(stored):
        return []
    ours = _described(new)
    there = _occasions(stored.games)
    stored = stored.chosen(there.is_in(ours["occasion"].implode()).fill_null(value=False))
    if not len(stored):
        return []
    of_file = stored.games.select(
        "id", file=pl.col("source").replace_strict(files, return_dtype=pl.String)
    )
    theirs = _described(stored).join(of_file, on="id", how="left")
    pairs = ours.join(theirs, on=["occasion", "people", "number"], how="inner", suffix="_old")
    return [
        Same(new_row, old_id, said == said_old, file == old_file)
        for new_row, old_id, said, said_old, old_file in pairs.select(
            "at", "id_old", "said", "said_old", "file"
        )
        .sort("at")
        .iter_rows()
    ]


def _occasions(games: pl.DataFrame) -> pl.Series:
    """On which occasion each game was played; null where that is not known."""
    known = pl.col("time").is_not_null() | (
        pl.col("event").is_not_null() & (pl.col("round").is_not_null() | pl.col("standings"))
    )
    return (
        games.with_columns(_absent(OCCASION, games))
        .select(pl.when(known).then(_joined(OCCASION)).alias("occasion"))
        .to_series()
    )


def _described(versions: Versions) -> pl.DataFrame:
    """What identifies each game, and what is said of it; games without an occasion left out."""
    games = versions.games
    missing = _absent(SAID, games)
    # A column that no game has says what an empty one says, of whichever games it is read with.
    entries = versions.entries.with_columns(
        versions.game_of_entry().alias("at"), *_absent(SAID_OF_ENTRY, versions.entries)
    )
    of_game = (
        entries.sort("at", "person")
        .group_by("at", maintain_order=True)
        .agg(
            pl.col("person").cast(pl.String).str.join(" ").alias("people"),
            *(
                pl.col(name).cast(pl.String).fill_null("-").str.join(" ").alias(f"its_{name}")
                for name in SAID_OF_ENTRY
            ),
        )
    )
    return (
        games.with_columns(*missing, _occasions(games))
        .with_row_index("at")
        .filter(pl.col("occasion").is_not_null())
        .join(of_game, on="at", how="inner", maintain_order="left")
        .with_columns(
            said=_joined((*SAID, *(f"its_{name}" for name in SAID_OF_ENTRY))),
            number=pl.int_range(pl.len()).over("occasion", "people"),
        )
        .select("at", "id", "occasion", "people", "number", "said")
    )


def _absent(columns: tuple[str, ...], table: pl.DataFrame) -> list[pl.Expr]:
    """Empty columns for those that a table has not."""
    return [pl.lit(None).alias(name) for name in columns if name not in table.columns]


def _joined(columns: tuple[str, ...]) -> pl.Expr:
    """Columns as one text."""
    return pl.concat_str([pl.col(c).cast(pl.String).fill_null("-") for c in columns], separator="|")
