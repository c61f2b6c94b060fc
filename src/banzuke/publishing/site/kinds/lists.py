"""Rating lists as they are now: whole, or of a nation or club; a hundred rows a sheet."""

from __future__ import annotations

from collections.abc import Iterable

import polars as pl

from banzuke.model.errors import NoSuchPage
from banzuke.publishing.plain_values import plain, rows
from banzuke.publishing.site import addresses
from banzuke.publishing.site.page import Arguments, Page, PageKind
from banzuke.publishing.site.shown_list import ShownList
from banzuke.publishing.site.snapshot import Snapshot


def list_at(snapshot: Snapshot, word: str) -> ShownList:
    """The list whose key has this word in addresses; raises NoSuchPage."""
    for key, shown in snapshot.lists.items():
        if addresses.plain_word(key) == word:
            return shown
    raise NoSuchPage(f"there is no list {word!r}")


def sheet_of(frame: pl.DataFrame, number: int, size: int) -> pl.DataFrame:
    """The rows of one sheet; raises NoSuchPage for a sheet that is not there."""
    if number < 1 or (number > 1 and (number - 1) * size >= len(frame)):
        raise NoSuchPage(f"there is no sheet {number}")
    return frame.slice((number - 1) * size, size)


def _build(snapshot: Snapshot, arguments: Arguments) -> Page:
    shown = list_at(snapshot, arguments["list"])
    number = int(arguments.get("sheet", "1"))
    size = snapshot.settings.rows
    table = rows(sheet_of(shown.table, number, size))
    for row in table:
        row["name"] = snapshot.name(row["player"])
        row["page"] = addresses.player(row["player"])
    document = {
        "list": shown.key,
        "rulebook": shown.rulebook.key,
        "as_of": shown.as_of or None,
        "listed": len(shown.table),
        "sheet": number,
        "sheets": max(1, -(-len(shown.table) // size)),
        "players": plain(table),
    }
    return Page(shown.title, document, table, {"shown": shown, "people": snapshot.people}, "lists")


def _addresses(snapshot: Snapshot) -> Iterable[str]:
    for key in snapshot.lists:
        yield addresses.rating_list(key)


def _sheets(snapshot: Snapshot) -> Iterable[str]:
    for key, shown in snapshot.lists.items():
        for number in range(2, -(-len(shown.table) // snapshot.settings.rows) + 1):
            yield addresses.rating_list(key, "", number)


KINDS = (
    PageKind("lists/{list}", "list.html", _build, _addresses, order=1),
    PageKind("lists/{list}/sheet-{sheet}", "list.html", _build, _sheets),
)
