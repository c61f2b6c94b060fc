"""The tables of circuits, from the standings of their events."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from banzuke.model.errors import BanzukeError, in_short
from banzuke.publishing.site.event_standings import names_of_people
from banzuke.publishing.site.known import Series
from banzuke.publishing.site.snapshot import Snapshot
from banzuke.scoring.circuits.circuit import Circuit
from banzuke.scoring.circuits.of_results import EventPlayed, season_of_events
from banzuke.scoring.circuits.season import Season


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
        circuit = snapshot.own.circuit(series.rule)
        nations = {key: one.nation for key, one in snapshot.people.items() if one.nation}
        called = snapshot.once(names_of_people)
        events = _events(snapshot, series)
        season = season_of_events(
            events, circuit, nations=nations, called=called, load=snapshot.own.scoring
        )
        return SeasonFound(circuit, season)
    except BanzukeError as fault:
        return SeasonFound(None, None, in_short(fault))


def _events(snapshot: Snapshot, series: Series) -> Iterator[EventPlayed]:
    """The events that were held: their final places where they are known, else their games."""
    for key, its_class in series.events.items():
        event = snapshot.events.get(key)
        if event is None:
            continue
        for played in (snapshot.standings, snapshot.games):
            if event.name in played.event_codes:
                yield EventPlayed(event.name, played.results, event.facts, its_class)
                break
