"""The lists that cannot be made as the ledger is now, and why, told to people."""

from __future__ import annotations

import re
from typing import Any

from banzuke.model.phrases import changed
from banzuke.publishing.site.snapshot import Snapshot

#: How problems name a player: by key, in quotes.
KEY = re.compile("'([0-9a-z]+)'")


def refused_lists(snapshot: Snapshot) -> list[dict[str, Any]]:
    """Each with its key and title, and the first problem, in which players have their names."""

    def name(found: re.Match[str]) -> str:
        person = snapshot.people.get(found[1])
        return found[0] if person is None else f"“{person.name}”"

    def named(text: str) -> str:
        return KEY.sub(name, text)

    return [
        {"list": key, "title": refused.title, "why": changed(refused.why, named)}
        for key, refused in snapshot.refused.items()
    ]
