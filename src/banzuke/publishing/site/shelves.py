"""What was published of each list: it stays at its address, whatever becomes of the list."""

from __future__ import annotations

from typing import NamedTuple

from banzuke.publishing.site.publishing_state import PublishedHead, PublishingState
from banzuke.publishing.site.snapshot import Snapshot


class Shelf(NamedTuple):
    """The publications of a list, in order.

    state : the list as it is now, beside them; None of one that is made no longer, or that cannot
        be made as the ledger is now
    """

    key: str
    title: str
    heads: tuple[PublishedHead, ...]
    state: PublishingState | None


def shelves_of(snapshot: Snapshot) -> dict[str, Shelf]:
    """The lists of which something was published, by key; ask by ``Snapshot.once``."""
    heads: dict[str, list[PublishedHead]] = {}
    for head in snapshot.publications:
        heads.setdefault(head.list, []).append(head)
    found = {}
    for key in sorted(heads):
        state, refused = snapshot.publishing.get(key), snapshot.refused.get(key)
        if state is not None:
            title = state.shown.title
        elif refused is not None:
            title = refused.title
        else:
            said = snapshot.archive.fetch(heads[key][-1].id).manifest
            title = str(said.get("title") or key)
        found[key] = Shelf(key, title, tuple(heads[key]), state)
    return found


def former_lists(snapshot: Snapshot) -> list[Shelf]:
    """Those of which there is nothing but what was published."""
    return [shelf for shelf in snapshot.once(shelves_of).values() if shelf.state is None]
