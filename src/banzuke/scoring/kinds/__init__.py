"""The shelf of kinds: every way in which a term gives points, one file each."""

from __future__ import annotations

from functools import cache

from banzuke.model.shelves import cards_in
from banzuke.scoring.kind import Kind


@cache
def kinds() -> dict[str, Kind]:
    """All kinds by key, in order of their keys."""
    return cards_in(__name__, "KIND")
