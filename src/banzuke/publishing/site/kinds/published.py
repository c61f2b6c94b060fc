"""Lists as they were published: frozen, with what they were made of; and what moved since."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from itertools import pairwise

from banzuke.model.errors import NoSuchPage
from banzuke.publishing.published_lists import as_bytes
from banzuke.publishing.remarks import named_remarks
from banzuke.publishing.site import addresses
from banzuke.publishing.site.looking_up import key_at, number_of, sheet_number, sheet_of, sheets_of
from banzuke.publishing.site.page import Arguments, Document, Page, PageKind, Row
from banzuke.publishing.site.publishing_state import PublishedHead
from banzuke.publishing.site.rulebooks_there import all_rulebooks
from banzuke.publishing.site.shelves import Shelf, shelves_of
from banzuke.publishing.site.snapshot import Snapshot

#: Of so many differences each is shown; of more, the largest.
MOST_SHOWN = 500


def _shelf_at(snapshot: Snapshot, word: str) -> Shelf:
    shelves = snapshot.once(shelves_of)
    return shelves[key_at(word, shelves, "published list")]


def _head_at(shelf: Shelf, text: str) -> PublishedHead:
    number = number_of(text)
    for head in shelf.heads:
        if head.id == number:
            return head
    raise NoSuchPage(f"nothing of this list was published under the number {number}")


def _index(snapshot: Snapshot, arguments: Arguments) -> Page:
    """All that was published of a list, the newest first."""
    shelf = _shelf_at(snapshot, arguments["list"])
    rows: list[Row] = [
        {
            "publication": head.id,
            "as_of": head.as_of or None,
            "revision": head.revision,
            "page": addresses.publication(head.list, head.id),
        }
        for head in reversed(shelf.heads)
    ]
    document = {"list": shelf.key, "published": rows}
    return Page(shelf.title, document, rows, {"shelf": shelf}, "lists")


def _published(snapshot: Snapshot, arguments: Arguments) -> Page:
    shelf = _shelf_at(snapshot, arguments["list"])
    head = _head_at(shelf, arguments["id"])
    number = sheet_number(arguments)
    published = snapshot.archive.fetch(head.id)
    content = json.loads(published.content)
    size = snapshot.settings.rows
    rows: list[Row] = [
        {"rank": row["rank"], "player": row["player"], "name": snapshot.name(row["player"]), **row}
        for row in content["players"]
    ]
    here = sheet_of(rows, number, size)
    at = shelf.heads.index(head)
    neighbours = {
        "earlier": shelf.heads[at - 1].id if at else None,
        "later": shelf.heads[at + 1].id if at + 1 < len(shelf.heads) else None,
    }
    told = {
        "list": head.list,
        "publication": head.id,
        "as_of": head.as_of or None,
        "listed": len(rows),
        "remarks": named_remarks(content.get("remarks", ()), snapshot.name),
        "manifest": dict(published.manifest),
        **neighbours,
    }
    drawn = {
        "shelf": shelf,
        "rules_there": published.manifest["rulebook"]["key"] in snapshot.once(all_rulebooks),
        "corrected": snapshot.archive.corrected(head.id),
        "sheet": number,
        "sheets_count": sheets_of(len(rows), size),
        "people": snapshot.people,
    }

    def whole() -> tuple[Document, list[Row]]:
        return {**told, "players": rows, "unlisted": content["unlisted"]}, rows

    title = str(published.manifest.get("title") or shelf.title)
    document = {**told, "players": here}
    return Page(title, document, here, drawn, "lists", whole if number == 1 else None)


def _changes(snapshot: Snapshot, arguments: Arguments) -> Page:
    """Where a list as it is now differs from one that was published."""
    shelf = _shelf_at(snapshot, arguments["list"])
    head, state = _head_at(shelf, arguments["id"]), shelf.state
    if state is None:
        raise NoSuchPage(f"the list {shelf.key} is made no longer, or cannot be made now")
    now = json.loads(as_bytes(state.content))
    return _difference_page(snapshot, shelf, head, now, None)


def _against(snapshot: Snapshot, arguments: Arguments) -> Page:
    """Where two published lists differ."""
    shelf = _shelf_at(snapshot, arguments["list"])
    head, other = (_head_at(shelf, arguments[name]) for name in ("id", "other"))
    later = json.loads(snapshot.archive.fetch(other.id).content)
    return _difference_page(snapshot, shelf, head, later, other)


def _difference_page(
    snapshot: Snapshot,
    shelf: Shelf,
    head: PublishedHead,
    after: Document,
    other: PublishedHead | None,
) -> Page:
    before = json.loads(snapshot.archive.fetch(head.id).content)
    rows = _moved(snapshot, shelf, before, after)
    now = shelf.state and shelf.state.shown.as_of
    document = {
        "list": head.list,
        "before": {"publication": head.id, "as_of": head.as_of or None},
        "after": {
            "publication": other and other.id,
            "as_of": (other.as_of if other else now) or None,
        },
        "players": rows,
    }
    drawn = {"shelf": shelf, "most": MOST_SHOWN}
    return Page(shelf.title, document, rows, drawn, "lists")


def _moved(snapshot: Snapshot, shelf: Shelf, before: Document, after: Document) -> list[Row]:
    """Whose rank, rating or place on the list differs; the largest change first."""
    one, other = (_listed(content) for content in (before, after))
    told = []
    for key in {**one, **other}:
        old, new = one.get(key), other.get(key)
        if old and new and old["rank"] == new["rank"] and old["rating"] == new["rating"]:
            continue
        change = new["rating"] - old["rating"] if old and new else None
        told.append(
            {
                "player": key[0],
                "name": snapshot.name(key[0]),
                "pool": key[1],
                "rank_before": old and old["rank"],
                "rank_after": new and new["rank"],
                "before": old and old["rating"],
                "before_text": old and old["shown"],
                "change": change,
                "change_text": new and _change_text(shelf, change, new),
                "after": new and new["rating"],
                "after_text": new and new["shown"],
            }
        )
    # Who comes and who leaves is told first.
    return sorted(told, key=lambda row: (row["change"] is not None, -abs(row["change"] or 0.0)))


def _change_text(shelf: Shelf, change: float | None, row: Row) -> str | None:
    """A change as the list rounds it; of a list that is made no longer, with its decimals."""
    if change is None:
        return None
    if shelf.state is not None:
        return shelf.state.shown.change_text(change)
    decimals = re.match(r"-?[0-9]+\.?([0-9]*)", row["shown"] or "")
    return f"{change:+.{len(decimals[1]) if decimals else 0}f}"


def _listed(content: Document) -> dict[tuple[str, str], Row]:
    return {(row["player"], row.get("pool") or ""): row for row in content["players"]}


def _indexes(snapshot: Snapshot) -> Iterable[str]:
    return map(addresses.publications, snapshot.once(shelves_of))


def _all_published(snapshot: Snapshot) -> Iterable[str]:
    for key, shelf in snapshot.once(shelves_of).items():
        for head in shelf.heads:
            yield addresses.publication(key, head.id)


def _all_sheets(snapshot: Snapshot) -> Iterable[str]:
    for key, shelf in snapshot.once(shelves_of).items():
        for head in shelf.heads:
            listed = len(json.loads(snapshot.archive.fetch(head.id).content)["players"])
            for number in range(2, sheets_of(listed, snapshot.settings.rows) + 1):
                yield addresses.publication(key, head.id, number)


def _all_changes(snapshot: Snapshot) -> Iterable[str]:
    for key, shelf in snapshot.once(shelves_of).items():
        for head in shelf.heads if shelf.state else ():
            yield addresses.changes_since(key, head.id)


def _all_against(snapshot: Snapshot) -> Iterable[str]:
    for key, shelf in snapshot.once(shelves_of).items():
        for one, other in pairwise(shelf.heads):
            yield addresses.changes_since(key, one.id, other.id)


_LIST = "lists/{list}/published"
_ONE = f"{_LIST}/{{id}}"

KINDS = (
    PageKind(_LIST, "publications.html", _index, _indexes),
    PageKind(_ONE, "published.html", _published, _all_published),
    PageKind(f"{_ONE}/sheet-{{sheet}}", "published.html", _published, _all_sheets),
    PageKind(f"{_ONE}/changes", "differences.html", _changes, _all_changes),
    PageKind(f"{_ONE}/against/{{other}}", "differences.html", _against, _all_against),
)
