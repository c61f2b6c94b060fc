"""The tables of circuits, from the standings of their events."""

from __future__ import annotations

from datetime import date
from typing import NamedTuple

from banzuke.model.errors import BanzukeError, in_short
from banzuke.publishing.site.event_standings import names_of_people, standings_of
from banzuke.publishing.site.known import Series
from banzuke.publishing.site.snapshot import Snapshot
from banzuke.scoring.circuits.circuit import Circuit, load_circuit
from banzuke.scoring.circuits.season import CircuitEvent, Season, circuit_standings


class SeasonFound(NamedTuple):
    """The table of a circuit; fault : why there is none."""

    circuit: Circuit | None
    season: Season | None
    fault: str = ""


def season_of(snapshot: Snapshot, series: Series) -> SeasonFound:
    """The table of a circuit by its rule."""
    if not series.rule:
        return SeasonFound(None, None, "no rule says what places are worth in it")
    try:
        circuit = load_circuit(series.rule)
        events = [
            one
            for key, its_class in series.events.items()
            if (one := _event(snapshot, key, its_class)) is not None
        ]
        return SeasonFound(circuit, _season(snapshot, events, circuit))
    except BanzukeError as fault:
        return SeasonFound(None, None, in_short(fault))


def _season(snapshot: Snapshot, events: list[CircuitEvent], circuit: Circuit) -> Season:
    nations = {key: one.nation for key, one in snapshot.people.items() if one.nation}
    called = snapshot.once(names_of_people)
    return circuit_standings(events, circuit, nations=nations, called=called)


def _event(snapshot: Snapshot, key: str, its_class: str) -> CircuitEvent | None:
    """An event with its standings; None of one that was not held yet."""
    event = snapshot.events.get(key)
    table = None if event is None else standings_of(snapshot, event).table
    if event is None or table is None:
        return None
    end = event.facts.get("end", "")
    held = snapshot.held.get(key)
    day = date.fromisoformat(end[:10]) if end else held and held.end
    return CircuitEvent(event.name, table, its_class or event.facts.get("category", ""), day)
