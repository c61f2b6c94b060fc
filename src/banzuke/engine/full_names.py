"""By which name people are told of each player: the full one where players go by keys."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from banzuke.model.players import Players


def full_names(players: Players, names: Sequence[str]) -> Sequence[str]:
    """The full name of each player, by code; namesakes by name and key, ``names`` if none has one.

    names : the keys, by code
    """
    full = players.facts("name")
    if not full:
        return names
    shown = [full.get(key, key) for key in names]
    times = Counter(shown)
    return [
        name if times[name] == 1 or name == key else f"{name} ({key})"
        for key, name in zip(names, shown, strict=True)
    ]
