"""Results into the ledger: whom they mean, what of them is there already, and the new stored.

All of a file is stored, or nothing of it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

import numpy as np
import polars as pl
from sqlalchemy import Connection, insert, select

from banzuke.ledger import chunks
from banzuke.ledger.chunks import Versions
from banzuke.ledger.database import next_numbers
from banzuke.ledger.events import Events, add_events
from banzuke.ledger.matching import NewPeople, Question, match_people
from banzuke.ledger.people import People, add_aliases, add_people
from banzuke.ledger.removing import removed_keys
from banzuke.ledger.revisions import set_values
from banzuke.ledger.same_games import Same, same_games
from banzuke.ledger.storing import facts_of_events, twice_in_a_game, versions_of
from banzuke.ledger.tables import (
    event_facts,
    identifiers,
    person_facts,
    pools,
    revisions,
    sources,
    starts,
)
from banzuke.model.columns import KINDS
from banzuke.model.players import Players
from banzuke.model.problems import Problem
from banzuke.model.results import Results

#: What to do with a game that another file has told of: leave it, or store it as a second game.
Again = Literal["ask", "skip", "store", "replace"]

#: Columns of players that are numbers in a register.
REGISTERS = ("id",)


@dataclass(frozen=True)
class Incoming:
    """A file to be stored.

    digest : SHA-256 of its bytes; facts : of players, by name: columns of a players file
    """

    results: Results
    name: str
    digest: str
    facts: Mapping[str, Mapping[str, str]] = field(default_factory=dict)


@dataclass(frozen=True)
class Decisions:
    """What a person says to the questions of an import.

    answers : {name: key of the person who is meant, or ``new``}
    again : what to do with games that another file has told of
    of_list : whose starting values a players file gives, "" for all lists
    strict : whether warnings are refused, too
    """

    answers: Mapping[str, str] = field(default_factory=dict)
    new_people: NewPeople = "ask"
    again: Again = "ask"
    of_list: str = ""
    strict: bool = False


@dataclass
class Report:
    """What an import did, or would do.

    read, stored : games; skipped : why games were left out, with where; refused : likewise
    people, events : names that are new; questions : about names, unanswered
    changed : how much was stored in all, facts and aliases included
    """

    read: int = 0
    stored: int = 0
    skipped: list[Problem] = field(default_factory=list)
    refused: list[Problem] = field(default_factory=list)
    warnings: list[Problem] = field(default_factory=list)
    people: list[str] = field(default_factory=list)
    events: list[str] = field(default_factory=list)
    questions: list[Question] = field(default_factory=list)
    changed: int = 0

    def figures(self) -> dict[str, int]:
        """How many of each."""
        return {
            "read": self.read,
            "stored": self.stored,
            "skipped": sum(problem.times for problem in self.skipped),
            "people": len(self.people),
            "events": len(self.events),
        }


def facts_of_players(players: Players) -> dict[str, dict[str, str]]:
    """What a players file says of each player, as texts."""
    found: dict[str, dict[str, str]] = {}
    texts = players.frame.with_columns(pl.all().cast(pl.String))
    for row in texts.iter_rows(named=True):
        found.setdefault(row["player"], {}).update({k: v for k, v in row.items() if v})
    return found


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
    if _is_known(connection, incoming.digest):
        what = "this file is stored already"
        report.skipped.append(Problem(what, source=incoming.name, times=max(len(results), 1)))
        return
    people, removed = People(connection), removed_keys(connection)
    matched = match_people(
        [*results.players, *(name for name in incoming.facts if name not in set(results.players))],
        people,
        numbers=_numbers(incoming.facts),
        answers=decisions.answers,
        new_people=decisions.new_people,
        facts=incoming.facts,
    )
    report.questions += matched.questions
    of_events, contradictions = facts_of_events(results)
    report.refused += contradictions
    report.refused += [
        Problem(str(question), _how_to_answer(question), incoming.name)
        for question in matched.questions
    ]
    if report.refused:
        return
    persons = {**matched.known, **add_people(connection, revision, matched.new, _keys(incoming))}
    aliases = {
        name: person
        for name, person in matched.aliases.items()
        if people.keys[person] not in removed
    }
    add_aliases(connection, revision, aliases.items())
    report.people += matched.new
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
    versions = _new_ones(connection, versions, incoming, decisions, report)
    if report.refused:
        return
    report.changed += len(matched.new) + len(aliases) + len(fresh) + len(versions)
    told = {
        name: of
        for name, of in incoming.facts.items()
        if people.keys.get(persons[name]) not in removed
    }
    report.changed += _store_facts(connection, revision, told, persons, decisions.of_list)
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


def _is_known(connection: Connection, digest: str) -> bool:
    """Whether a file of these bytes is stored, and its revision not taken back."""
    undone = select(revisions.c.undoes).where(revisions.c.undoes.is_not(None))
    query = select(sources.c.id).where(
        sources.c.digest == digest, sources.c.revision.not_in(undone)
    )
    return connection.execute(query).first() is not None


def _how_to_answer(question: Question) -> str:
    name = question.name
    if question.candidates:
        key = question.candidates[0][0]
        return f"say --same '{name}={key}', or --new '{name}'"
    return f"say --same '{name}=KEY', or --new '{name}'"


def _numbers(facts: Mapping[str, Mapping[str, str]]) -> dict[str, dict[str, str]]:
    """The numbers of registers among facts."""
    return {
        name: {column: value for column, value in of.items() if column in REGISTERS and value}
        for name, of in facts.items()
    }


def _keys(incoming: Incoming) -> dict[str, str]:
    """Keys that people have in another ledger, from which the file was exported."""
    return {name: of["key"] for name, of in incoming.facts.items() if of.get("key")}


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


def _new_ones(
    connection: Connection,
    versions: Versions,
    incoming: Incoming,
    decisions: Decisions,
    report: Report,
) -> Versions:
    """The games that are not stored yet."""
    stored = chunks.read(connection)
    if not len(stored):
        return versions
    people = People(connection)
    files = {row.id: row.name for row in connection.execute(select(sources)).all()}
    found = same_games(versions, _as_they_are(stored, people), incoming.name, files)
    if not found:
        return versions
    left_out = []
    for same in found:
        problem = _told_again(incoming, same, decisions)
        if problem is None:
            continue
        is_skipped = decisions.again == "skip" or (same.alike and same.from_same_file)
        (report.skipped if is_skipped else report.refused).append(problem)
        left_out.append(same.new)
    kept = ~pl.int_range(len(versions), eager=True).is_in(left_out)
    return versions.chosen(kept)


def _told_again(incoming: Incoming, same: Same, decisions: Decisions) -> Problem | None:
    """What is said of a game that is likely stored; None where it is stored as a second one."""
    place = incoming.results.place(same.new)
    if same.alike and same.from_same_file:
        return Problem(f"stored already, as game {same.old}", "", *place)
    if decisions.again == "store":
        return None
    if same.alike:
        what = f"game {same.old} is the same: these players, this result, on this occasion"
    else:
        what = f"game {same.old} has these players on this occasion, with another result"
    right = "say --again skip if it is that game, --again store if it is another one"
    if not same.alike:
        right += f"; 'banzuke correct' changes game {same.old}"
    return Problem(what, "" if decisions.again == "skip" else right, *place)


def _as_they_are(versions: Versions, people: People) -> Versions:
    """Versions with merged people under who they are."""
    if not people.into:
        return versions
    person = versions.entries["person"].replace(people.into)
    return Versions(versions.games, versions.entries.with_columns(person.alias("person")))


def _store_facts(
    connection: Connection,
    revision: int,
    told: Mapping[str, Mapping[str, str]],
    persons: Mapping[str, int],
    of_list: str,
) -> int:
    """What a file says of players: facts, numbers, starting values; returns how much is new."""
    facts: dict[tuple[Any, ...], str] = {}
    registers: dict[tuple[Any, ...], str] = {}
    values: dict[tuple[Any, ...], str] = {}
    for name, of in told.items():
        person = persons[name]
        for column, value in of.items():
            if column in ("player", "pool", "key"):
                continue
            if column in REGISTERS:
                registers[person, column] = value
            elif KINDS.get(column) == "text" and column not in ("rank", "grade"):
                facts[person, column] = value
            else:
                values[person, of_list, of.get("pool", ""), column] = value
    return (
        set_values(connection, person_facts, revision, facts)
        + set_values(connection, identifiers, revision, registers)
        + set_values(connection, starts, revision, values)
    )
