"""Versions of games: what was played as one revision told it, column by column."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

import numpy as np
import polars as pl

#: What every game has, beside what a chunk holds only where some game has it. ``id`` numbers the
#: game, ``since`` the revision that stored this version of it, ``entries`` how many it has;
#: ``mark``, see ``marks``, tells it from the games of other ledgers.
GAME_COLUMNS = {
    "id": pl.Int64,
    "since": pl.Int64,
    "source": pl.Int32,
    "row": pl.UInt32,
    "entries": pl.UInt32,
    "standings": pl.Boolean,
    "stamped": pl.Boolean,
    "status": pl.Int8,
    "rated": pl.Int8,
}
OPTIONAL_GAME_COLUMNS = {
    "time": pl.Int64,
    "reached": pl.Int64,
    "event": pl.Int32,
    "pool": pl.Int32,
    "round": pl.String,
    "board": pl.String,
    "key": pl.String,
    "time_class": pl.String,
    "weight": pl.Float64,
    "komi": pl.Float64,
    "board_size": pl.Float64,
    "ended": pl.Float64,
    "mark": pl.Int64,
}
ENTRY_COLUMNS = {"person": pl.Int32, "side": pl.Int32, "place": pl.Int32}
OPTIONAL_ENTRY_COLUMNS = {
    "score": pl.Float64,
    "handicap": pl.Float64,
    "advantage": pl.Float64,
    "play": pl.Float64,
    "entry_rank": pl.Float64,
    "role": pl.String,
    "eliminated": pl.Float64,
    "in_draw": pl.Float64,
    "earlier": pl.String,
    "covariates": pl.String,
    "row": pl.UInt32,
}


class Versions(NamedTuple):
    """Versions of games.

    games : a row a game, with GAME_COLUMNS and some of OPTIONAL_GAME_COLUMNS
    entries : a row a player and game, in the order of ``games``, each with as many rows as its
        column ``entries`` says
    """

    games: pl.DataFrame
    entries: pl.DataFrame

    def __len__(self) -> int:
        return len(self.games)

    def chosen(self, which: pl.Series) -> Versions:
        """The games where ``which`` is true, with their entries."""
        if which.all():
            return self
        by_entry = which.gather(self.game_of_entry())
        return Versions(self.games.filter(which), self.entries.filter(by_entry))

    def in_rows(self, rows: pl.Series | Sequence[int]) -> pl.Series:
        """Which games stand in some rows, as ``chosen`` takes it."""
        which = np.zeros(len(self), dtype=np.bool_)
        which[np.array(rows, dtype=np.int64)] = True
        return pl.Series(which)

    def game_of_entry(self) -> pl.Series:
        """The row in ``games`` of each entry."""
        sizes = self.games["entries"].to_numpy()
        return pl.Series(np.repeat(np.arange(len(sizes), dtype=np.uint32), sizes))

    def ordered(self, order: pl.Series) -> Versions:
        """The games in another order, given by their rows."""
        sizes = self.games["entries"].to_numpy().astype(np.int64)
        rows = order.to_numpy()
        begins = (np.cumsum(sizes) - sizes)[rows]
        sizes = sizes[rows]
        # How far each entry stands from where its game's entries began before.
        moved = np.repeat(begins - (np.cumsum(sizes) - sizes), sizes)
        entries = np.arange(len(moved)) + moved
        return Versions(self.games[rows], self.entries[entries])

    def described(self) -> pl.DataFrame:
        """What each version says, as one text: columns id and said."""
        entries = self.entries.select(
            self.game_of_entry().alias("at"), _one_text(self.entries, []).alias("entry")
        )
        of_game = entries.group_by("at", maintain_order=True).agg(pl.col("entry").str.join(";"))
        games = self.games.select("id", _one_text(self.games, ["since"]).alias("game"))
        table = games.with_row_index("at").join(of_game, on="at", how="left")
        said = pl.concat_str([pl.col("game"), pl.col("entry").fill_null("")], separator=";")
        return table.select("id", said.alias("said"))

    def between(self, begin: int, end: int) -> Versions:
        """The games from one row up to, but without, another."""
        sizes = self.games["entries"]
        first = int(sizes.slice(0, begin).sum())
        count = int(sizes.slice(begin, end - begin).sum())
        return Versions(self.games.slice(begin, end - begin), self.entries.slice(first, count))

    def with_replaced(self, rows: Mapping[int, int | None]) -> Versions:
        """Without some games, in the places of which others come.

        rows : {the row of who goes: the row of who comes there, None for nobody}
        Nothing is copied, so that this is for a few games among many.
        """
        if not rows:
            return self
        ends = np.cumsum(self.games["entries"].to_numpy(), dtype=np.int64)

        def piece(begin: int, end: int) -> Versions:
            first = int(ends[begin - 1]) if begin else 0
            count = int(ends[end - 1]) - first
            return Versions(self.games.slice(begin, end - begin), self.entries.slice(first, count))

        moved = {*rows, *(row for row in rows.values() if row is not None)}
        parts, begin = [], 0
        for row in (*sorted(moved), len(self)):
            if row > begin:
                parts.append(piece(begin, row))
            begin = row + 1
            comes = rows.get(row)
            if comes is not None:
                parts.append(piece(comes, comes + 1))
        return together(parts)

    def since(self, revision: int) -> Versions:
        """The same, as versions that ``revision`` stored."""
        return Versions(
            self.games.with_columns(pl.lit(revision, dtype=pl.Int64).alias("since")), self.entries
        )


def _one_text(frame: pl.DataFrame, without: Sequence[str]) -> pl.Expr:
    """All that stands in a row; columns in which nothing stands do not tell rows apart."""
    every = (
        {**GAME_COLUMNS, **OPTIONAL_GAME_COLUMNS}
        if "id" in frame.columns
        else {**ENTRY_COLUMNS, **OPTIONAL_ENTRY_COLUMNS}
    )
    return pl.concat_str(
        [
            pl.col(name).cast(pl.String).fill_null("-") if name in frame.columns else pl.lit("-")
            for name in every
            if name not in without
        ],
        separator="|",
    )


NOTHING = Versions(pl.DataFrame(schema=GAME_COLUMNS), pl.DataFrame(schema=ENTRY_COLUMNS))


def together(parts: Sequence[Versions]) -> Versions:
    """Several versions one after the other; a column that a part lacks is null there."""
    if not parts:
        return NOTHING
    if len(parts) == 1:
        return parts[0]
    return Versions(
        pl.concat([part.games for part in parts], how="diagonal"),
        pl.concat([part.entries for part in parts], how="diagonal"),
    )
