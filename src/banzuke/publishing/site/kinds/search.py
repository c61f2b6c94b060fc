"""Where a visitor finds players, events, clubs and lists by name or number."""

from __future__ import annotations

from banzuke.publishing.site.finding import INDEX, MOST_FOUND, finder_of, index_script
from banzuke.publishing.site.page import Arguments, Page, PageKind, Row
from banzuke.publishing.site.snapshot import Snapshot
from banzuke.publishing.site.words import mark

#: What is found, in the order in which it is shown.
KINDS_FOUND = ("players", "events", "clubs", "lists")


def _build(snapshot: Snapshot, arguments: Arguments) -> Page:
    asked = arguments.get("q", "").strip()[:200]
    found = snapshot.once(finder_of).find(asked) if asked else []
    rows: list[Row] = []
    document: dict[str, object] = {"q": asked}
    for kind in KINDS_FOUND:
        of_kind = [one._asdict() for one in found if one.kind == kind]
        document[kind] = of_kind[:MOST_FOUND]
        rows += of_kind[:MOST_FOUND]
    return Page(mark("Search"), document, rows, {"asked": asked, "kinds": KINDS_FOUND})


def _files(snapshot: Snapshot) -> dict[str, bytes]:
    return {INDEX: index_script(snapshot.once(finder_of))}


KINDS = (PageKind("search", "search.html", _build, queries=("q",), files=_files),)
