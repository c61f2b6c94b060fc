"""Which game is which, in all ledgers that have it: marks, which games keep whatever is corrected.

The game of a file has the mark of that file and its row, so that it is the same game in whichever
ledger the file is imported. A game that a ledger records itself is given a mark by chance: two
copies of one ledger that both go on count the same numbers, but never give out the same mark.
"""

from __future__ import annotations

from collections.abc import Mapping
from hashlib import sha256

import numpy as np
import polars as pl
from numpy.typing import NDArray
from sqlalchemy import Connection, select

from banzuke.ledger import chunks
from banzuke.ledger.database import setting
from banzuke.ledger.machine import random_bytes
from banzuke.ledger.tables import revisions, sources

#: The column of marks; games without one have that of their file and row.
MARK = "mark"

#: How long the key of a ledger is, which stands for the file of what it recorded; the digest of
#: a file is longer.
KEY_DIGITS = 32


def new_marks(count: int) -> pl.Series:
    """Marks of games that were never anywhere before: int64."""
    begin = int.from_bytes(random_bytes(8))
    return _from(begin, pl.Series(np.arange(count))).alias(MARK)


def marks_of(connection: Connection, games: pl.DataFrame) -> pl.Series:
    """The mark of each game of this ledger: int64.

    games : GAME_COLUMNS, of versions that are kept
    """
    files = dict(connection.execute(select(sources.c.id, sources.c.digest)).all())
    places = marks_of_places(games, files)
    marks = places if MARK not in games.columns else games[MARK].fill_null(places)
    own = [number for number, digest in files.items() if not digest]
    bare = games["source"].is_in(own)
    if MARK in games.columns:
        bare &= games[MARK].is_null()
    if not bare.any():
        return marks
    return marks.zip_with(~bare, _marks_by_time(connection, games))


def marks_of_places(games: pl.DataFrame, digests: Mapping[int, str]) -> pl.Series:
    """The mark of the file and the row of each game: int64.

    digests : of the files by number; "" of what the ledger recorded itself
    """
    marks = pl.Series(MARK, np.zeros(len(games), dtype=np.int64))
    for number in games["source"].unique().to_list():
        its = games["source"] == number
        marks = marks.zip_with(~its, _from(_begin(digests[number]), games["row"]))
    return marks


def is_recorded(digest: str) -> bool:
    """Whether a digest stands for what a ledger recorded, not for a file."""
    return len(digest) in (0, KEY_DIGITS)


def _marks_by_time(connection: Connection, games: pl.DataFrame) -> pl.Series:
    """The marks of games that were recorded before games had some: by when each was.

    A copy of the ledger has what it recorded since under the same numbers, but at other times.
    """
    key = setting(connection, "key")
    told = [versions.games.select("id", "since") for _, versions in chunks.every_chunk(connection)]
    first = pl.concat(told).group_by("id").agg(pl.col("since").min())
    since = games.select("id").join(first, on="id", how="left", maintain_order="left")["since"]
    at = dict(connection.execute(select(revisions.c.id, revisions.c.at)).all())
    begins = {one: _begin(f"{key} {at[one]}") for one in since.unique().to_list()}
    begin = [begins[one] for one in since.to_list()]
    return _added(np.array(begin, dtype=np.uint64), games["row"])


def _begin(said: str) -> int:
    """Where the marks of what is called so begin."""
    return int.from_bytes(sha256(said.encode()).digest()[:8])


def _from(begin: int, rows: pl.Series) -> pl.Series:
    return _added(np.full(len(rows), begin, dtype=np.uint64), rows)


def _added(begins: NDArray[np.uint64], rows: pl.Series) -> pl.Series:
    """Marks so far from where they begin; beyond the largest number the smallest follows."""
    marks = begins + rows.to_numpy().astype(np.uint64)
    return pl.Series(marks.view(np.int64))
