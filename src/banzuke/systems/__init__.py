"""The shelf: every rating system, one file each, found by looking into this folder."""

from __future__ import annotations

from functools import cache
from importlib import import_module
from pkgutil import iter_modules

from banzuke.model.errors import UnknownName
from banzuke.model.shelves import cards_in
from banzuke.model.system import System


@cache
def shelf() -> dict[str, System]:
    """All systems by key, in order of their keys."""
    return cards_in(__name__, "SYSTEM")


@cache
def system(key: str) -> System:
    """The system with this key; raises UnknownName with the nearest keys.

    A system lives in the module of its key's name, so that one lookup imports one module.
    """
    name = key.replace("-", "_")
    if name.isidentifier() and any(module.name == name for module in iter_modules(__path__)):
        return import_module(f"{__name__}.{name}").SYSTEM
    raise UnknownName("system", key, list(shelf()))
