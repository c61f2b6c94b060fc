"""From when on results are no longer what they were at a revision, so that ratings may move."""

from __future__ import annotations

from sqlalchemy import Connection, Table, or_, select

from banzuke.ledger import chunks
from banzuke.ledger.events import RELEASED
from banzuke.ledger.tables import event_facts, merges, person_facts, starts, told_of_players
from banzuke.ledger.versions import Versions
from banzuke.model.columns import EVENT_FACTS

#: Everything may have moved.
ALWAYS = -(2**63)


def touched_from(connection: Connection, revision: int) -> int | None:
    """The earliest moment of results that changed after a revision, None if nothing did.

    Microseconds since 1970 on the ledger's clock; ``ALWAYS`` where it cannot be told: games
    without dates, starting values.
    """
    if _changed(connection, starts, revision):
        return ALWAYS
    moments = [
        _earliest(chunks.read(connection, stored_after=revision)),
        _earliest(chunks.ended_after(connection, revision)),
    ]
    people = {
        row["person"]
        for table in (person_facts, told_of_players)
        for row in _changed(connection, table, revision)
    }
    for row in _changed(connection, merges, revision):
        people |= {row["person"], row["into"]}
    facts = (*EVENT_FACTS, RELEASED, "name")
    events = {
        row["event"] for row in _changed(connection, event_facts, revision) if row["fact"] in facts
    }
    if people or events:
        moments.append(_earliest_of(connection, people, events))
    found = [moment for moment in moments if moment is not None]
    return min(found, default=None)


def _changed(connection: Connection, table: Table, revision: int) -> list[dict[str, object]]:
    """The rows of a versioned table that began or ended after a revision."""
    query = select(table).where(or_(table.c.since > revision, table.c.until > revision))
    return [dict(row) for row in connection.execute(query).mappings()]


def _earliest(versions: Versions) -> int | None:
    """The earliest time of some games; ``ALWAYS`` where one has none."""
    if not len(versions):
        return None
    if "time" not in versions.games.columns or versions.games["time"].null_count():
        return ALWAYS
    first = versions.games["time"].min()
    return first if isinstance(first, int) else ALWAYS


def _earliest_of(connection: Connection, people: set[object], events: set[object]) -> int | None:
    """The earliest time of the games of some people and events."""
    versions = chunks.read(connection, columns=["event"])
    at = versions.game_of_entry().filter(versions.entries["person"].is_in(list(people)))
    which = versions.in_rows(at)
    if events and "event" in versions.games.columns:
        which |= versions.games["event"].is_in(list(events)).fill_null(value=False)
    return _earliest(Versions(versions.games.filter(which), versions.entries))
