"""Versions of games as a database keeps them: many in one chunk, column by column.

A row a game costs a database a microsecond; a million in chunks costs milliseconds. Small chunks,
as a server makes them with every report, are joined into larger ones when there are many: what
they hold stays the same.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from io import BytesIO
from typing import Any, Literal, NamedTuple

import polars as pl
from sqlalchemy import Connection, Row, Select, and_, delete, func, insert, or_, select, update

from banzuke.ledger.tables import chunks, closings
from banzuke.ledger.versions import ENTRY_COLUMNS, GAME_COLUMNS, Versions, together

#: So many games make a chunk at most.
MOST_GAMES = 131_072

#: Chunks of a tier hold up to this many games; so many chunks of a tier are joined into one.
TIERS = (16, 256, 4_096, 65_536)
JOINED = 16

#: A chunk is stored, and numbered.
STORED = insert(chunks).returning(chunks.c.id)

#: Tables of so few rows are streams, which are written and read in a tenth of the time of a file.
FEW_ROWS = 2 * TIERS[0]

#: So few versions that ended are left out without copying all others.
FEW_ENDED = 256

#: By which games are found, and their entries: these columns are always read.
NEEDED = ("id", "since", "entries", "time", "person")

#: What an Arrow IPC file begins with, and a stream does not.
IPC_FILE = b"ARROW1"

#: How chunks are compressed: a compromise that is read at the speed of a disk.
COMPRESSION: Literal["lz4"] = "lz4"


def store(connection: Connection, versions: Versions) -> None:
    """Keep versions of games, in as many chunks as they need."""
    whole = len(versions) <= MOST_GAMES
    for begin in range(0, len(versions), MOST_GAMES):
        part = versions if whole else versions.between(begin, begin + MOST_GAMES)
        number: int = connection.execute(STORED, _as_row(part)).scalar_one()
        # Not each time: to ask for it takes longer than to store a game.
        if number % JOINED == 0:
            _join_small(connection)


def read(
    connection: Connection,
    *,
    revision: int | None = None,
    ids: Iterable[int] | None = None,
    stored_by: int | None = None,
    stored_after: int | None = None,
    after: int | None = None,
    columns: Sequence[str] | None = None,
) -> Versions:
    """The versions of games that hold, all of them or a part.

    revision : as of which; by default now
    ids : of these games only; stored_by : of these only what a revision stored; stored_after :
        what later ones stored
    after : only games whose time, microseconds since 1970, is later
    columns : of games and of entries that are asked for, besides NEEDED; by default all
    """
    wanted = None if ids is None else sorted(set(ids))
    part = Part(revision, wanted, stored_by, stored_after, after, columns)
    found = [versions for row in _rows(connection, part) if len(versions := _open_ones(row, part))]
    return _without_closed(connection, together(found), revision)


def count(connection: Connection) -> int:
    """How many versions of games were ever stored: at least as many as games hold."""
    query = select(func.coalesce(func.sum(chunks.c.count), 0))
    return int(connection.execute(query).scalar_one())


def stored(connection: Connection, columns: Sequence[str] | None = None) -> Versions:
    """All versions of games that were ever stored, those that have ended, too.

    columns : as ``read`` takes them
    """
    part = Part(columns=columns)
    return together([_open_ones(row, part) for row in _rows(connection, part)])


class Part(NamedTuple):
    """Which versions are asked for; see ``read``."""

    revision: int | None = None
    ids: list[int] | None = None
    stored_by: int | None = None
    stored_after: int | None = None
    after: int | None = None
    columns: Sequence[str] | None = None


def _rows(connection: Connection, part: Part) -> Iterator[Row[Any]]:
    """The chunks in which such versions may lie, in their order.

    Their numbers are asked for first: a database that sorts chunks moves all that is in them.
    """
    order = chunks.c.since_first, chunks.c.game_first, chunks.c.id
    numbers = connection.execute(_numbers(part).order_by(*order)).scalars().all()
    for begin in range(0, len(numbers), JOINED):
        some = numbers[begin : begin + JOINED]
        rows = connection.execute(select(chunks).where(chunks.c.id.in_(some))).all()
        by_number = {row.id: row for row in rows}
        yield from (by_number[number] for number in some)


def _numbers(part: Part) -> Select[Any]:
    """The query for the numbers of the chunks in which such versions may lie."""
    revision, ids, stored_by, stored_after, after, _ = part
    query = select(chunks.c.id)
    if revision is not None:
        query = query.where(chunks.c.since_first <= revision)
    if stored_by is not None:
        query = query.where(chunks.c.since_first <= stored_by, chunks.c.since_last >= stored_by)
    if stored_after is not None:
        query = query.where(chunks.c.since_last > stored_after)
    if ids is not None:
        few = ids if len(ids) <= 64 else []
        query = query.where(
            or_(
                *(and_(chunks.c.game_first <= i, chunks.c.game_last >= i) for i in few),
            )
            if few
            else and_(chunks.c.game_first <= ids[-1], chunks.c.game_last >= ids[0])
            if ids
            else chunks.c.id < 0
        )
    if after is not None:
        query = query.where(or_(chunks.c.time_last.is_(None), chunks.c.time_last > after))
    return query


def _open_ones(row: Row[Any], part: Part) -> Versions:
    """What of a chunk is asked for, whether it has ended or not."""
    revision, ids, stored_by, stored_after, after, columns = part
    wanted = None if columns is None else {*NEEDED, *columns}
    games, entries = _unpacked(row.games, wanted), _unpacked(row.entries, wanted)
    which = pl.repeat(value=True, n=len(games), eager=True)
    if revision is not None and row.since_last > revision:
        which &= games["since"] <= revision
    if stored_by is not None:
        which &= games["since"] == stored_by
    if stored_after is not None:
        which &= games["since"] > stored_after
    if ids is not None:
        which &= games["id"].is_in(ids)
    if after is not None and "time" in games.columns:
        which &= (games["time"] > after).fill_null(value=True)
    return Versions(games, entries).chosen(which)


def _without_closed(connection: Connection, versions: Versions, revision: int | None) -> Versions:
    """Versions that have not ended by a revision."""
    query = select(closings.c.game, closings.c.since)
    if revision is not None:
        query = query.where(closings.c.until <= revision)
    ended = connection.execute(query).all()
    if not ended or not len(versions):
        return versions
    whole = [row.since for row in ended if row.game == 0]
    if whole:
        versions = versions.chosen(~versions.games["since"].is_in(whole))
    single = {(row.game, row.since) for row in ended if row.game}
    suspects = versions.games["id"].is_in([game for game, _ in single]).arg_true()
    rows = versions.games.select("id", "since")[suspects].rows()
    gone = {at: row[0] for at, row in zip(suspects, rows, strict=True) if row in single}
    if len(gone) > FEW_ENDED:
        which = pl.repeat(value=True, n=len(versions), eager=True)
        return versions.chosen(which.scatter([*gone], False))  # Polars takes it in its place
    # A game that was corrected twice has one newest version, and comes once.
    newest = {game: at for at, (game, _) in zip(suspects, rows, strict=True) if at not in gone}
    return versions.with_replaced({at: newest.pop(gone[at], None) for at in sorted(gone)})


def ended_after(connection: Connection, revision: int) -> Versions:
    """The versions of games that ended after a revision, of entries only who it was."""
    query = select(closings.c.game, closings.c.since).where(closings.c.until > revision)
    ended = connection.execute(query).all()
    parts = []
    for since in sorted({row.since for row in ended}):
        single = [row.game for row in ended if row.since == since]
        ids = None if 0 in single else sorted(single)
        part = Part(stored_by=since, ids=ids, columns=[])
        parts += [_open_ones(row, part) for row in _rows(connection, part)]
    return together([versions for versions in parts if len(versions)])


def close(connection: Connection, versions: Versions, revision: int) -> None:
    """End versions of games with a revision."""
    if not len(versions):
        return
    rows = versions.games.select(
        pl.col("id").alias("game"), "since", pl.lit(revision).alias("until")
    )
    connection.execute(insert(closings), rows.to_dicts())


def close_all_of(connection: Connection, stored_by: int, revision: int) -> None:
    """End every version that one revision stored, with another."""
    connection.execute(insert(closings), {"game": 0, "since": stored_by, "until": revision})


def _as_row(versions: Versions) -> dict[str, Any]:
    """Versions as a row of the table of chunks."""
    games = versions.games
    time = games["time"] if "time" in games.columns else pl.Series([], dtype=pl.Int64)
    undated = len(time.drop_nulls()) < len(games)
    return {
        "tier": _tier(versions),
        "since_first": games["since"].min(),
        "since_last": games["since"].max(),
        "game_first": games["id"].min(),
        "game_last": games["id"].max(),
        # Where a game has no time, nothing can be said of when the chunk's games were.
        "time_first": None if undated else time.min(),
        "time_last": None if undated else time.max(),
        "count": len(games),
        "games": _packed(games),
        "entries": _packed(versions.entries),
    }


def _packed(frame: pl.DataFrame) -> bytes:
    """A table as an Arrow IPC file or stream, without the columns in which nothing stands."""
    needed = {*GAME_COLUMNS, *ENTRY_COLUMNS}
    empty = [one.name for one in frame.get_columns() if one.null_count() == len(frame)]
    gone = [name for name in empty if name not in needed]
    kept = frame.drop(gone) if gone else frame
    buffer = BytesIO()
    if len(frame) <= FEW_ROWS:
        kept.write_ipc_stream(buffer, compression="uncompressed")
    else:
        kept.write_ipc(buffer, compression=COMPRESSION)
    return buffer.getvalue()


def _unpacked(packed: bytes, columns: Collection[str] | None = None) -> pl.DataFrame:
    """A table of what ``_packed`` made; those of some columns that it has, or all."""
    if packed.startswith(IPC_FILE):
        if columns is None:
            return pl.read_ipc(BytesIO(packed))
        there = pl.read_ipc_schema(BytesIO(packed))
        return pl.read_ipc(BytesIO(packed), columns=[name for name in there if name in columns])
    frame = pl.read_ipc_stream(BytesIO(packed))
    return frame if columns is None else frame.select(one for one in frame if one.name in columns)


def _join_small(connection: Connection) -> None:
    """Join the chunks of a tier once there are many of them."""
    query = (
        select(chunks.c.tier)
        .where(chunks.c.tier < len(TIERS))
        .group_by(chunks.c.tier)
        .having(func.count() >= JOINED)
        .order_by(chunks.c.tier)
        .limit(1)
    )
    while (tier := connection.execute(query).scalar()) is not None:
        of_tier = select(chunks).where(chunks.c.tier == tier)
        rows = connection.execute(of_tier.order_by(chunks.c.since_first, chunks.c.id)).all()
        whole = together([_open_ones(row, Part()) for row in rows])
        connection.execute(delete(chunks).where(chunks.c.id.in_([row.id for row in rows])))
        # One tier higher at least, so that this comes to an end.
        connection.execute(insert(chunks), {**_as_row(whole), "tier": max(tier + 1, _tier(whole))})


def _tier(versions: Versions) -> int:
    """How large a chunk is, from 0."""
    return sum(len(versions) > size for size in TIERS)


def every_chunk(connection: Connection) -> Iterator[tuple[int, Versions]]:
    """The chunks, each by its number, with all versions in it."""
    for number in connection.execute(select(chunks.c.id).order_by(chunks.c.id)).scalars().all():
        row = connection.execute(select(chunks).where(chunks.c.id == number)).one()
        yield int(number), _open_ones(row, Part())


def write_over(connection: Connection, number: int, versions: Versions) -> None:
    """Put versions in the place of those that a chunk holds: only to remove what must go."""
    connection.execute(update(chunks).where(chunks.c.id == number).values(**_as_row(versions)))
