"""Games of an export that a ledger does not have yet, told by their marks."""

from __future__ import annotations

from collections.abc import Mapping

import polars as pl
from sqlalchemy import Connection, select

from banzuke.ledger import chunks
from banzuke.ledger.database import next_numbers, setting
from banzuke.ledger.marks import MARK, is_recorded, marks_of, marks_of_places
from banzuke.ledger.tables import closings, revisions, sources
from banzuke.ledger.versions import Versions, together


def marked(games: pl.DataFrame, digests: Mapping[int, str]) -> pl.DataFrame:
    """Games of an export, each with a mark; an older export has none.

    digests : of its files by number; the key of a ledger, of what that recorded
    """
    places = marks_of_places(games, digests)
    return games.with_columns(
        places if MARK not in games.columns else games[MARK].fill_null(places)
    )


def take_games(
    connection: Connection, export: Versions, digests: Mapping[int, str]
) -> dict[str, int]:
    """Store the games of an export that this ledger does not have; tells how many.

    export : with marks, people, events and files by their numbers here
    digests : of the files by number, as ``marked`` has them
    A game that was here and was withdrawn is not brought back; one that was undone is.
    """
    held = chunks.read(connection)
    mine = setting(connection, "key")
    files = {row.id: row.digest or mine for row in connection.execute(select(sources))}
    ours = _described(held, marks_of(connection, held.games), files)
    theirs = _described(export, export.games[MARK], digests)
    is_here = theirs["mark"].is_in(ours["mark"].implode()) | _as_before_marks(theirs, ours)
    is_gone = theirs["mark"].is_in(_withdrawn(connection, held).implode()) & ~is_here
    fresh = export.chosen(~(is_here | is_gone))
    if len(fresh):
        first = next_numbers(connection, "game", len(fresh))
        number = pl.int_range(first, first + len(fresh), eager=True).alias("id")
        # The rows of what is recorded are the numbers of the games, here other ones than there.
        own = fresh.games["source"].is_in([one for one, digest in files.items() if digest == mine])
        row = fresh.games["row"].zip_with(~own, number.cast(pl.UInt32))
        chunks.store(connection, Versions(fresh.games.with_columns(number, row), fresh.entries))
    withdrawn = int(is_gone.sum())
    return {"read": len(export), "stored": len(fresh), "withdrawn before": withdrawn}


def _described(versions: Versions, marks: pl.Series, digests: Mapping[int, str]) -> pl.DataFrame:
    """What games are known by, a row a game: mark, place, people and time.

    place : the mark by number, of what a ledger recorded; null of the games of files
    """
    games = versions.games
    recorded = [number for number, digest in digests.items() if is_recorded(digest)]
    place = marks_of_places(games, digests)
    who = pl.DataFrame({"at": versions.game_of_entry(), "person": versions.entries["person"]})
    people = (
        who.sort("at", "person")
        .group_by("at", maintain_order=True)
        .agg(pl.col("person").cast(pl.String).str.join(" "))["person"]
    )
    nothing = pl.repeat(None, len(games), dtype=pl.Int64, eager=True)
    return pl.DataFrame(
        {
            "at": pl.int_range(len(games), eager=True),
            "mark": marks,
            "place": place.zip_with(games["source"].is_in(recorded), nothing),
            "people": people,
            "time": games["time"] if "time" in games.columns else nothing,
        }
    )


def _as_before_marks(theirs: pl.DataFrame, ours: pl.DataFrame) -> pl.Series:
    """Which games are here by the number under which a ledger recorded them, before marks.

    Numbers are those of two games where a ledger was copied: the same game has the same people or
    the same time, of which a correction changes one. An older export is believed only where it
    has both.
    """
    pairs = theirs.filter(pl.col("place").is_not_null()).join(
        ours, on="place", how="inner", suffix="_here"
    )
    people = pl.col("people") == pl.col("people_here")
    time = pl.col("time").eq_missing(pl.col("time_here"))
    taken_over = pl.col("mark_here") == pl.col("place")
    unmarked = pl.col("mark") == pl.col("place")
    same = pairs.filter((taken_over & (people | time)) | (unmarked & people & time))
    return theirs["at"].is_in(same["at"].implode())


def _withdrawn(connection: Connection, held: Versions) -> pl.Series:
    """The marks of games that were here until somebody withdrew them."""
    query = (
        select(closings.c.game, closings.c.since)
        .join(revisions, revisions.c.id == closings.c.until)
        .where(closings.c.game > 0, revisions.c.kind != "undo")
        .order_by(closings.c.until)
    )
    last = dict(connection.execute(query).all())
    here = set(held.games["id"].to_list())
    ended: dict[int, list[int]] = {}
    for game, since in last.items():
        if game not in here:
            ended.setdefault(since, []).append(game)
    gone = [
        chunks.read(
            connection,
            revision=since,
            stored_by=since,
            ids=ids,
            columns=["source", "row", MARK],
        )
        for since, ids in ended.items()
    ]
    games = together(gone).games
    return marks_of(connection, games)
