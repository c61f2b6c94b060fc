"""The events that count for a list, with what each is worth in it, and the circuits of them."""

from __future__ import annotations

from collections.abc import Iterable

from banzuke.publishing.site import addresses
from banzuke.publishing.site.event_rows import event_row
from banzuke.publishing.site.looking_up import list_at
from banzuke.publishing.site.page import Arguments, Page, PageKind, Row
from banzuke.publishing.site.shown_list import ShownList
from banzuke.publishing.site.snapshot import Snapshot

#: So many events are drawn; all of them are in the tables to download.
MOST_EVENTS = 1000


def _build(snapshot: Snapshot, arguments: Arguments) -> Page:
    shown = list_at(snapshot, arguments["list"])
    rows = _rows(snapshot, shown)
    document = {
        "list": shown.key,
        "as_of": shown.as_of or None,
        "events": rows,
        "circuits": _circuits(snapshot, {row["event"] for row in rows}),
    }
    has_category = any(row["category"] for row in rows)
    drawn = {
        "most": MOST_EVENTS,
        "shown": shown,
        "categories": has_category,
        "values": bool(shown.worth),
    }
    return Page(shown.title, document, rows, drawn, "lists")


def _circuits(snapshot: Snapshot, counted: set[str]) -> list[Row]:
    """The circuits of which some events count, with how many of how many."""
    return [
        {
            "circuit": one.key,
            "title": one.title,
            "rule": one.rule or None,
            "counted": sum(key in counted for key in one.events),
            "events": len(one.events),
            "page": addresses.circuit(one.key),
        }
        for one in snapshot.series.values()
        if not counted.isdisjoint(one.events)
    ]


def _rows(snapshot: Snapshot, shown: ShownList) -> list[Row]:
    """The events with a rated game, the newest first."""
    rated = shown.histories.games_of_events()
    found: list[Row] = []
    for key, held in snapshot.held.items():
        code = shown.histories.events.get(held.name, -1)
        if code < 0 or not rated[code]:
            continue
        worth = shown.worth.get(held.name)
        row = event_row(snapshot, key, "place", "category")
        page = row.pop("page")
        found.append(
            {
                **row,
                "rated": int(rated[code]),
                "value": worth and worth.value,
                "value_unit": worth and worth.unit,
                "page": page,
            }
        )
    return found


def _addresses(snapshot: Snapshot) -> Iterable[str]:
    return (addresses.included_events(key) for key in snapshot.lists)


KINDS = (PageKind("lists/{list}/events", "included_events.html", _build, _addresses),)
