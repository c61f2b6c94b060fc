"""People and events whom nothing names any more once a revision is taken back, and their names.

A name stays for as long as games need it, also after the revision that brought it was taken back.
With the last of these games it goes as well; it comes back with the first that comes back.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from typing import Any, NamedTuple

import polars as pl
from sqlalchemy import Connection, Table, select

from banzuke.ledger import chunks
from banzuke.ledger.database import fetch_all
from banzuke.ledger.people import NAMELESS, NOT_MEANT, People
from banzuke.ledger.revisions import FEW, add_rows, end_rows, rows_of, taken_back
from banzuke.ledger.subjects import content_of
from banzuke.ledger.tables import VERSIONED, event_facts, events, names, persons, revisions
from banzuke.ledger.versions import Versions

#: How many people and events are gone, as a revision tells it.
GONE = ("people gone", "events gone")


class Named(NamedTuple):
    """What has names: people or events.

    table : where the names stand; whose : its column that says whose; subjects : the table
    of all people, or of all events
    """

    table: Table
    whose: str
    subjects: Table

    def within(self, versions: Versions) -> set[int]:
        """Who of them is in some games."""
        if self.subjects is persons:
            return set(versions.entries["person"].unique())
        there = "event" in versions.games.columns
        return set(versions.games["event"].drop_nulls().unique()) if there else set()

    def is_name(self, row: Mapping[str, Any]) -> bool:
        """Whether a row has a name by which somebody, or an event, is meant."""
        return row["kind"] not in NOT_MEANT if self.subjects is persons else row["fact"] == "name"

    def named(self, connection: Connection, whom: Collection[int]) -> set[int]:
        """Who of some has a name now, or had one that was removed."""
        rows = _held(connection, self, whom)
        return {row[self.whose] for row in rows if self.is_name(row) or _is_removed(row)}


#: People, and events.
NAMED = (Named(names, "person", persons), Named(event_facts, "event", events))


def end_left_over(connection: Connection, revision: int) -> None:
    """Take away all names of those whom only revisions name that are taken back by now.

    revision : the one that takes another back, as whose part names go
    """
    query = select(revisions.c.id, revisions.c.undoes).where(revisions.c.undoes.is_not(None))
    undoes = dict(fetch_all(connection, query))
    gone = taken_back(connection)
    for kind in NAMED:
        rows = rows_of(connection, kind.table)
        doubtful = rows.filter(pl.col("since").is_in([*gone, *undoes]))[kind.whose].unique()
        if not len(doubtful):
            continue
        theirs = rows.filter(pl.col(kind.whose).is_in(doubtful.implode())).to_dicts()
        earlier = _earlier(connection, kind.table, set(undoes.values()))
        left = set(doubtful) - {
            row[kind.whose]
            for row in theirs
            if _is_removed(row) or _said_by(row, undoes, earlier) not in {*gone, None}
        }
        left -= _referred(connection, kind, gone) if left else set()
        ids = (row["id"] for row in theirs if row[kind.whose] in left)
        end_rows(connection, kind.table, revision, ids)


def bring_names_back(connection: Connection, revision: int, versions: Versions) -> None:
    """Give those who are in some games, and have no name, their last names again.

    revision : as whose part names come back; versions : these games
    """
    for kind in NAMED:
        within = kind.within(versions)
        nameless = within - kind.named(connection, within)
        rows = [row for row in _rows_about(connection, kind, nameless) if kind.is_name(row)]
        last: dict[int, int] = {}
        for row in rows:
            last[row[kind.whose]] = max(row["until"], last.get(row[kind.whose], 0))
        again = [content_of(row) for row in rows if row["until"] == last[row[kind.whose]]]
        add_rows(connection, kind.table, revision, again)


def gone_with(connection: Connection, revision: int) -> dict[str, int]:
    """How many people and events have had no name any more since a revision, by ``GONE``."""
    found: dict[str, int] = {}
    for kind, word in zip(NAMED, GONE, strict=True):
        query = select(kind.table).where(kind.table.c.until == revision)
        rows = [dict(row) for row in connection.execute(query).mappings()]
        had = {row[kind.whose] for row in rows if kind.is_name(row)}
        count = len(had - kind.named(connection, had))
        found |= {word: count} if count else {}
    return found


def without_games(connection: Connection, versions: Versions) -> list[str]:
    """Who was in some games and is in none now: people by key, after mergers."""
    people = People(connection)
    playing = NAMED[0].within(chunks.read(connection, columns=[]))
    whom = {people.who(one) for one in NAMED[0].within(versions)}
    idle = whom - {people.who(one) for one in playing}
    shown = people.shown()
    return [people.keys[one] for one in sorted(idle) if one in shown]


def _held(connection: Connection, kind: Named, whom: Collection[int]) -> Iterator[dict[str, Any]]:
    return (row for row in _rows_about(connection, kind, whom) if row["until"] is None)


def _rows_about(
    connection: Connection, kind: Named, whom: Collection[int]
) -> Iterator[dict[str, Any]]:
    """All rows about some people or events, of whatever revisions, in the order of ids."""
    query = select(kind.table).order_by(kind.table.c.id)
    if len(whom) <= FEW:
        query = query.where(kind.table.c[kind.whose].in_(whom))
    found = connection.execute(query).mappings()
    return (dict(row) for row in found if row[kind.whose] in whom)


def _is_removed(row: Mapping[str, Any]) -> bool:
    return row.get("kind") == NAMELESS


#: {what a row says, and the revision that ended it: the revision that had said it}.
Earlier = Mapping[tuple[tuple[Any, ...], int], int]


def _earlier(connection: Connection, table: Table, ended_by: set[int]) -> Earlier:
    """Rows that hold again where a revision is taken back."""
    query = select(table).where(table.c.until.is_not(None))
    rows = connection.execute(query).mappings()
    return {
        (tuple(content_of(row).values()), row["until"]): row["since"]
        for row in rows
        if row["until"] in ended_by
    }


def _said_by(row: Mapping[str, Any], undoes: Mapping[int, int], earlier: Earlier) -> int | None:
    """The revision that said a row first, before others took that away and brought it back.

    None where one that took another back has said it by itself.
    """
    content, since = tuple(content_of(row).values()), row["since"]
    while since in undoes:
        said = earlier.get((content, undoes[since]))
        if said is None:
            return None
        since = said
    return int(since)


def _referred(connection: Connection, kind: Named, gone: Collection[int]) -> set[int]:
    """Who or what something refers to: a row that holds, or a game of a revision in force.

    Also a game that was withdrawn since, which may come back.
    """
    found: set[int] = set()
    for table in VERSIONED:
        if table is kind.table:
            continue
        columns = [column for column in table.c if column.references(kind.subjects.c.id)]
        for column in columns:
            query = select(column).where(table.c.until.is_(None), column.is_not(None))
            found.update(connection.execute(query).scalars())
    stored = chunks.stored(connection, ["event"])
    return found | kind.within(stored.chosen(~stored.games["since"].is_in([*gone])))
