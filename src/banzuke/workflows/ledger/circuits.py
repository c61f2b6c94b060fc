"""Circuits of a ledger: series of events with their own points, set up and changed."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from sqlalchemy import Connection

from banzuke.ledger.circuits import CircuitRecord, circuits_of, remove_circuit, set_circuit
from banzuke.ledger.events import Events
from banzuke.ledger.revisions import Author
from banzuke.workflows.ledger.opening import Done, OpenLedger, whoever


class LedgerCircuits(OpenLedger):
    """A ledger that keeps circuits."""

    def circuits(self) -> list[CircuitRecord]:
        """The circuits, by key."""
        with self.database.reading() as connection:
            return circuits_of(connection)

    def event_names(self) -> dict[int, str]:
        """{event: its name}, as records refer to events."""
        with self.database.reading() as connection:
            return Events(connection).names()

    def set_circuit(
        self,
        key: str,
        values: Mapping[str, str] | None = None,
        *,
        events: Mapping[str, str] | Iterable[str] = (),
        without: Iterable[str] = (),
        who: str = "",
    ) -> Done:
        """Set up a circuit, or change it.

        values : title, and rule, the key of a circuit rule
        events : names of events that belong to it from now on, or {name: its class}
        without : names of those that do no longer
        Raises ChangeRefused for what no circuit has, UnknownName for events that are not there.
        """
        classes = dict(events) if isinstance(events, Mapping) else dict.fromkeys(events, "")
        leaving = list(without)

        def make(connection: Connection, revision: int) -> dict[str, Any]:
            told = set_circuit(
                connection,
                revision,
                key=key,
                values=values or {},
                events=classes,
                without=leaving,
            )
            return told if told["changed"] else {}

        return self._change("circuits", make, Author(who or whoever()))

    def remove_circuit(self, key: str, *, who: str = "") -> Done:
        """Keep a circuit no longer; its events stay."""

        def make(connection: Connection, revision: int) -> dict[str, Any]:
            return remove_circuit(connection, revision, key=key)

        return self._change("circuits", make, Author(who or whoever()))
