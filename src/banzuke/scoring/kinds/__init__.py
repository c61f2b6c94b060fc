"""The shelf of kinds: every way in which a term gives points, one file each."""

from __future__ import annotations

from functools import cache
from importlib import import_module
from pkgutil import iter_modules

from banzuke.scoring.kind import Kind


@cache
def kinds() -> dict[str, Kind]:
    """All kinds by key, in order of their keys."""
    found = {}
    for module in iter_modules(__path__):
        kind: Kind = import_module(f"{__name__}.{module.name}").KIND
        found[kind.key] = kind
    return dict(sorted(found.items()))
