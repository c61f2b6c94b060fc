"""Games that a server reports as they finish: stored with no look at all that is stored already."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

import numpy as np
import polars as pl
from sqlalchemy import Connection, insert, or_, select

from banzuke.ledger import chunks
from banzuke.ledger.database import next_numbers
from banzuke.ledger.events import add_events
from banzuke.ledger.importing import pool_numbers
from banzuke.ledger.people import People, add_people
from banzuke.ledger.revisions import set_values
from banzuke.ledger.storing import facts_of_events, twice_in_a_game, versions_of
from banzuke.ledger.tables import event_facts, names, persons, sources
from banzuke.ledger.versions import Versions
from banzuke.model.errors import ChangeRefused
from banzuke.model.problems import Problem
from banzuke.model.results import Results

#: What the file of recorded games is called; its rows are the numbers of the games.
RECORDED = "recorded"


class Recorded(NamedTuple):
    """What was recorded.

    versions : of the games; whom : {person: the key of who that is}
    events : {event: {fact: value}}, of those that the games belong to
    games : their numbers
    """

    versions: Versions
    whom: Mapping[int, str]
    events: Mapping[int, Mapping[str, str]]
    games: tuple[int, ...]


def record_results(
    connection: Connection, results: Results, revision: int, *, new_people: bool
) -> Recorded:
    """Store the games of a report.

    new_people : whether people who are not known are made; else ChangeRefused names them
    """
    into = who_is_whom(connection)
    known = known_people(connection, results.players, into)
    fresh = [name for name in results.players if name not in known]
    if fresh and not new_people:
        right = "people of the ledger, by name or key"
        raise ChangeRefused([Problem(f"{name!r} is not known", right) for name in fresh])
    made = add_people(connection, revision, fresh)
    whom = _keys_of(connection, [*known.values(), *made.values()], into)
    numbers = {**known, **made}
    facts, problems = facts_of_events(results)
    if problems:
        raise ChangeRefused(problems)
    events = _events(connection, revision, results.events)
    told = {(events[n], fact): v for n, of in facts.items() for fact, v in of.items()}
    if told:
        set_values(connection, event_facts, revision, told)
    first = next_numbers(connection, "game", len(results))
    versions = versions_of(
        results,
        persons=np.array([numbers[name] for name in results.players], dtype=np.int64),
        events=np.array([events[name] for name in results.events], dtype=np.int64),
        pools=np.array(pool_numbers(connection, results.pools), dtype=np.int64),
        source=_source(connection, revision),
        first_game=first,
        revision=revision,
    )
    games = versions.games.with_columns(pl.col("id").cast(pl.UInt32).alias("row"))
    versions = Versions(games, versions.entries.drop("row", strict=False))
    twice = twice_in_a_game(versions, into, numbers, "")
    if twice:
        raise ChangeRefused(twice)
    chunks.store(connection, versions)
    return Recorded(
        versions,
        whom,
        _facts_of(connection, list(events.values())),
        tuple(range(first, first + len(results))),
    )


def recorded_since(connection: Connection, revision: int) -> Recorded:
    """All that was recorded after a revision and holds."""
    versions = chunks.read(connection, stored_after=revision)
    people = versions.entries["person"].unique().to_list()
    numbers: list[int] = []
    if "event" in versions.games.columns:
        numbers = versions.games["event"].drop_nulls().unique().to_list()
    events = _facts_of(connection, numbers)
    ids = tuple(versions.games["id"].to_list())
    return Recorded(versions, _keys_of(connection, people, who_is_whom(connection)), events, ids)


def retold_events(connection: Connection, revision: int) -> bool:
    """Whether what is known of events from before a revision has changed since.

    Then games of before may be rated otherwise, which no list sees that only goes on.
    """
    of = event_facts.c
    older = select(of.event).where(of.fact == "name", of.since <= revision)
    query = select(of.id).where(or_(of.since > revision, of.until > revision), of.event.in_(older))
    return connection.execute(query.limit(1)).first() is not None


def _facts_of(connection: Connection, numbers: Sequence[int]) -> dict[int, dict[str, str]]:
    """What is known of events, by their numbers."""
    if not numbers:
        return {}
    query = select(event_facts).where(
        event_facts.c.event.in_(numbers), event_facts.c.until.is_(None)
    )
    events: dict[int, dict[str, str]] = {}
    for row in connection.execute(query).all():
        events.setdefault(row.event, {})[row.fact] = row.value
    return events


def known_people(
    connection: Connection, called: Sequence[str], into: Mapping[int, int]
) -> dict[str, int]:
    """Whom names or keys mean, of those who are known; raises ChangeRefused for namesakes.

    into : who each merged person is
    """
    by_key = select(persons.c.key, persons.c.id).where(persons.c.key.in_(called))
    found: dict[str, int] = dict(map(tuple, connection.execute(by_key).all()))
    query = select(names.c.name, names.c.person).where(
        names.c.name.in_(called), names.c.until.is_(None), names.c.kind != "sort"
    )
    problems = []
    for name, person in connection.execute(query).all():
        who = into.get(person, person)
        if into.get(found.get(name, person), found.get(name, person)) != who:
            right = "a key instead of the name"
            problems.append(Problem(f"several people are called {name!r}", right))
        found[name] = person
    if problems:
        raise ChangeRefused(list(dict.fromkeys(problems)))
    return found


def who_is_whom(connection: Connection) -> dict[int, int]:
    """Who each merged person is, at the end."""
    return People(connection).into


def _keys_of(
    connection: Connection, numbers: Sequence[int], into: Mapping[int, int]
) -> dict[int, str]:
    """The key of who each person is, after merges."""
    wanted = {into.get(number, number) for number in numbers}
    query = select(persons.c.id, persons.c.key).where(persons.c.id.in_(wanted))
    keys = {row.id: row.key for row in connection.execute(query).all()}
    return {number: keys[into.get(number, number)] for number in numbers}


def _events(connection: Connection, revision: int, called: Sequence[str]) -> dict[str, int]:
    """The numbers of events by their names; new ones are made."""
    query = select(event_facts.c.value, event_facts.c.event).where(
        event_facts.c.fact == "name",
        event_facts.c.value.in_(called),
        event_facts.c.until.is_(None),
    )
    found = {row.value: row.event for row in connection.execute(query).all()} if called else {}
    fresh = [name for name in called if name not in found]
    return found | add_events(connection, revision, fresh)


def _source(connection: Connection, revision: int) -> int:
    """The number of the file of recorded games."""
    query = select(sources.c.id).where(sources.c.name == RECORDED, sources.c.digest == "")
    found = connection.execute(query).scalar()
    if found is not None:
        return int(found)
    number = next_numbers(connection, "source")
    row = {"id": number, "name": RECORDED, "digest": "", "revision": revision}
    connection.execute(insert(sources), row)
    return number
