"""Which corrections of the ledger concern whom: people themselves, and events that they played."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np

from banzuke.ledger.revisions import Revision
from banzuke.publishing.site.snapshot import Snapshot


def corrections_by_player(
    snapshot: Snapshot, corrections: Iterable[Revision]
) -> dict[str, list[Revision]]:
    """{player: the corrections that concern the player}, in the order given.

    Of a person who was merged they are with who it is; what was taken back concerns the same.
    """
    whom = {one.id: _whom(snapshot, one) for one in snapshot.revisions}
    found: dict[str, list[Revision]] = {}
    for one in corrections:
        for key in sorted(whom[one.id] | whom.get(one.undoes or 0, set())):
            found.setdefault(key, []).append(one)
    return found


def _whom(snapshot: Snapshot, one: Revision) -> set[str]:
    named = (str(one.told.get(role, "")) for role in ("person", "into"))
    people = {snapshot.moved.get(key, key) for key in named if key}
    event = one.told.get("event")
    return people | _players_of(snapshot, event) if isinstance(event, str) else people


def _players_of(snapshot: Snapshot, event: str) -> set[str]:
    """Who played in an event, by its name."""
    found: set[str] = set()
    for played in (snapshot.games, snapshot.standings):
        first, player = played.results.first, played.results.entries.player
        for game in played.games_of(event).tolist():
            codes = np.unique(player[first[game] : first[game + 1]])
            found |= {played.results.players[code] for code in codes.tolist()}
    return found
