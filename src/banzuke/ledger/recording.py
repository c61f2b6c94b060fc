"""Games that a server reports as they finish: stored with no look at all that is stored already."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import NamedTuple

import numpy as np
from sqlalchemy import Connection, or_, select

from banzuke.ledger import chunks
from banzuke.ledger.database import next_numbers
from banzuke.ledger.dates import dated, told_otherwise
from banzuke.ledger.marks import new_marks
from banzuke.ledger.remembering import Remembered
from banzuke.ledger.revisions import set_values
from banzuke.ledger.said_of_events import facts_of_events
from banzuke.ledger.storing import twice_in_a_game, versions_of
from banzuke.ledger.tables import event_facts
from banzuke.ledger.versions import Versions
from banzuke.model.errors import ChangeRefused
from banzuke.model.results import Results

#: What would be right where games that were recorded before have no dates.
UNDATED = "'banzuke correct --game NUMBER --set date=…' for each that has none, or withdraw them"


class Recorded(NamedTuple):
    """What was recorded.

    versions : of the games; whom : {person: the key of who that is}
    events : {event: {fact: value}}, of those that the games belong to
    games : their numbers
    results : as they were stored, and the key of each player; None where they were stored before
    retold : whether something was told anew of an event from before: then games of before may be
        rated otherwise, which no list sees that only goes on
    """

    versions: Versions
    whom: Mapping[int, str]
    events: Mapping[int, Mapping[str, str]]
    games: tuple[int, ...]
    retold: bool
    results: tuple[Results, Mapping[str, str]] | None = None


def record_results(
    known: Remembered, results: Results, revision: int, *, new_people: bool
) -> Recorded:
    """Store the games of a report.

    new_people : whether people who are not known are made; else ChangeRefused names them
    """
    connection = known.connection
    facts, problems = facts_of_events(results, connection)
    if problems:
        raise ChangeRefused(problems)
    numbers = known.people(results.players, revision, new_people=new_people)
    events = known.events(results.events, revision)
    told = {(events[n], fact): v for n, of in facts.items() for fact, v in of.items()}
    if told:
        set_values(connection, event_facts, revision, told)
        known.forget_facts(events.values())
    first = next_numbers(connection, "game", len(results))
    results = with_rows(results, first)
    versions = versions_of(
        results,
        persons=np.array([numbers[name] for name in results.players], dtype=np.int64),
        events=np.array([events[name] for name in results.events], dtype=np.int64),
        pools=np.array(known.pool_numbers(results.pools), dtype=np.int64),
        source=known.source(revision),
        first_game=first,
        revision=revision,
    )
    games = versions.games.hstack([new_marks(len(results))])
    versions = Versions(games, versions.entries)
    refuse_other_dates(known, versions)
    twice = twice_in_a_game(versions, known.into, numbers, "")
    if twice:
        raise ChangeRefused(twice)
    chunks.store(connection, versions)
    keys = known.keys_of(list(numbers.values()))
    return Recorded(
        versions,
        keys,
        known.facts_of(list(events.values())),
        tuple(range(first, first + len(results))),
        bool(told) and retold_events(connection, revision - 1),
        (results, {name: keys[number] for name, number in numbers.items()}),
    )


def refuse_other_dates(known: Remembered, versions: Versions) -> None:
    """Refuse games without dates where all have some, and with dates where none has one.

    No list could be rated any more. Where that is so already, the games of a server are kept all
    the same: somebody has to correct the others.
    """
    games = versions.games
    if known.all_dated and "time" in games.columns and not games["time"].null_count():
        return
    new, here = dated(games), known.dated
    for kind in new:
        odd = told_otherwise({kind: new[kind]}, here, UNDATED)
        if odd is not None and len(here[kind]) == 1:
            raise ChangeRefused([odd])
    known.all_dated = False
    known.dated = {kind: here[kind] | new[kind] for kind in here}


def with_rows(results: Results, first: int) -> Results:
    """Results as rows of the file of recorded games, which has them by their numbers.

    first : the number of the first game
    """
    rows = np.arange(first, first + len(results), dtype=np.uint32)
    return replace(
        results,
        games=replace(results.games, row=rows),
        entries=replace(results.entries, row=None),
    )


def recorded_since(known: Remembered, revision: int) -> Recorded:
    """All that was recorded after a revision and holds."""
    connection = known.connection
    versions = chunks.read(connection, stored_after=revision)
    people = versions.entries["person"].unique().to_list()
    numbers: list[int] = []
    if "event" in versions.games.columns:
        numbers = versions.games["event"].drop_nulls().unique().to_list()
    return Recorded(
        versions,
        known.keys_of(people),
        known.facts_of(numbers),
        tuple(versions.games["id"].to_list()),
        retold_events(connection, revision),
    )


def retold_events(connection: Connection, revision: int) -> bool:
    """Whether what is known of events from before a revision has changed since."""
    of = event_facts.c
    older = select(of.event).where(of.fact == "name", of.since <= revision)
    query = select(of.id).where(or_(of.since > revision, of.until > revision), of.event.in_(older))
    return connection.execute(query.limit(1)).first() is not None
