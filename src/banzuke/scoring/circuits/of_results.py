"""The table of a circuit from the results of its events: each by its own standings."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from datetime import date
from typing import NamedTuple

import numpy as np

from banzuke.model.days import known_day
from banzuke.model.results import Results
from banzuke.scoring.circuits.circuit import Circuit
from banzuke.scoring.circuits.season import CircuitEvent, Season, circuit_standings
from banzuke.scoring.reckoned_standings import reckoned
from banzuke.scoring.scoring import Scoring, load_scoring


class EventPlayed(NamedTuple):
    """An event of a circuit as it was played.

    results : of the event, or of it and others: its final places where they are known, else games
    facts : what is known of it, such as ``scoring``, ``category`` and ``end``
    its_class : its category in the rule of the circuit, "" for the one that is known of it
    """

    name: str
    results: Results
    facts: Mapping[str, str]
    its_class: str = ""


def season_of_events(
    events: Iterable[EventPlayed],
    circuit: Circuit,
    *,
    nations: Mapping[str, str] | None = None,
    called: Mapping[str, str] | None = None,
    load: Callable[[str], Scoring] = load_scoring,
) -> Season:
    """The table of a circuit; an event counts by plain points where its scoring cannot be used.

    Which ones do so, and why, is told in ``by_plain_points``; an event that cannot be reckoned at
    all is left out for that reason.
    nations, called : of players, as ``circuit_standings`` takes them
    load : what loads the scoring system that is known of an event
    """
    found: list[CircuitEvent] = []
    refused: dict[str, str] = {}
    plain: dict[str, str] = {}
    for event in events:
        table, _, fault = reckoned(event.results, event.name, event.facts, called or {}, load)
        if table is None:
            refused[event.name] = fault
            continue
        if fault:
            plain[event.name] = fault
        category = event.its_class or event.facts.get("category", "")
        found.append(CircuitEvent(event.name, table, category, _last_day(event)))
    season = circuit_standings(found, circuit, nations=nations, called=called)
    counted = {name: why for name, why in plain.items() if name not in season.left_out}
    return replace(season, left_out={**season.left_out, **refused}, by_plain_points=counted)


def _last_day(event: EventPlayed) -> date | None:
    """When an event ended, by what is known of it, else by its latest result."""
    if event.facts.get("end"):
        return date.fromisoformat(event.facts["end"][:10])
    games = event.results.games
    if games.time is None or games.event is None:
        return None
    times = games.time[games.event == event.results.events.index(event.name)]
    return known_day(times, int(np.argmax(times)))
