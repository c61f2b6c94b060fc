"""All events, the newest first, a year a page."""

from __future__ import annotations

from collections.abc import Iterable

from banzuke.model.errors import NoSuchPage
from banzuke.publishing.site import addresses
from banzuke.publishing.site.event_rows import event_row
from banzuke.publishing.site.page import Arguments, Page, PageKind, Row
from banzuke.publishing.site.snapshot import Snapshot
from banzuke.publishing.site.words import mark

#: So many of the newest events stand on the first page.
NEWEST = 50


def _years(snapshot: Snapshot) -> dict[int, int]:
    """How many events ended in each year, the newest first."""
    found: dict[int, int] = {}
    for held in snapshot.held.values():
        if held.end is not None:
            found[held.end.year] = found.get(held.end.year, 0) + 1
    return found


def _rows(snapshot: Snapshot, year: int | None) -> list[Row]:
    """The events, or those that ended in a year."""
    return [
        event_row(snapshot, key, "place", "kind")
        for key, held in snapshot.held.items()
        if year is None or (held.end is not None and held.end.year == year)
    ]


def _index(snapshot: Snapshot, arguments: Arguments) -> Page:
    rows = _rows(snapshot, None)
    years = _years(snapshot)
    undated = sum(held.end is None for held in snapshot.held.values())
    document = {"years": years, "events": rows[: NEWEST if years else len(rows)]}
    drawn = {"year": None, "years": years, "count": len(rows), "undated": undated}
    return Page(mark("Events"), document, rows, drawn, "events")


def _year(snapshot: Snapshot, arguments: Arguments) -> Page:
    years, text = _years(snapshot), arguments["year"]
    year = next((one for one in years if str(one) == text), None)
    if year is None:
        raise NoSuchPage(f"no event ended in {text!r}")
    rows = _rows(snapshot, year)
    drawn = {"year": year, "years": years, "count": len(rows), "undated": 0}
    return Page(f"Events, {year}", {"year": year, "events": rows}, rows, drawn, "events")


def _year_addresses(snapshot: Snapshot) -> Iterable[str]:
    return (addresses.year_of_events(year) for year in _years(snapshot))


KINDS = (
    PageKind("events/index", "event_index.html", _index),
    PageKind("events/years/{year}", "event_index.html", _year, _year_addresses),
)
