"""Results into the ledger: whom they mean, what of them is there already, and the new stored.

All of a file is stored, or nothing of it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
import polars as pl
from sqlalchemy import Connection, insert, select

from banzuke.ledger import chunks
from banzuke.ledger.database import next_numbers
from banzuke.ledger.events import Events, add_unknown_events
from banzuke.ledger.import_reports import Decisions, Incoming, Report, UnderWay
from banzuke.ledger.matching import Matched, Question, match_people
from banzuke.ledger.new_people import add_aliases, add_apart, add_people
from banzuke.ledger.people import People
from banzuke.ledger.removing import removed_keys
from banzuke.ledger.revisions import set_values, taken_back
from banzuke.ledger.said_of_events import facts_of_events
from banzuke.ledger.storing import twice_in_a_game, versions_of
from banzuke.ledger.storing_facts import Said, shown_names, store_said, store_told, told_by
from banzuke.ledger.tables import event_facts, pools, sources
from banzuke.ledger.told_again import new_ones
from banzuke.ledger.versions import Versions
from banzuke.model.problems import Problem


def store_results(
    connection: Connection,
    incoming: Incoming,
    decisions: Decisions,
    revision: int,
    report: Report,
) -> None:
    """Store what of a file is new; what cannot be stored is in ``report.refused``.

    Whoever calls this rolls back where something was refused.
    """
    way, results = UnderWay(connection, incoming, decisions, revision, report), incoming.results
    report.read += len(results)
    report.warnings += results.warnings
    if _is_stored(way):
        return
    of_events, contradictions = facts_of_events(results, connection)
    report.refused += contradictions
    persons = _whom(way)
    if report.refused:
        return
    events = Events(connection).by_name()
    fresh = add_unknown_events(connection, revision, events, results.events)
    report.events += fresh
    source = _add_file(way)
    versions = versions_of(
        results,
        persons=np.array([persons[name] for name in results.players], dtype=np.int64),
        events=np.array([events[name] for name in results.events], dtype=np.int64),
        pools=np.array(pool_numbers(connection, results.pools), dtype=np.int64),
        source=source,
        first_game=0,
        revision=revision,
    )
    report.refused += twice_in_a_game(versions, People(connection).into, persons, incoming.name)
    versions = new_ones(way, versions)
    if report.refused:
        return
    told_of = source if len(versions) or report.replaced else None
    report.changed += len(fresh) + _store_of_people(way, persons, told_of)
    facts = {(events[n], f): value for n, of in of_events.items() for f, value in of.items()}
    report.changed += set_values(connection, event_facts, revision, facts)
    _store_games(way, versions)


def _is_stored(way: UnderWay) -> bool:
    """Whether this very file is stored already, which is told."""
    incoming = way.incoming
    if incoming.digest not in files_in_force(way.connection):
        return False
    count = len(incoming.results)
    # A players file is given with each file of results: that it is known goes without saying.
    if count or not incoming.said.rows:
        what = "this file is stored already"
        way.report.skipped.append(Problem(what, source=incoming.name, times=max(count, 1)))
    return True


def _add_file(way: UnderWay) -> int:
    """The number of the file, which the ledger knows from now on."""
    number = next_numbers(way.connection, "source")
    incoming = way.incoming
    row = {"name": incoming.name, "digest": incoming.digest, "revision": way.revision}
    way.connection.execute(insert(sources), {"id": number, **row})
    return number


def _store_of_people(way: UnderWay, persons: Mapping[str, int], source: int | None) -> int:
    """Store what a file says of people, but of nobody who was removed; returns how much it is.

    source : the number of the file, None if nothing is kept of what its results tell of players
    """
    connection, revision, incoming = way.connection, way.revision, way.incoming
    keys, removed = People(connection).keys, removed_keys(connection)
    there = {name: one for name, one in persons.items() if keys[one] not in removed}
    count = store_said(connection, revision, incoming.said, there, way.decisions.of_list)
    if source is None:
        return count
    return count + store_told(connection, revision, told_by(incoming.results.told), there, source)


def _store_games(way: UnderWay, versions: Versions) -> None:
    """Number games, and keep them."""
    if not len(versions):
        return
    first = next_numbers(way.connection, "game", len(versions))
    number = pl.int_range(first, first + len(versions), eager=True).alias("id")
    games = versions.games.with_columns(number)
    chunks.store(way.connection, Versions(games, versions.entries))
    way.report.stored += len(versions)
    way.report.changed += len(versions)


def _whom(way: UnderWay) -> dict[str, int]:
    """{name: person} of all whom a file names; who is new is made, what is unclear is asked."""
    people, said = People(way.connection), way.incoming.said
    told = told_by(way.incoming.results.told)
    spelt = {**told.spelt(), **said.spelt()}
    matched = _match(way, people, told, spelt)
    if way.report.refused:
        return {}
    way.report.warnings += _by_number_only(people, matched, way.decisions, way.incoming.name)
    full = shown_names(matched.new, said, told)
    made = add_people(way.connection, way.revision, matched.new, full)
    removed = removed_keys(way.connection)
    aliases = [
        *((name, one) for name, one in matched.aliases.items() if people.keys[one] not in removed),
        *((name, made[name]) for name in made if full[name] != name and name not in spelt),
    ]
    add_aliases(way.connection, way.revision, aliases)
    for name, others in matched.declined.items():
        add_apart(way.connection, way.revision, made[name], others)
    way.report.people += full.values()
    way.report.changed += len(made) + len(aliases)
    return {**matched.known, **made}


def _match(way: UnderWay, people: People, told: Said, spelt: Mapping[str, str]) -> Matched:
    """Whom the names of a file mean; the questions are told.

    told : what its results tell of players; spelt : as ``match_people`` takes it
    """
    incoming, said = way.incoming, way.incoming.said
    called = list(dict.fromkeys([*incoming.results.players, *said.by_player]))
    matched = match_people(
        called,
        people,
        numbers={**told.numbers, **said.numbers},
        answers=way.decisions.answers,
        new_people=way.decisions.new_people,
        facts={
            name: {**told.by_player.get(name, {}), **said.by_player.get(name, {})}
            for name in called
        },
        spelt=spelt,
    )
    way.report.questions += matched.questions
    way.report.refused += [
        Problem(str(question), _how_to_answer(question), incoming.name)
        for question in matched.questions
    ]
    return matched


def _by_number_only(
    people: People, matched: Matched, decisions: Decisions, file: str
) -> list[Problem]:
    """A warning for each name that is taken for somebody's whose number it has, and no name."""
    shown = people.shown()
    return [
        Problem(
            f"{name!r} has the number of {shown.get(person, people.keys[person])}, and is taken "
            "for the same person",
            f"the right number, or --new '{name}'",
            file,
        )
        for name, person in matched.aliases.items()
        if name not in decisions.answers
    ]


def files_in_force(connection: Connection) -> dict[str, int]:
    """The numbers of the files that are stored, and not taken back, by the digests of their bytes.

    What the ledger recorded itself has no digest, and is there once at most.
    """
    gone = taken_back(connection)
    found = connection.execute(select(sources).order_by(sources.c.id)).all()
    return {row.digest: row.id for row in found if not row.digest or row.revision not in gone}


def _how_to_answer(question: Question) -> str:
    name = question.name
    if question.candidates:
        key = question.candidates[0][0]
        return f"say --same '{name}={key}', or --new '{name}'"
    return f"say --same '{name}=KEY', or --new '{name}'"


def pool_numbers(connection: Connection, called: Sequence[str]) -> list[int]:
    """The numbers of pools; new ones are given one."""
    known = {row.name: row.id for row in connection.execute(select(pools)).all()}
    fresh = [name for name in called if name not in known]
    if fresh:
        first = next_numbers(connection, "pool", len(fresh))
        rows = [{"id": first + at, "name": name} for at, name in enumerate(fresh)]
        connection.execute(insert(pools), rows)
        known |= {row["name"]: row["id"] for row in rows}
    return [known[name] for name in called]
