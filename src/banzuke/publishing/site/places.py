"""In which place a player came in an event, of how many; reckoned once for each event."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from banzuke.publishing.site.event_standings import standings_of
from banzuke.publishing.site.snapshot import Snapshot


class Place(NamedTuple):
    """A place in the standings of an event; of : how many have one."""

    place: int
    of: int


class Places:
    """The places of all events, each reckoned when it is asked for."""

    def __init__(self, snapshot: Snapshot) -> None:
        self._snapshot = snapshot
        self._known: dict[str, Mapping[str, Place]] = {}

    def of_event(self, key: str) -> Mapping[str, Place]:
        """The place of everybody who has one in an event, by the event's key."""
        if key not in self._known:
            table = standings_of(self._snapshot, self._snapshot.events[key]).table
            placed = [row for row in table.rows if row.place] if table else []
            self._known[key] = {row.player: Place(row.place, len(placed)) for row in placed}
        return self._known[key]


def places_of(snapshot: Snapshot, key: str) -> Mapping[str, Place]:
    """The place of everybody who has one in an event, by the event's key."""
    return snapshot.once(Places).of_event(key)
