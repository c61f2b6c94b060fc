"""The first page: the lists as they are now, the newest events, who gained, who played most."""

from __future__ import annotations

from datetime import timedelta

import polars as pl

from banzuke.model.days import day_of, start_of_day
from banzuke.publishing.site import addresses
from banzuke.publishing.site.event_rows import event_row
from banzuke.publishing.site.list_rows import ListRows
from banzuke.publishing.site.most_games import most_games
from banzuke.publishing.site.page import Arguments, Page, PageKind, Row
from banzuke.publishing.site.refused_lists import refused_lists
from banzuke.publishing.site.shown_list import ShownList
from banzuke.publishing.site.snapshot import Snapshot

#: So many of a list, of events, of those who gained or played most are shown.
SHOWN = 5
EVENTS = 8


def _build(snapshot: Snapshot, arguments: Arguments) -> Page:
    lists = [_list(snapshot, family.main) for family in snapshot.families_in_order]
    newest = [event_row(snapshot, key, "place") for key in list(snapshot.held)[:EVENTS]]
    document = {
        "lists": lists,
        "events": newest,
        "most_active": _most_active(snapshot),
        "refused": refused_lists(snapshot),
    }
    rows = [{"list": one["list"], **row} for one in lists for row in one["players"]]
    return Page(snapshot.title, document, rows, {"everybody": len(snapshot.people)})


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


def _most_active(snapshot: Snapshot) -> list[Row]:
    """Who played most games in the year before the newest."""
    time = snapshot.games.results.games.time
    if time is None or not len(time):
        return []
    begin = start_of_day(day_of(int(time.max())) - timedelta(365))
    return most_games(snapshot, SHOWN, time >= begin)


KINDS = (PageKind(addresses.HOME, "home.html", _build),)
