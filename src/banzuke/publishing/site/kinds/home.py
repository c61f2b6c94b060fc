"""The first page: the lists as they are now, the newest events, who gained, who played most."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import date, timedelta

import numpy as np
import polars as pl

from banzuke.engine.clock import start_of_day
from banzuke.publishing.site import addresses
from banzuke.publishing.site.families import Family
from banzuke.publishing.site.list_rows import ListRows
from banzuke.publishing.site.page import Arguments, Page, PageKind, Row
from banzuke.publishing.site.shown_list import ShownList
from banzuke.publishing.site.snapshot import Snapshot
from banzuke.publishing.site.words import mark

#: So many of a list, of events, of those who gained or played most are shown.
SHOWN = 5
EVENTS = 8


def _build(snapshot: Snapshot, arguments: Arguments) -> Page:
    lists = [_list(snapshot, family.main) for family in _in_order(snapshot)]
    newest = [_event(snapshot, key) for key in list(snapshot.held)[:EVENTS]]
    document = {
        "lists": lists,
        "events": newest,
        "most_active": _most_active(snapshot),
        "refused": [{"list": key, "why": why} for key, why in snapshot.refused.items()],
    }
    rows = [{"list": one["list"], **row} for one in lists for row in one["players"]]
    return Page(snapshot.title, document, rows, {"everybody": len(snapshot.people)})


def _in_order(snapshot: Snapshot) -> list[Family]:
    families = snapshot.families
    wanted = snapshot.settings.list
    return sorted(families, key=lambda family: wanted not in {one.key for one in family.lists})


def _list(snapshot: Snapshot, shown: ShownList) -> Row:
    told = ListRows(snapshot, shown)
    since = told.since
    return {
        "list": shown.key,
        "title": shown.title,
        "as_of": shown.as_of or None,
        "listed": len(shown.table),
        "change_since": since and since.as_of,
        "players": told.table(shown.table.head(SHOWN)),
        "gainers": _gainers(told, shown),
    }


def _gainers(told: ListRows, shown: ShownList) -> list[Row]:
    """Whose rating rose most, since the earlier list or by the newest event."""
    before = told.ratings_before
    if before is None:
        frame = shown.table.with_columns(pl.col("change").alias("rise"))
    else:
        frame = shown.table.join(before, on=["player", "pool"], how="left", nulls_equal=True)
        frame = frame.with_columns((pl.col("rating") - pl.col("before")).alias("rise"))
    if shown.rulebook.system.lowest_is_best:
        frame = frame.with_columns(-pl.col("rise"))
    best = frame.filter(pl.col("rise") > 0.0).sort("rise", descending=True, maintain_order=True)
    return told.table(best.head(SHOWN).select(shown.table.columns))


def _event(snapshot: Snapshot, key: str) -> Row:
    event, held = snapshot.events[key], snapshot.held[key]
    return {
        "event": key,
        "name": event.name,
        "begin": held.begin,
        "end": held.end,
        "place": event.facts.get("place"),
        "players": held.players,
        "games": held.games,
        "page": addresses.event(key),
    }


def _most_active(snapshot: Snapshot) -> list[Row]:
    """Who played most games in the year before the newest."""
    results = snapshot.games.results
    time = results.games.time
    if time is None or not len(time):
        return []
    newest = int(time.max())
    day = date(1970, 1, 1) + timedelta(microseconds=newest)
    begin = start_of_day(day - timedelta(365))
    first = results.first.astype(np.int64)
    of_entry = np.repeat(time >= begin, first[1:] - first[:-1])
    counts = np.bincount(results.entries.player[of_entry], minlength=len(results.players))
    order = np.lexsort((np.arange(len(counts)), -counts))[:SHOWN]
    return [
        {
            "player": results.players[code],
            "name": snapshot.name(results.players[code]),
            "games": int(counts[code]),
        }
        for code in order.tolist()
        if counts[code]
    ]


def _addresses(snapshot: Snapshot) -> Iterable[str]:
    return [addresses.HOME]


def _list_index(snapshot: Snapshot, arguments: Arguments) -> Page:
    """All lists, by the rules that they are made by."""
    rows: list[Row] = [
        {
            "list": shown.key,
            "title": shown.title,
            "rulebook": shown.rulebook.key,
            "as_of": shown.as_of or None,
            "listed": len(shown.table),
            "calendar": shown.record.calendar,
            "published": len(snapshot.publishing[shown.key].heads),
        }
        for family in _in_order(snapshot)
        for shown in family.lists
    ]
    document = {
        "lists": rows,
        "refused": [{"list": key, "why": why} for key, why in snapshot.refused.items()],
    }
    shown_too = {"families": _in_order(snapshot), "publishing": snapshot.publishing}
    return Page(mark("Rating lists"), document, rows, shown_too, "lists")


def _list_index_address(snapshot: Snapshot) -> Iterable[str]:
    return ["lists/index"]


KINDS = (
    PageKind(addresses.HOME, "home.html", _build, _addresses),
    PageKind("lists/index", "list_index.html", _list_index, _list_index_address),
)
