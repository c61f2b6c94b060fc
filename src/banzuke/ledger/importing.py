"""Results into the ledger: whom they mean, what of them is there already, and the new stored.

All of a file is stored, or nothing of it.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import polars as pl
from sqlalchemy import Connection, insert, select

from banzuke.ledger import chunks
from banzuke.ledger.database import next_numbers
from banzuke.ledger.events import Events, add_events
from banzuke.ledger.import_reports import Decisions, Incoming, Report
from banzuke.ledger.matching import Matched, Question, match_people
from banzuke.ledger.new_people import add_aliases, add_apart, add_people
from banzuke.ledger.people import People
from banzuke.ledger.removing import removed_keys
from banzuke.ledger.revisions import set_values, taken_back
from banzuke.ledger.storing import facts_of_events, twice_in_a_game, versions_of
from banzuke.ledger.storing_facts import shown_names, store_said, store_told, told_by
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
    results = incoming.results
    report.read += len(results)
    report.warnings += results.warnings
    if incoming.digest in files_in_force(connection):
        if not len(results) and incoming.said.rows:
            return  # a players file, which is given with each file of results
        what = "this file is stored already"
        report.skipped.append(Problem(what, source=incoming.name, times=max(len(results), 1)))
        return
    of_events, contradictions = facts_of_events(results, connection)
    report.refused += contradictions
    persons = _whom(connection, incoming, decisions, revision, report)
    if report.refused:
        return
    people = People(connection)
    events = Events(connection).by_name()
    fresh = [name for name in results.events if name not in events]
    events |= add_events(connection, revision, fresh)
    report.events += fresh
    source = next_numbers(connection, "source")
    connection.execute(
        insert(sources),
        {"id": source, "name": incoming.name, "digest": incoming.digest, "revision": revision},
    )
    versions = versions_of(
        results,
        persons=np.array([persons[name] for name in results.players], dtype=np.int64),
        events=np.array([events[name] for name in results.events], dtype=np.int64),
        pools=np.array(pool_numbers(connection, results.pools), dtype=np.int64),
        source=source,
        first_game=0,
        revision=revision,
    )
    report.refused += twice_in_a_game(versions, people.into, persons, incoming.name)
    versions = new_ones(connection, versions, incoming, decisions, revision, report)
    if report.refused:
        return
    report.changed += len(fresh) + len(versions)
    removed = removed_keys(connection)
    there = {name: one for name, one in persons.items() if people.keys[one] not in removed}
    said, told = incoming.said, told_by(results.told)
    report.changed += store_said(connection, revision, said, there, decisions.of_list)
    if len(versions) or report.replaced:
        report.changed += store_told(connection, revision, told, there, source)
    report.changed += set_values(
        connection,
        event_facts,
        revision,
        {(events[n], f): value for n, of in of_events.items() for f, value in of.items()},
    )
    if len(versions):
        first = next_numbers(connection, "game", len(versions))
        numbered = versions.games.with_columns(
            pl.int_range(first, first + len(versions), eager=True).alias("id")
        )
        chunks.store(connection, Versions(numbered, versions.entries))
        report.stored += len(versions)


def _whom(
    connection: Connection,
    incoming: Incoming,
    decisions: Decisions,
    revision: int,
    report: Report,
) -> dict[str, int]:
    """{name: person} of all whom a file names; who is new is made, what is unclear is asked."""
    people, results = People(connection), incoming.results
    said, told = incoming.said, told_by(results.told)
    called = list(dict.fromkeys([*results.players, *said.by_player]))
    spelt = {**told.spelt(), **said.spelt()}
    matched = match_people(
        called,
        people,
        numbers={**told.numbers, **said.numbers},
        answers=decisions.answers,
        new_people=decisions.new_people,
        facts={
            name: {**told.by_player.get(name, {}), **said.by_player.get(name, {})}
            for name in called
        },
        spelt=spelt,
    )
    report.questions += matched.questions
    report.refused += [
        Problem(str(question), _how_to_answer(question), incoming.name)
        for question in matched.questions
    ]
    if report.refused:
        return {}
    report.warnings += _by_number_only(people, matched, decisions, incoming.name)
    full = shown_names(matched.new, said, told)
    made = add_people(connection, revision, matched.new, full)
    removed = removed_keys(connection)
    aliases = [
        *((name, one) for name, one in matched.aliases.items() if people.keys[one] not in removed),
        *((name, made[name]) for name in made if full[name] != name and name not in spelt),
    ]
    add_aliases(connection, revision, aliases)
    for name, others in matched.declined.items():
        add_apart(connection, revision, made[name], others)
    report.people += full.values()
    report.changed += len(made) + len(aliases)
    return {**matched.known, **made}


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
