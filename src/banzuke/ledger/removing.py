"""A person removed: the name is nowhere any more, and no rating moves."""

from __future__ import annotations

import json
import re
import sqlite3
from collections.abc import Iterable, Sequence
from contextlib import closing
from typing import Any

import polars as pl
from sqlalchemy import Column, Connection, Table, delete, insert, select, text, update

from banzuke.ledger import chunks
from banzuke.ledger.database import Database
from banzuke.ledger.people import NAMELESS, REMOVED, People
from banzuke.ledger.tables import (
    apart,
    awards,
    circuit_events,
    circuit_settings,
    event_facts,
    identifiers,
    list_settings,
    names,
    pending,
    person_facts,
    publications,
    removals,
    revisions,
    sources,
    told_of_players,
)
from banzuke.ledger.telling import is_fact
from banzuke.ledger.versions import Versions
from banzuke.model.columns import columns_of

#: What stays of a person, since ratings of others depend on it: the year of birth.
KEPT_FACT = "born"

#: Where free texts stand that may name people, by table and column.
TEXTS: tuple[tuple[Table, Column[Any]], ...] = (
    (revisions, revisions.c.why),
    (revisions, revisions.c.who),
    (revisions, revisions.c.told),
    (sources, sources.c.name),
    (event_facts, event_facts.c.value),
    (awards, awards.c.title),
    (awards, awards.c.text),
    (circuit_settings, circuit_settings.c.value),
    (circuit_events, circuit_events.c.value),
    (list_settings, list_settings.c.value),
    (publications, publications.c.manifest),
)

#: The texts of games and entries.
GAME_TEXTS = ("key", "round", "board", "category", "time_class")
ENTRY_TEXTS = ("role",)


def anonymise(connection: Connection, revision: int, *, person: str) -> dict[str, Any]:
    """Remove a person: names, numbers in registers and facts, in all revisions.

    The games and the year of birth stay under the key, so that every other rating keeps its
    bits. It cannot be undone. ``wipe`` afterwards leaves no trace of it in the file.
    """
    people = People(connection)
    number = people.meant(person)
    mine = [number, *(one for one, who in people.into.items() if who == number)]
    called = _all_names(connection, mine)
    for table in (identifiers, apart):
        connection.execute(delete(table).where(table.c.person.in_(mine)))
    # That there was a name, and when, stays: who is on a list of then is told by it.
    theirs = names.c.person.in_(mine)
    connection.execute(delete(names).where(theirs, names.c.kind.not_in(("shown", NAMELESS))))
    connection.execute(update(names).where(theirs).values(kind=NAMELESS, name=""))
    connection.execute(delete(apart).where(apart.c.other.in_(mine)))
    connection.execute(
        delete(person_facts).where(
            person_facts.c.person.in_(mine), person_facts.c.fact != KEPT_FACT
        )
    )
    told = told_of_players.c
    facts = [column for column in columns_of("players") if is_fact(column) and column != KEPT_FACT]
    connection.execute(delete(told_of_players).where(told.person.in_(mine), told.column.in_(facts)))
    for kept, fact in ((person_facts, "fact"), (told_of_players, "column")):
        _only_the_year(connection, mine, kept, kept.c[fact])
    connection.execute(delete(pending))
    pattern = _whole_words(called)
    if pattern is not None:
        for table, column in TEXTS:
            _scrub(connection, table, column, pattern)
        _scrub_games(connection, pattern)
    keys = [people.keys[one] for one in mine]
    _forget_corrections(connection, keys)
    known = {row.key for row in connection.execute(select(removals)).all()}
    fresh = [{"key": key, "revision": revision} for key in keys if key not in known]
    if fresh:
        connection.execute(insert(removals), fresh)
    return {"person": people.keys[number]}


def wipe(database: Database) -> None:
    """Leave nothing readable of what was removed: free pages, and the log of writes."""
    if database.is_file:
        # Not within a transaction, which SQLAlchemy would begin.
        with closing(sqlite3.connect(database.path, isolation_level=None)) as connection:
            connection.execute("VACUUM")
            connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        return
    with database.engine.connect() as plain:
        plain.execution_options(isolation_level="AUTOCOMMIT").execute(text("VACUUM FULL"))


def removed_keys(connection: Connection) -> frozenset[str]:
    """The keys of people who were removed."""
    return frozenset(row.key for row in connection.execute(select(removals)).all())


def _all_names(connection: Connection, mine: Sequence[int]) -> list[str]:
    """Every name and number that these people have ever had."""
    query = select(names.c.name).where(names.c.person.in_(mine))
    found = {row.name for row in connection.execute(query).all()}
    query = select(identifiers.c.value).where(identifiers.c.person.in_(mine))
    found |= {row.value for row in connection.execute(query).all()}
    return sorted(found, key=len, reverse=True)


def _forget_corrections(connection: Connection, keys: Sequence[str]) -> None:
    """Of corrections of these people only whom they were about stays."""
    for number, told in connection.execute(select(revisions.c.id, revisions.c.told)).all():
        about = json.loads(told)
        if about.get("person") in keys and "changed" in about:
            kept = json.dumps({"person": about["person"]})
            change = update(revisions).where(revisions.c.id == number)
            connection.execute(change.values(told=kept))


def _only_the_year(
    connection: Connection, mine: Sequence[int], table: Table, fact: Column[Any]
) -> None:
    """Of a date of birth only the year stays."""
    query = select(table.c.id, table.c.value).where(table.c.person.in_(mine), fact == KEPT_FACT)
    for row in connection.execute(query).all():
        year = re.search(r"\d{4}", row.value)
        connection.execute(
            update(table).where(table.c.id == row.id).values(value=year[0] if year else "")
        )


def _whole_words(called: Iterable[str]) -> re.Pattern[str] | None:
    """What finds full names in a text; a single short word may be anything, and stays."""
    full = [name for name in called if " " in name or len(name) >= 8]
    if not full:
        return None
    return re.compile(r"(?<!\w)(?:" + "|".join(map(re.escape, full)) + r")(?!\w)", re.IGNORECASE)


def _scrub(
    connection: Connection, table: Table, column: Column[Any], pattern: re.Pattern[str]
) -> None:
    """Put ``REMOVED`` in place of names in a column of texts."""
    key = next(iter(table.primary_key.columns))
    for number, value in connection.execute(select(key, column)).all():
        if value and pattern.search(value):
            clean = pattern.sub(REMOVED, value)
            connection.execute(update(table).where(key == number).values({column.name: clean}))


def _scrub_games(connection: Connection, pattern: re.Pattern[str]) -> None:
    """The same for the texts of games, in every version of them."""
    for number, versions in chunks.every_chunk(connection):
        games = _scrubbed(versions.games, GAME_TEXTS, pattern)
        entries = _scrubbed(versions.entries, ENTRY_TEXTS, pattern)
        if games is not versions.games or entries is not versions.entries:
            chunks.write_over(connection, number, Versions(games, entries))


def _scrubbed(
    frame: pl.DataFrame, columns: Sequence[str], pattern: re.Pattern[str]
) -> pl.DataFrame:
    """A table without names in its texts; the very same one where there are none."""
    for name in columns:
        if name not in frame.columns:
            continue
        distinct = frame[name].drop_nulls().unique().to_list()
        table = {one: pattern.sub(REMOVED, one) for one in distinct if pattern.search(one)}
        if table:
            frame = frame.with_columns(pl.col(name).replace(table))
    return frame
