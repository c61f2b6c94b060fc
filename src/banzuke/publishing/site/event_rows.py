"""An event as a row of a table: when and where it was held, and how large it was."""

from __future__ import annotations

from typing import Any

from banzuke.publishing.site import addresses
from banzuke.publishing.site.snapshot import Snapshot


def event_row(snapshot: Snapshot, key: str, *facts: str) -> dict[str, Any]:
    """An event that was held, by its key.

    facts : what else is told of it, as ``place``; None where it is not known
    """
    held = snapshot.held[key]
    return {
        "event": key,
        "name": held.name,
        "begin": held.begin,
        "end": held.end,
        **{fact: snapshot.events[key].facts.get(fact) for fact in facts},
        "players": held.players,
        "games": held.games,
        "page": addresses.event(key),
    }
