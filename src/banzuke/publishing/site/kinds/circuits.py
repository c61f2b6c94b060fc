"""Circuits: series of events with points of their own, and the table that they make."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import date
from typing import Any

from banzuke.model.errors import BanzukeError
from banzuke.publishing.site import addresses
from banzuke.publishing.site.held import Held
from banzuke.publishing.site.known import Series
from banzuke.publishing.site.looking_up import key_at
from banzuke.publishing.site.page import Arguments, Page, PageKind, Row
from banzuke.publishing.site.seasons import season_of
from banzuke.publishing.site.snapshot import Snapshot
from banzuke.publishing.site.texts import most_decimals, paragraphs
from banzuke.publishing.site.words import mark
from banzuke.scoring.circuits.season import Season
from banzuke.scoring.exact import shown


def _index(snapshot: Snapshot, arguments: Arguments) -> Page:
    rows: list[Row] = [
        {
            "circuit": one.key,
            "title": one.title,
            "rule": one.rule or None,
            "rule_title": _rule_title(snapshot, one),
            "events": len(one.events),
            "newest": max((held.end for held in _held(snapshot, one) if held.end), default=None),
            "page": addresses.circuit(one.key),
        }
        for one in snapshot.series.values()
    ]
    rows.sort(key=lambda row: row["newest"] or date.min, reverse=True)
    return Page(mark("Circuits"), {"circuits": rows}, rows, {}, "circuits")


def _rule_title(snapshot: Snapshot, series: Series) -> str | None:
    """What the rule of a circuit is called, by its key where it is not known."""
    try:
        return snapshot.own.circuit(series.rule).title if series.rule else None
    except BanzukeError:
        return series.rule


def _held(snapshot: Snapshot, series: Series) -> Iterable[Held]:
    """The events of a circuit that were held."""
    return (snapshot.held[key] for key in series.events if key in snapshot.held)


def _build(snapshot: Snapshot, arguments: Arguments) -> Page:
    series = snapshot.series[key_at(arguments["circuit"], snapshot.series, "circuit")]
    found = season_of(snapshot, series)
    circuit = found.circuit
    events = _events(snapshot, series, found.season)
    lines = [] if found.season is None else _lines(snapshot, found.season)
    document: dict[str, Any] = {
        "circuit": series.key,
        "title": series.title,
        "rule": circuit and {"key": circuit.key, "title": circuit.title, "author": circuit.author},
        "fault": found.fault or None,
        "events": events,
        "standings": lines,
    }
    rows = [
        {
            **{name: line[name] for name in ("place", "player", "name", "total")},
            **{one["event"]: one["points"] for one in line["events"]},
        }
        for line in lines
    ]
    drawn = {
        "circuit": circuit,
        "classes": any(one["class"] for one in events),
        "decimals": most_decimals(
            text
            for line in lines
            for text in (line["total"], *(one["points"] for one in line["events"]))
        ),
        "any_dropped": any(one["dropped"] for line in lines for one in line["events"]),
        "paragraphs": [] if circuit is None else paragraphs(circuit.text),
    }
    return Page(series.title, document, rows, drawn, "circuits")


def _events(snapshot: Snapshot, series: Series, season: Season | None) -> list[Row]:
    """The events of a circuit in their order, and why some do not count."""
    order = {} if season is None else {n: at for at, n in enumerate(season.standings.rounds)}
    found = []
    for key, its_class in series.events.items():
        event = snapshot.events.get(key)
        if event is None:
            continue
        held = snapshot.held.get(key)
        found.append(
            {
                "event": key,
                "name": event.name,
                "class": its_class or None,
                "end": held and held.end,
                "players": held.players if held else 0,
                "left_out": season and season.left_out.get(event.name),
                "by_plain_points": season and season.by_plain_points.get(event.name),
                "page": addresses.event(key),
            }
        )
    return sorted(found, key=lambda one: (order.get(one["name"], 10**6), str(one["end"])))


def _lines(snapshot: Snapshot, season: Season) -> list[Row]:
    table = season.standings
    keys = snapshot.event_keys
    found = []
    for row in table.rows:
        events = []
        for result in row.results:
            if not result.games:
                continue
            name = table.rounds[result.round]
            events.append(
                {
                    "event": keys.get(name, name),
                    "points": shown(result.points),
                    "dropped": result.dropped,
                    "why": season.why.get((name, row.player), ""),
                }
            )
        found.append(
            {
                "place": row.place or None,
                "player": row.player,
                "name": snapshot.name(row.player),
                "total": shown(row.total),
                "why": season.unplaced.get(row.player, ""),
                "events": events,
            }
        )
    return found


def _addresses(snapshot: Snapshot) -> Iterable[str]:
    return map(addresses.circuit, snapshot.series)


KINDS = (
    PageKind("circuits/index", "circuit_index.html", _index),
    PageKind("circuits/{circuit}", "circuit.html", _build, _addresses),
)
