"""Whether games have dates: no list can be rated from some that do and some that do not.

Games and final places of events are two kinds; what is asked of one is not asked of the other.
"""

from __future__ import annotations

from collections.abc import Mapping

import polars as pl
from sqlalchemy import Connection, select

from banzuke.ledger import chunks
from banzuke.ledger.tables import chunks as table
from banzuke.model.problems import Problem

#: {whether final places: whether there are some with a date, and some without one}
Dated = Mapping[bool, frozenset[bool]]

NOTHING: Dated = {False: frozenset(), True: frozenset()}


def dated(games: pl.DataFrame) -> Dated:
    """Whether some games have a date, and some none, by kind."""
    if "time" not in games.columns:
        games = games.with_columns(pl.lit(None).alias("time"))
    there = games.select("standings", pl.col("time").is_not_null()).unique()
    return {kind: frozenset(has for of, has in there.iter_rows() if of == kind) for kind in NOTHING}


def all_dated(connection: Connection) -> bool:
    """Whether all games have dates that a ledger holds or held; told without reading them."""
    query = select(table.c.id).where(table.c.time_first.is_(None)).limit(1)
    return connection.execute(query).first() is None


def dated_here(connection: Connection) -> Dated:
    """Whether some games that a ledger holds have a date, and some none, by kind."""
    return dated(chunks.read(connection, columns=["standings"]).games)


def told_otherwise(new: Dated, here: Dated, mend: str = "") -> Problem | None:
    """Why new games cannot be rated together with those that are here; None if they can.

    mend : what would be right where only those that are here have no dates; by default the way
        for games of a file
    """
    for kind, mine in new.items():
        there = here[kind]
        if not mine or not there or len(mine | there) == 1:
            continue
        what, right = "there are games without a date, but the ledger has some with one", "dates"
        if False not in mine:
            what = "the games have dates, but the ledger has some without one"
            right = mend or "the file of those again with dates, by --again replace"
        return Problem(f"{what}: no list can be rated from both", right, column="date")
    return None
