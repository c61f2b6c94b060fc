"""All that a ledger holds now as one file, from which another ledger makes the same lists."""

from __future__ import annotations

import json
import zipfile
from io import BytesIO
from pathlib import Path
from typing import Any

import polars as pl
from sqlalchemy import Connection, select

from banzuke.engine.whole_files import write_whole
from banzuke.ledger import chunks
from banzuke.ledger.database import setting, zone_of
from banzuke.ledger.lists import all_lists, rulebook_form
from banzuke.ledger.marks import MARK, marks_of
from banzuke.ledger.own_rules import own_in_use
from banzuke.ledger.people import People
from banzuke.ledger.reading import pool_names
from banzuke.ledger.removing import removed_keys
from banzuke.ledger.revisions import newest_revision, rows_of
from banzuke.ledger.tables import (
    apart,
    awards,
    circuit_events,
    circuit_settings,
    event_facts,
    events,
    identifiers,
    list_settings,
    merges,
    names,
    person_facts,
    sources,
    starts,
    told_of_players,
)

#: The form of the file; a reader refuses one that it does not know.
FORMAT = 1

ABOUT = "ledger.json"
#: Where scoring systems and rules of circuits of the user's own stand.
OWN_RULES = "own_rules"
GAMES, ENTRIES = "games.arrow", "entries.arrow"

#: What of people and events goes along, as rows of their tables.
OF_PEOPLE = (names, person_facts, identifiers, merges, starts)

#: What else goes along as rows of its table; an export of an older form may lack some of it.
OTHERS = (
    apart,
    told_of_players,
    event_facts,
    awards,
    list_settings,
    circuit_settings,
    circuit_events,
)


def export(connection: Connection, path: Path) -> dict[str, int]:
    """Write all that holds now into a file (.zip); returns how much it is."""
    versions = chunks.read(connection)
    about = _about(connection)
    pieces = {
        ABOUT: json.dumps(about, ensure_ascii=False, indent=1).encode(),
        GAMES: _packed(
            versions.games.with_columns(marks_of(connection, versions.games).alias(MARK))
        ),
        ENTRIES: _packed(versions.entries),
    }

    def write(beside: Path) -> None:
        with zipfile.ZipFile(beside, "w", zipfile.ZIP_DEFLATED) as archive:
            for name, content in pieces.items():
                # One time for all, so that one ledger gives one file.
                archive.writestr(zipfile.ZipInfo(name, (1980, 1, 1, 0, 0, 0)), content)

    write_whole(path, write)
    return {"games": len(versions), "people": len(about["persons"])}


def _about(connection: Connection) -> dict[str, Any]:
    """All but the games."""
    people = People(connection)
    return {
        "format": FORMAT,
        "ledger": setting(connection, "key"),
        OWN_RULES: own_in_use(connection),
        "title": setting(connection, "title"),
        "zone": zone_of(connection),
        "revision": newest_revision(connection),
        "persons": {str(number): key for number, key in people.keys.items()},
        "removed": sorted(removed_keys(connection)),
        "events": {str(row.id): row.key for row in connection.execute(select(events)).all()},
        "pools": {str(number): name for number, name in pool_names(connection).items()},
        "sources": [dict(row) for row in connection.execute(select(sources)).mappings()],
        "rulebooks": {
            record.rulebook: rulebook_form(connection, record.rulebook)
            for record in all_lists(connection)
        },
        **{
            table.name: rows_of(connection, table).drop("id", "since", "until").to_dicts()
            for table in (*OF_PEOPLE, *OTHERS)
        },
    }


def is_export(path: Path) -> bool:
    """Whether a file is an export of a ledger."""
    try:
        with zipfile.ZipFile(path) as archive:
            return {ABOUT, GAMES, ENTRIES} <= set(archive.namelist())
    except (OSError, zipfile.BadZipFile):
        return False


def _packed(frame: pl.DataFrame) -> bytes:
    buffer = BytesIO()
    frame.write_ipc(buffer, compression="zstd")
    return buffer.getvalue()
