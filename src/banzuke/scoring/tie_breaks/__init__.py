"""The shelf of tie-breaks: one file each, found by looking into this folder."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from importlib import import_module
from pkgutil import iter_modules
from typing import Any, NamedTuple

from banzuke.model.errors import UnknownName, suggest
from banzuke.model.parameters import Fault, Parameters, checked
from banzuke.scoring.tie_break import TieBreak


class Chosen(NamedTuple):
    """A tie-break with the parameters that a rule chose."""

    tie_break: TieBreak
    parameters: Parameters

    @property
    def title(self) -> str:
        """What it is called with these parameters."""
        called = self.tie_break.called
        return self.tie_break.title if called is None else called(self.parameters)


@cache
def shelf() -> dict[str, TieBreak]:
    """All tie-breaks by key, in order of their keys."""
    found: dict[str, TieBreak] = {}
    for module in iter_modules(__path__):
        card: TieBreak = import_module(f"{__name__}.{module.name}").TIE_BREAK
        found[card.key] = card
    return dict(sorted(found.items()))


def tie_break(said: str | Mapping[str, Any]) -> Chosen:
    """The tie-break that a rule names: by its key, or by a table with key and parameters.

    Raises UnknownName with the nearest keys; ``wrong_tie_break`` says what else can be wrong.
    """
    values = {"key": said} if isinstance(said, str) else dict(said)
    key = values.pop("key", "")
    card = shelf().get(key)
    if card is None:
        raise UnknownName("tie-break", key, list(shelf()))
    return Chosen(card, card.parameters.model_validate(values))


def wrong_tie_break(said: object) -> list[Fault]:
    """All that is wrong with what a rule says of one tie-break."""
    if isinstance(said, str):
        said = {"key": said}
    if not isinstance(said, Mapping):
        return [Fault((), "this names no tie-break", "a key, or a table with key")]
    key = said.get("key")
    if not isinstance(key, str):
        return [Fault((), "the tie-break has no key", 'such as key = "buchholz"')]
    card = shelf().get(key)
    if card is None:
        return [Fault((), f"no tie-break is called {key!r}", suggest(key, list(shelf())))]
    return checked(card.parameters, {name: said[name] for name in said if name != "key"})[1]
