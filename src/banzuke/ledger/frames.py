"""All people, events and revisions of a ledger as tables, read at once: for pages and analysts."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import polars as pl
from sqlalchemy import Connection, Select, Table, select

from banzuke.ledger.database import fetch_all
from banzuke.ledger.people import REMOVED, People
from banzuke.ledger.revisions import holding
from banzuke.ledger.tables import (
    event_facts,
    events,
    identifiers,
    names,
    person_facts,
    persons,
    removals,
    revisions,
)
from banzuke.ledger.telling import told_by_files

#: What every table of revisions has; ``told`` is JSON.
OF_REVISIONS = ("id", "at", "who", "why", "kind", "key", "undoes", "told")


def people_frame(connection: Connection, revision: int | None = None) -> pl.DataFrame:
    """Everybody of a ledger, a row each, by key, as of a revision or now.

    Columns: person (the number in the tables), key, name (``REMOVED`` for who was removed),
    sort_name, numbers (a list of REGISTER:NUMBER), and one for each fact that is known of
    anybody: nation, club, born … Merged people are one.
    """
    people = People(connection, revision)
    called = _who(_rows(connection, names, ("person", "kind", "name"), revision), {})
    made = select(persons.c.id, persons.c.key)
    if revision is not None:
        made = made.where(persons.c.since <= revision)
    keys = _frame(connection, made, ("person", "key"), 1)
    shown, sorting = (
        called.filter(pl.col("kind") == kind).unique("person", keep="last").drop("kind")
        for kind in ("shown", "sort")
    )
    removed = fetch_all(connection, select(removals.c.key))
    there = keys.filter(~pl.col("person").is_in(list(people.into))).filter(
        pl.col("person").is_in(shown["person"].implode())
        | pl.col("key").is_in([key for (key,) in removed])
    )
    table = there.join(shown, on="person", how="left").with_columns(
        pl.col("name").fill_null(REMOVED)
    )
    for more in (sorting.rename({"name": "sort_name"}), _numbers(connection, people, revision)):
        table = table.join(more, on="person", how="left")
    facts = _facts(connection, people, revision)
    if len(facts):
        wide = facts.pivot("fact", index="person", values="value", sort_columns=True)
        table = table.join(wide, on="person", how="left")
    return table.sort("key")


def events_frame(connection: Connection, revision: int | None = None) -> pl.DataFrame:
    """The events of a ledger, a row each, by key, as of a revision or now.

    Columns: event (the number in the tables), key, name, and one for each fact that is known of
    any event: end, kind, place …
    """
    keys = _frame(connection, select(events.c.id, events.c.key), ("event", "key"), 1)
    facts = _rows(connection, event_facts, ("event", "fact", "value"), revision)
    if not len(facts):
        return keys.clear().with_columns(name=pl.lit(None, dtype=pl.String))
    wide = facts.pivot("fact", index="event", values="value", sort_columns=True)
    first = ["event", "key", "name"]
    table = keys.join(wide, on="event", how="inner")
    return table.drop_nulls("name").select(*first, pl.exclude(first)).sort("key")


def revisions_frame(connection: Connection) -> pl.DataFrame:
    """The revisions of a ledger, a row each, the oldest first.

    Columns: id, at (UTC, ISO), who, why, kind, key, undoes, told (JSON of what it did).
    """
    query = select(*(revisions.c[name] for name in OF_REVISIONS)).order_by(revisions.c.id)
    table = _frame(connection, query, OF_REVISIONS, 1)
    return table.with_columns(pl.col("undoes").cast(pl.Int64))


def _numbers(connection: Connection, people: People, revision: int | None) -> pl.DataFrame:
    """Numbers in registers: person, numbers."""
    columns = ("person", "register", "value")
    found = _who(_rows(connection, identifiers, columns, revision), people.into)
    number = pl.concat_str("register", "value", separator=":")
    return found.group_by("person", maintain_order=True).agg(number.alias("numbers"))


def _facts(connection: Connection, people: People, revision: int | None) -> pl.DataFrame:
    """Facts of people: person, fact, value, each once."""
    columns = ("person", "fact", "value")
    own = _rows(connection, person_facts, columns, revision)
    # Of merged people what is said of who they are goes first, and that before what files tell.
    own = own.with_columns(pl.col("person").is_in(list(people.into)).alias("merged"))
    own = _who(own.sort("merged", maintain_order=True).drop("merged"), people.into)
    told = [
        (person, fact, value)
        for person, of in told_by_files(connection, people, revision).facts.items()
        for fact, value in of.items()
    ]
    more = pl.DataFrame(told, schema=own.schema, orient="row")
    return pl.concat([own, more]).unique(["person", "fact"], keep="first", maintain_order=True)


def _who(table: pl.DataFrame, into: Mapping[int, int]) -> pl.DataFrame:
    """The same of people as who they are."""
    return table.with_columns(pl.col("person").replace(dict(into))) if into else table


def _rows(
    connection: Connection, table: Table, columns: Sequence[str], revision: int | None
) -> pl.DataFrame:
    """Some columns of the rows of a versioned table that hold: a number, then texts."""
    query = select(*(table.c[name] for name in columns)).where(holding(table, revision))
    return _frame(connection, query.order_by(table.c.id), columns, 1)


def _frame(
    connection: Connection, query: Select[*tuple[object, ...]], columns: Sequence[str], numbers: int
) -> pl.DataFrame:
    """What a query gives as a table: numbers in the first columns, then texts."""
    found = fetch_all(connection, query)
    return pl.DataFrame(
        [
            pl.Series(
                name, [row[at] for row in found], dtype=pl.Int64 if at < numbers else pl.String
            )
            for at, name in enumerate(columns)
        ]
    )
