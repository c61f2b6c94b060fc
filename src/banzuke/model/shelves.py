"""Shelves: all cards of a kind, one file each, found by looking into their folder."""

from __future__ import annotations

from importlib import import_module
from pkgutil import iter_modules
from typing import Any


def cards_in(package: str, name: str) -> dict[str, Any]:
    """{key: card} of all files of a package, in order of their keys.

    name : what each file calls its card, as ``SYSTEM``
    """
    path = import_module(package).__path__
    cards = [getattr(import_module(f"{package}.{file.name}"), name) for file in iter_modules(path)]
    return {card.key: card for card in sorted(cards, key=lambda card: str(card.key))}
