"""The shelf of points curves, one file each."""

from __future__ import annotations

from functools import cache

from banzuke.model.shelves import cards_in
from banzuke.scoring.circuits.curve import Curve


@cache
def curves() -> dict[str, Curve]:
    """All curves by key, in order of their keys."""
    return cards_in(__name__, "CURVE")
