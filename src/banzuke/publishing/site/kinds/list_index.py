"""All rating lists, those of the same rules together."""

from __future__ import annotations

from banzuke.publishing.site import addresses
from banzuke.publishing.site.page import Arguments, Page, PageKind, Row
from banzuke.publishing.site.refused_lists import refused_lists
from banzuke.publishing.site.shelves import former_lists
from banzuke.publishing.site.snapshot import Snapshot
from banzuke.publishing.site.words import mark


def _build(snapshot: Snapshot, arguments: Arguments) -> Page:
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
        for family in snapshot.families_in_order
        for shown in family.lists
    ]
    document = {
        "lists": rows,
        "refused": refused_lists(snapshot),
        "former": [
            {
                "list": shelf.key,
                "title": shelf.title,
                "published": len(shelf.heads),
                "page": addresses.publications(shelf.key),
            }
            for shelf in former_lists(snapshot)
        ],
    }
    shown_too = {"families": snapshot.families_in_order, "publishing": snapshot.publishing}
    return Page(mark("Rating lists"), document, rows, shown_too, "lists")


KINDS = (PageKind("lists/index", "list_index.html", _build),)
