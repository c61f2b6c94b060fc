"""What else may be given as a players file: a list that this program wrote, a tournament."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace

from banzuke.model.importer import Reading

#: What tells a list of ours: a rating as it is shown, and what it changed by.
OF_A_LIST = {"shown", "change"}

#: What of it is no player's own: the place is no declared rank.
PLACES = ("rank", "shown", "change")


def as_players(reading: Reading) -> Reading:
    """A players file; of results that tell of their players, as reports do, those are it."""
    if reading.players is None or "player" in reading.frame.columns:
        return _without_places(reading)
    return replace(reading, frame=reading.players, rows=reading.player_rows, players=None)


def is_own_list(columns: Collection[str]) -> bool:
    """Whether a table with these columns is a list that this program wrote."""
    return set(columns) >= OF_A_LIST


def _without_places(reading: Reading) -> Reading:
    """A players file, which holds no places on a list if it is one of ours."""
    if not is_own_list(reading.frame.columns):
        return reading
    return replace(reading, frame=reading.frame.drop(PLACES, strict=False))
