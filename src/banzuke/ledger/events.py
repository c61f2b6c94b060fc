"""Events of the ledger: tournaments, leagues and matches, and what is known of them."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from functools import cached_property

from sqlalchemy import Connection, select

from banzuke.ledger.database import fetch_all, insert_many, next_numbers
from banzuke.ledger.machine import new_keys
from banzuke.ledger.returning import returning_events
from banzuke.ledger.revisions import add_rows, rows_of
from banzuke.ledger.tables import event_facts, events
from banzuke.model.columns import EVENT_FACTS, EVENT_TEXTS

#: Of an event that is not released (``no``) nothing is rated until it is (``yes``, or nothing).
RELEASED = "released"

#: What may be known of an event: what files can say of it, and more.
FACTS = ("name", *EVENT_FACTS, *EVENT_TEXTS, RELEASED, "report")


class Events:
    """The events of a ledger as of a revision, or now.

    facts : {event: {fact: value}}; an event that was undone has no name, and is not there
    """

    def __init__(self, connection: Connection, revision: int | None = None) -> None:
        self._connection = connection
        found: dict[int, dict[str, str]] = defaultdict(dict)
        table = rows_of(connection, event_facts, revision)
        for event, fact, value in table.select("event", "fact", "value").iter_rows():
            found[event][fact] = value
        self.facts = {event: facts for event, facts in found.items() if "name" in facts}

    @cached_property
    def keys(self) -> dict[int, str]:
        """The key of each event that is there: opaque, the same in every export."""
        every = fetch_all(self._connection, select(events.c.id, events.c.key))
        return {event: key for event, key in every if event in self.facts}

    def names(self) -> dict[int, str]:
        """The name of each event."""
        return {event: facts["name"] for event, facts in self.facts.items()}

    def by_name(self) -> dict[str, int]:
        """The event of each name."""
        return {name: event for event, name in self.names().items()}


def add_events(connection: Connection, revision: int, called: Sequence[str]) -> dict[str, int]:
    """New events; returns {name: event}.

    One that was here under the name until that was undone is the same event again.
    """
    if not called:
        return {}
    again = returning_events(connection, called)
    made = [name for name in called if name not in again]
    first = next_numbers(connection, "event", len(made)) if made else 0
    rows = [(first + at, key) for at, key in enumerate(new_keys(len(made)))]
    insert_many(connection, events, ["id", "key"], rows)
    numbers = again | {name: first + at for at, name in enumerate(made)}
    facts = [{"event": n, "fact": "name", "value": name} for name, n in numbers.items()]
    add_rows(connection, event_facts, revision, facts)
    return numbers


def add_unknown_events(
    connection: Connection, revision: int, known: dict[str, int], called: Sequence[str]
) -> list[str]:
    """Make the events that ``known``, {name: event}, lacks, and put them there; their names."""
    fresh = [name for name in called if name not in known]
    known |= add_events(connection, revision, fresh)
    return fresh
