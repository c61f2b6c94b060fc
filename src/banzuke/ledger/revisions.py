"""Revisions: every change of the ledger, with who made it, when and why; and rows that change."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import polars as pl
from sqlalchemy import Connection, Table, and_, bindparam, insert, or_, select, update
from sqlalchemy.sql.elements import ColumnElement

from banzuke.ledger.database import NEWEST, fetch_all, insert_many, next_numbers, setting
from banzuke.ledger.machine import now
from banzuke.ledger.storable import refuse_unless_texts
from banzuke.ledger.tables import revisions
from banzuke.model.errors import UnknownName

#: So many rows go to the database at once.
AT_ONCE = 10_000

#: So few are looked up one by one; of more, the whole table is read.
FEW = 500

#: What a revision did is said.
TOLD = (
    update(revisions).where(revisions.c.id == bindparam("revision")).values(told=bindparam("words"))
)


@dataclass(frozen=True)
class Author:
    """Who changes the ledger, and why."""

    who: str
    why: str = ""


@dataclass(frozen=True)
class Revision:
    """A change of the ledger.

    at : when, UTC, ISO; kind : which command made it; told : what it did, in figures
    undoes : the revision that it took back, or None
    """

    id: int
    at: str
    who: str
    why: str
    kind: str
    key: str | None = None
    undoes: int | None = None
    told: Mapping[str, Any] = field(default_factory=dict)


def begin_revision(
    connection: Connection,
    kind: str,
    author: Author,
    *,
    key: str | None = None,
    undoes: int | None = None,
) -> int:
    """Begin the next revision; returns its number. What it did is told by ``tell``.

    Raises ChangeRefused for words that cannot be stored.
    """
    refuse_unless_texts(who=author.who, why=author.why, key="" if key is None else key)
    number = next_numbers(connection, "revision")
    connection.execute(
        insert(revisions),
        {
            "id": number,
            "at": now().isoformat(timespec="milliseconds"),
            "who": author.who,
            "why": author.why,
            "kind": kind,
            "key": key,
            "undoes": undoes,
            "told": "{}",
        },
    )
    return number


def tell(connection: Connection, revision: int, told: Mapping[str, Any]) -> None:
    """Say what a revision did, in figures."""
    words = json.dumps(told, ensure_ascii=False, sort_keys=True)
    connection.execute(TOLD, {"revision": revision, "words": words})


def newest_revision(connection: Connection) -> int:
    """The number of the newest revision, 0 for none."""
    return int(connection.execute(NEWEST).scalar_one())


def state_of(connection: Connection) -> tuple[str, int, str]:
    """What tells a ledger as it is from any other, and from itself as it was.

    Its own key, the number of the newest revision and when that was made: a backup that was put
    in its place may have come to the same number since.
    """
    number = newest_revision(connection)
    made = select(revisions.c.at).where(revisions.c.id == number)
    at = connection.execute(made).scalar_one_or_none()
    return setting(connection, "key"), number, at or ""


def was_at(connection: Connection, state: tuple[str, int, str]) -> bool:
    """Whether the ledger is one that was as ``state_of`` told it, now or before."""
    key, number, at = state
    made = select(revisions.c.at).where(revisions.c.id == number)
    found = connection.execute(made).scalar_one_or_none()
    return (found or "") == at and setting(connection, "key") == key


def refuse_unknown(connection: Connection, revision: int | None) -> None:
    """Raise UnknownName for a revision that was never made; 0 is the empty ledger, None is now."""
    if revision is None:
        return
    newest = newest_revision(connection)
    if not 0 <= revision <= newest:
        raise UnknownName("revision", revision, [str(newest)] if newest else [])


def revision_of(connection: Connection, number: int) -> Revision:
    """A revision; raises UnknownName."""
    query = select(revisions).where(revisions.c.id == number)
    row = connection.execute(query).mappings().one_or_none()
    if row is None:
        newest = newest_revision(connection)
        raise UnknownName("revision", number, [str(newest)] if newest else [])
    return _revision(row)


def revision_by_key(connection: Connection, key: str) -> Revision | None:
    """The revision that a report of this key made, or None."""
    query = select(revisions).where(revisions.c.key == key)
    row = connection.execute(query).mappings().one_or_none()
    return None if row is None else _revision(row)


def undone_by(connection: Connection, number: int) -> int | None:
    """The revision that took one back, None if it is in force."""
    query = select(revisions.c.id).where(revisions.c.undoes == number)
    found = connection.execute(query).scalar()
    return None if found is None or undone_by(connection, found) is not None else int(found)


def taken_back(connection: Connection) -> set[int]:
    """The revisions that are not in force: taken back by one that is not taken back itself."""
    query = select(revisions.c.id, revisions.c.undoes).where(revisions.c.undoes.is_not(None))
    gone: set[int] = set()
    for number, undoes in connection.execute(query.order_by(revisions.c.id.desc())):
        if number not in gone:
            gone.add(undoes)
    return gone


def all_revisions(connection: Connection, newest: int | None = None) -> list[Revision]:
    """The revisions, the newest first; so many of them."""
    query = select(revisions).order_by(revisions.c.id.desc()).limit(newest)
    return [_revision(row) for row in connection.execute(query).mappings()]


def _revision(row: Mapping[Any, Any]) -> Revision:
    return Revision(**{**row, "told": json.loads(row["told"])})


def holding(table: Table, revision: int | None = None) -> ColumnElement[bool]:
    """Which rows of a versioned table hold, as of a revision or now."""
    if revision is None:
        return table.c.until.is_(None)
    return and_(table.c.since <= revision, or_(table.c.until.is_(None), table.c.until > revision))


def rows_of(
    connection: Connection,
    table: Table,
    revision: int | None = None,
    *where: ColumnElement[bool],
) -> pl.DataFrame:
    """The rows of a versioned table that hold, as of a revision or now, in the order of ids."""
    query = select(table).where(holding(table, revision), *where).order_by(table.c.id)
    kinds = {c.name: pl.Int64 if c.type.python_type is int else pl.String for c in table.c}
    found = fetch_all(connection, query)
    # Column by column: to turn all rows at once takes five times as long.
    return pl.DataFrame(
        [
            pl.Series(name, [row[at] for row in found], dtype=kind)
            for at, (name, kind) in enumerate(kinds.items())
        ]
    )


def add_rows(
    connection: Connection, table: Table, revision: int, rows: Sequence[Mapping[str, Any]]
) -> None:
    """Rows that hold from a revision on."""
    if not rows:
        return
    columns = list(rows[0])
    values = [(*(row[name] for name in columns), revision) for row in rows]
    insert_many(connection, table, [*columns, "since"], values)


def end_rows(connection: Connection, table: Table, revision: int, ids: Iterable[int]) -> None:
    """Rows that hold no longer, from a revision on."""
    numbers = list(ids)
    for begin in range(0, len(numbers), AT_ONCE):
        part = numbers[begin : begin + AT_ONCE]
        connection.execute(update(table).where(table.c.id.in_(part)).values(until=revision))


def set_values(
    connection: Connection,
    table: Table,
    revision: int,
    wanted: Mapping[tuple[Any, ...], str],
) -> int:
    """Values of a versioned table from a revision on; an empty one ends what was there.

    wanted : {what stands in the columns between id and value: value}
    Returns how many values changed.
    """
    columns = [c.name for c in table.c if c.name not in ("id", "since", "until", "value")]
    subject = table.c[columns[0]]
    about = {key[0] for key in wanted}
    where = [subject.in_(about)] if len(about) <= FEW else []
    held = rows_of(connection, table, None, *where).select("id", "value", *columns)
    known = {tuple(key): (number, value) for number, value, *key in held.iter_rows()}
    ended, added = [], []
    for key, value in wanted.items():
        number, now = known.get(key, (0, ""))
        if now == value:
            continue
        if number:
            ended.append(number)
        if value:
            added.append({**dict(zip(columns, key, strict=True)), "value": value})
    end_rows(connection, table, revision, ended)
    add_rows(connection, table, revision, added)
    return max(len(ended), len(added))
