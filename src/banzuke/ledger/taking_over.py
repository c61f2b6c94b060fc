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
from banzuke.ledger.exporting import ABOUT, ENTRIES, FORMAT, GAMES, OF_PEOPLE
from banzuke.ledger.importing import pool_numbers
from banzuke.ledger.lists import all_lists
from banzuke.ledger.people import People
from banzuke.ledger.removing import removed_keys
from banzuke.ledger.revisions import add_rows
from banzuke.ledger.tables import (
    apart,
    awards,
    circuit_events,
    circuit_settings,
    event_facts,
    events,
    list_settings,
    persons,
    rulebooks,
    sources,
    told_of_players,
)
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
    held = chunks.read(connection)
    if len(held) and about["persons"] and not _is_related(connection, about):
        what = "this ledger has results of its own, and none of the people of that one"
        raise ChangeRefused([Problem(what, "an empty ledger: 'banzuke init' makes one", path.name)])
    mine = setting(connection, "key")
    files = {row.digest or mine: row.id for row in connection.execute(select(sources)).all()}
    whose = _people(connection, revision, about)
    of_events = _events(connection, revision, about, whose)
    of_pools = dict(
        zip(
            map(int, about["pools"]),
            pool_numbers(connection, list(about["pools"].values())),
            strict=True,
        )
    )
    of_sources: dict[int, int] = {}
    told: list[dict[str, Any]] = []
    for row in about["sources"]:
        # Games that a ledger recorded itself are in no file; another ledger's are not ours.
        digest = row["digest"] or about["ledger"]
        number = files.get(digest)
        if number is None:
            number = next_numbers(connection, "source")
            made = {**row, "id": number, "digest": digest, "revision": revision}
            connection.execute(insert(sources), made)
            told += [
                {**one, "person": whose[one["person"]], "source": number}
                for one in about.get(told_of_players.name, ())
                if one["source"] == row["id"]
            ]
        of_sources[row["id"]] = number
    gone = removed_keys(connection)
    here = {whose[int(number)] for number, key in about["persons"].items() if key not in gone}
    add_rows(connection, told_of_players, revision, [one for one in told if one["person"] in here])
    coded = games.with_columns(
        pl.col("source").replace_strict(of_sources, return_dtype=pl.Int32),
        pl.lit(revision, dtype=pl.Int64).alias("since"),
        *(
            pl.col(name).replace_strict(table, return_dtype=pl.Int32)
            for name, table in (("event", of_events), ("pool", of_pools))
            if name in games.columns
        ),
    )
    person = entries["person"].replace_strict(whose, return_dtype=pl.Int32)
    versions = Versions(coded, entries.with_columns(person.alias("person")))
    fresh = _not_there(versions, held)
    if len(fresh):
        first = next_numbers(connection, "game", len(fresh))
        numbers = pl.int_range(first, first + len(fresh), eager=True).alias("id")
        chunks.store(connection, Versions(fresh.games.with_columns(numbers), fresh.entries))
    lists = _lists(connection, revision, about)
    circuits = _circuits(connection, revision, about, of_events)
    told_of = {"lists": lists, "circuits": circuits}
    return {"read": len(versions), "stored": len(fresh), **told_of}


def _is_related(connection: Connection, about: Mapping[str, Any]) -> bool:
    """Whether an export is of this ledger, or of one that this one has taken over before.

    Otherwise everybody of it would be a namesake of somebody here.
    """
    if about.get("ledger") == setting(connection, "key"):
        return True
    return not set(People(connection).keys.values()).isdisjoint(about["persons"].values())


def _not_there(versions: Versions, held: Versions) -> Versions:
    """The games that are not stored: a game is known by its file and row."""
    if not len(held):
        return versions
    places = versions.games.select("source", "row").with_row_index("at")
    there = places.join(held.games.select("source", "row"), on=["source", "row"], how="semi")
    return versions.chosen(~pl.int_range(len(versions), eager=True).is_in(there["at"].implode()))


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
    """The numbers that people of the export have here; who is not there is made."""
    known = {key: number for number, key in People(connection).keys.items()}
    removed = removed_keys(connection)
    fresh = {int(n): key for n, key in about["persons"].items() if key not in known}
    if fresh:
        first = next_numbers(connection, "person", len(fresh))
        rows = [
            {"id": first + at, "key": key, "since": revision}
            for at, key in enumerate(fresh.values())
        ]
        connection.execute(insert(persons), rows)
        known |= {row["key"]: row["id"] for row in rows}
    whose = {int(number): known[key] for number, key in about["persons"].items()}
    for table in OF_PEOPLE:
        rows = [
            {name: whose[v] if name in ("person", "into") else v for name, v in row.items()}
            for row in about[table.name]
            if row["person"] in fresh and about["persons"][str(row["person"])] not in removed
        ]
        add_rows(connection, table, revision, rows)
    pairs = [
        sorted((whose[row["person"]], whose[row["other"]]))
        for row in about.get(apart.name, ())
        if not fresh.keys().isdisjoint((row["person"], row["other"]))
    ]
    add_rows(connection, apart, revision, [{"person": a, "other": b} for a, b in pairs])
    return whose


def _events(
    connection: Connection, revision: int, about: Mapping[str, Any], whose: Mapping[int, int]
) -> dict[int, int]:
    """The numbers that events of the export have here; those not there are made."""
    known = {row.key: row.id for row in connection.execute(select(events)).all()}
    fresh = {int(n): key for n, key in about["events"].items() if key not in known}
    if fresh:
        first = next_numbers(connection, "event", len(fresh))
        rows = [{"id": first + at, "key": key} for at, key in enumerate(fresh.values())]
        connection.execute(insert(events), rows)
        known |= {row["key"]: row["id"] for row in rows}
    numbers = {int(number): known[key] for number, key in about["events"].items()}
    for table in (event_facts, awards):
        rows = [
            {**row, "event": numbers[row["event"]]}
            for row in about.get(table.name, ())
            if row["event"] in fresh
        ]
        for row in rows:
            if row.get("person") is not None:
                row["person"] = whose[row["person"]]
        add_rows(connection, table, revision, rows)
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
