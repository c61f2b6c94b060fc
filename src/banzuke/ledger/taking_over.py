"""What another ledger exported taken over: people, events, games, lists and circuits."""

from __future__ import annotations

import json
import zipfile
from collections.abc import Mapping
from io import BytesIO
from pathlib import Path
from typing import Any

import polars as pl
from sqlalchemy import Connection, insert, select

from banzuke.ledger import chunks
from banzuke.ledger.circuits import circuits_of
from banzuke.ledger.database import next_numbers, setting
from banzuke.ledger.events import Events
from banzuke.ledger.exporting import ABOUT, ENTRIES, FORMAT, GAMES, OF_PEOPLE, OWN_RULES
from banzuke.ledger.importing import files_in_force, pool_numbers
from banzuke.ledger.lists import all_lists
from banzuke.ledger.own_rules import take_over_own
from banzuke.ledger.people import People
from banzuke.ledger.removing import removed_keys
from banzuke.ledger.revisions import add_rows
from banzuke.ledger.soundness import refuse_unsound
from banzuke.ledger.subjects import add_missing
from banzuke.ledger.tables import (
    apart,
    awards,
    circuit_events,
    circuit_settings,
    event_facts,
    events,
    list_settings,
    persons,
    removals,
    rulebooks,
    sources,
    told_of_players,
)
from banzuke.ledger.taking_over_games import marked, take_games
from banzuke.ledger.versions import Versions
from banzuke.model.errors import ChangeRefused, FileProblem
from banzuke.model.problems import Problem

#: No export that we make is packed tighter than this, or larger: what is, is a trap.
MOST_BYTES = 8_000_000_000
TIGHTEST = 1_000


def import_export(connection: Connection, revision: int, path: Path) -> dict[str, int]:
    """Take over what another ledger exported; nothing of it that is here already.

    People are known by their keys; who was removed here stays removed. Raises ChangeRefused
    unless the ledger is empty of games or holds an earlier export of the same ledger.
    """
    about, games, entries = _read(path)
    _refuse_strangers(connection, about, path)
    take_over_own(connection, about.get(OWN_RULES, ()))
    whose = _people(connection, revision, about)
    of_events = _events(connection, revision, about, whose)
    of_pools = _pools(connection, about)
    # What a ledger recorded itself is in no file; another ledger's is not ours.
    digests = {row["id"]: row["digest"] or about["ledger"] for row in about["sources"]}
    of_sources = _sources(connection, revision, about, digests, whose)
    numbers = {"source": of_sources, "event": of_events, "pool": of_pools}
    versions = _numbered_here(Versions(marked(games, digests), entries), numbers, whose)
    versions = versions.since(revision)
    there = {of_sources[number]: digest for number, digest in digests.items()}
    figures = take_games(connection, versions, there)
    # Who is one person here may be two there, who have met.
    refuse_unsound(connection)
    return {
        **figures,
        "lists": _lists(connection, revision, about),
        "circuits": _circuits(connection, revision, about, of_events),
    }


def _refuse_strangers(connection: Connection, about: Mapping[str, Any], path: Path) -> None:
    """Raise ChangeRefused if this ledger has games, and nothing to do with that of an export."""
    if len(chunks.read(connection)) and about["persons"] and not _is_related(connection, about):
        what = "this ledger has results of its own, and none of the people of that one"
        raise ChangeRefused([Problem(what, "an empty ledger: 'banzuke init' makes one", path.name)])


def _numbered_here(
    versions: Versions, numbers: Mapping[str, Mapping[int, int]], whose: Mapping[int, int]
) -> Versions:
    """Games of an export with the numbers of this ledger in place of those of the other one.

    numbers : {column of games: {number there: number here}}; whose : those of people
    """
    games, entries = versions
    here = [
        pl.col(name).replace_strict(table, return_dtype=pl.Int32)
        for name, table in numbers.items()
        if name in games.columns
    ]
    person = pl.col("person").replace_strict(whose, return_dtype=pl.Int32)
    return Versions(games.with_columns(here), entries.with_columns(person))


def _pools(connection: Connection, about: Mapping[str, Any]) -> dict[int, int]:
    """The numbers that pools of the export have here; new ones are made."""
    numbers = pool_numbers(connection, list(about["pools"].values()))
    return dict(zip(map(int, about["pools"]), numbers, strict=True))


def _sources(
    connection: Connection,
    revision: int,
    about: Mapping[str, Any],
    digests: Mapping[int, str],
    whose: Mapping[int, int],
) -> dict[int, int]:
    """The numbers that files of the export have here; new ones are made, with what they told.

    digests : of its files, by number
    """
    mine = setting(connection, "key")
    known = {digest or mine: number for digest, number in files_in_force(connection).items()}
    found: dict[int, int] = {}
    told: list[dict[str, Any]] = []
    for row in about["sources"]:
        digest = digests[row["id"]]
        number = known.get(digest)
        if number is None:
            number = known[digest] = next_numbers(connection, "source")
            made = {**row, "id": number, "digest": digest, "revision": revision}
            connection.execute(insert(sources), made)
            told += [
                {**one, "person": whose[one["person"]], "source": number}
                for one in about.get(told_of_players.name, ())
                if one["source"] == row["id"]
            ]
        found[row["id"]] = number
    gone = removed_keys(connection)
    here = {whose[int(number)] for number, key in about["persons"].items() if key not in gone}
    add_rows(connection, told_of_players, revision, [one for one in told if one["person"] in here])
    return found


def _is_related(connection: Connection, about: Mapping[str, Any]) -> bool:
    """Whether an export is of this ledger, or of one that this one has taken over before.

    Otherwise everybody of it would be a namesake of somebody here.
    """
    if about.get("ledger") == setting(connection, "key"):
        return True
    return not set(People(connection).keys.values()).isdisjoint(about["persons"].values())


def _read(path: Path) -> tuple[dict[str, Any], pl.DataFrame, pl.DataFrame]:
    """The parts of an export; raises ChangeRefused for what is none."""
    try:
        with zipfile.ZipFile(path) as archive:
            for one in archive.infolist():
                packed = max(one.compress_size, 1)
                if one.file_size > MOST_BYTES or one.file_size > TIGHTEST * packed:
                    raise ChangeRefused([_wrong(path, f"{one.filename} is too large")])
            about = json.loads(archive.read(ABOUT))
            games, entries = (pl.read_ipc(BytesIO(archive.read(name))) for name in (GAMES, ENTRIES))
    except OSError as error:
        raise FileProblem(f"{path} cannot be read: {error}") from error
    except (KeyError, ValueError, zipfile.BadZipFile, pl.exceptions.PolarsError) as error:
        raise ChangeRefused([_wrong(path, f"it is damaged: {error}")]) from error
    if about.get("format") != FORMAT:
        raise ChangeRefused([_wrong(path, f"it has format {about.get('format')}")])
    return about, games, entries


def _wrong(path: Path, what: str) -> Problem:
    return Problem(what, f"an export of a ledger, format {FORMAT}", path.name)


def _people(connection: Connection, revision: int, about: Mapping[str, Any]) -> dict[int, int]:
    """The numbers that people of the export have here; who is not there is made.

    Who was here once, until that was taken back, has no name, and is told of anew.
    """
    people = People(connection)
    known = {key: number for number, key in people.keys.items()}
    unheard = [key for key in about["persons"].values() if key not in known]
    if unheard:
        first = next_numbers(connection, "person", len(unheard))
        made = [{"id": first + at, "key": key, "since": revision} for at, key in enumerate(unheard)]
        connection.execute(insert(persons), made)
        known |= {row["key"]: row["id"] for row in made}
    whose = {int(number): known[key] for number, key in about["persons"].items()}
    there = people.there() | set(people.into)
    fresh = {number for number, here in whose.items() if here not in there}
    # Who was removed there has no name here either, nor from an older export later.
    gone = {about["persons"][str(number)] for number in fresh}.intersection(about["removed"])
    if gone:
        rows = [{"key": key, "revision": revision} for key in sorted(gone)]
        connection.execute(insert(removals), rows)
    for table in OF_PEOPLE:
        rows = [
            {name: whose[v] if name in ("person", "into") else v for name, v in row.items()}
            for row in about[table.name]
            if row["person"] in fresh
        ]
        add_missing(connection, table, revision, rows)
    pairs = [
        sorted((whose[row["person"]], whose[row["other"]]))
        for row in about.get(apart.name, ())
        if not fresh.isdisjoint((row["person"], row["other"]))
    ]
    add_missing(connection, apart, revision, [{"person": a, "other": b} for a, b in pairs])
    return whose


def _events(
    connection: Connection, revision: int, about: Mapping[str, Any], whose: Mapping[int, int]
) -> dict[int, int]:
    """The numbers that events of the export have here; those not there are made."""
    there = Events(connection)
    known = {row.key: row.id for row in connection.execute(select(events)).all()}
    # As in files, an event is the one of its name: two ledgers may have made one each.
    by_name = there.by_name()
    for row in about[event_facts.name]:
        if row["fact"] == "name" and row["value"] in by_name:
            known.setdefault(about["events"][str(row["event"])], by_name[row["value"]])
    unheard = [key for key in about["events"].values() if key not in known]
    if unheard:
        first = next_numbers(connection, "event", len(unheard))
        made = [{"id": first + at, "key": key} for at, key in enumerate(unheard)]
        connection.execute(insert(events), made)
        known |= {row["key"]: row["id"] for row in made}
    numbers = {int(number): known[key] for number, key in about["events"].items()}
    fresh = {number for number, here in numbers.items() if here not in there.facts}
    for table in (event_facts, awards):
        rows = [
            {**row, "event": numbers[row["event"]]}
            for row in about.get(table.name, ())
            if row["event"] in fresh
        ]
        for row in rows:
            if row.get("person") is not None:
                row["person"] = whose[row["person"]]
        add_missing(connection, table, revision, rows)
    return numbers


def _lists(connection: Connection, revision: int, about: Mapping[str, Any]) -> int:
    """Lists that are not there yet, with their rulebooks; how many."""
    there = {record.key for record in all_lists(connection)}
    rows = [row for row in about["list_settings"] if row["list"] not in there]
    add_rows(connection, list_settings, revision, rows)
    kept = set(connection.execute(select(rulebooks.c.hash)).scalars().all())
    for hash_, form in about["rulebooks"].items():
        if hash_ not in kept:
            text = json.dumps(form, ensure_ascii=False)
            connection.execute(insert(rulebooks), {"hash": hash_, "key": form["key"], "text": text})
    return len({row["list"] for row in rows})


def _circuits(
    connection: Connection,
    revision: int,
    about: Mapping[str, Any],
    of_events: Mapping[int, int],
) -> int:
    """Circuits that are not there yet, with their events; how many."""
    there = {record.key for record in circuits_of(connection)}
    settings = [row for row in about.get("circuit_settings", ()) if row["circuit"] not in there]
    add_rows(connection, circuit_settings, revision, settings)
    belong = [
        {**row, "event": of_events[row["event"]]}
        for row in about.get("circuit_events", ())
        if row["circuit"] not in there
    ]
    add_rows(connection, circuit_events, revision, belong)
    return len({row["circuit"] for row in settings})
