"""Circuits of a ledger: series of events with their own points, set up and changed."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from sqlalchemy import Connection

from banzuke.ledger.circuits import (
    CircuitRecord,
    circuit_of,
    circuits_of,
    remove_circuit,
    set_circuit,
)
from banzuke.ledger.events import Events
from banzuke.ledger.people import REMOVED, names_by_key
from banzuke.ledger.revisions import Author
from banzuke.ledger.standings import event_of, season_of
from banzuke.model.errors import ResultsRefused
from banzuke.model.problems import Problem
from banzuke.scoring.circuits.circuit import load_circuit
from banzuke.scoring.circuits.season import Season
from banzuke.scoring.reckoned_standings import reckoned
from banzuke.scoring.standings import event_standings
from banzuke.scoring.table import Standings
from banzuke.workflows.ledger.opening import Done, OpenLedger, whoever
from banzuke.workflows.ledger.own_files import kept_from_file
from banzuke.workflows.standings import ruled


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

    def circuit(self, key: str) -> Season:
        """The table of a circuit as it is now, people by their keys.

        An event whose scoring system cannot score it counts by plain points, which the table tells.
        Raises UnknownName, and ChangeRefused for a circuit without a rule.
        """
        return self.circuit_table(key)[1]

    def circuit_table(self, key: str) -> tuple[CircuitRecord, Season, dict[str, str]]:
        """A circuit, its table, and {key: name} of the people in it; raises as ``circuit``."""
        with self.database.reading() as connection:
            record = circuit_of(connection, key)
            season = season_of(connection, record)
            players = season.standings.players
            return (
                record,
                season,
                dict.fromkeys(players, REMOVED) | names_by_key(connection, players),
            )

    def standings(
        self, event: str, scoring: str | None = None, rule: Mapping[str, Any] | None = None
    ) -> Standings:
        """The standings of an event as its page on a site has them, people by their keys.

        scoring, rule : as ``banzuke.standings`` takes them, in place of what is known of the event
        By the scoring system that is known of the event, else by plain points; also where that
        system cannot be used, which ``by_plain_points`` of the table tells.
        Raises UnknownName for an event that is not there or has no results, ResultsRefused where
        neither way makes standings, or not the one that is said.
        """
        return self.standings_table(event, scoring, rule)[0]

    def standings_table(
        self, event: str, scoring: str | None = None, rule: Mapping[str, Any] | None = None
    ) -> tuple[Standings, dict[str, str]]:
        """The standings of an event, and {key: name} of the people in it; as ``standings``."""
        with self.database.reading() as connection:
            of = event_of(connection, event)
        if scoring is not None or rule:
            named = scoring or of.facts.get("scoring", "")
            chosen = ruled(of.own.scoring(named) if named else None, rule)
            return event_standings(of.results, chosen, called=of.called), of.called
        shown = reckoned(of.results, of.facts["name"], of.facts, of.called, of.own.scoring)
        if shown.table is None:
            raise ResultsRefused([Problem(shown.fault, "", event)])
        return shown.table, of.called

    def set_circuit(
        self,
        key: str,
        values: Mapping[str, Any] | None = None,
        *,
        events: Mapping[str, str] | Iterable[str] = (),
        without: Iterable[str] = (),
        who: str = "",
    ) -> Done:
        """Set up a circuit, or change it.

        values : title; and rule, the key of a circuit rule, or the path of a file, which is kept
            as it is now
        events : names of events that belong to it from now on, or {name: its class}
        without : names of those that do no longer
        Raises ChangeRefused for what no circuit has, UnknownName for events that are not there,
        CircuitRefused with all that is wrong in a file.
        """
        said, own = kept_from_file(values or {}, "rule", load_circuit)
        classes = dict(events) if isinstance(events, Mapping) else dict.fromkeys(events, "")
        leaving = list(without)

        def make(connection: Connection, revision: int) -> dict[str, Any]:
            told = set_circuit(
                connection,
                revision,
                key=key,
                values=said,
                events=classes,
                without=leaving,
                own=own,
            )
            return told if told["changed"] else {}

        return self._change("circuits", make, Author(who or whoever()))

    def remove_circuit(self, key: str, *, who: str = "") -> Done:
        """Keep a circuit no longer; its events stay."""

        def make(connection: Connection, revision: int) -> dict[str, Any]:
            return remove_circuit(connection, revision, key=key)

        return self._change("circuits", make, Author(who or whoever()))
