"""Which rulebooks have a page: those that lists use, and those that come with the program."""

from __future__ import annotations

from banzuke.engine.rulebook import Rulebook, rulebook_keys
from banzuke.publishing.site.snapshot import Snapshot


def used(snapshot: Snapshot) -> dict[str, Rulebook]:
    """The rulebooks that lists use, as the ledger keeps them; by key, in order of the lists."""
    found: dict[str, Rulebook] = {}
    for shown in snapshot.lists.values():
        found.setdefault(shown.rulebook.key, shown.rulebook)
    return found


def all_rulebooks(snapshot: Snapshot) -> list[str]:
    """The keys of all that have a page, those that lists use first."""
    return list(dict.fromkeys([*used(snapshot), *rulebook_keys()]))
