"""The shelf of tie-breaks: one file each, found by looking into this folder."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from typing import Any, NamedTuple

from banzuke.model.errors import UnknownName, suggest
from banzuke.model.parameters import Fault, Parameters, checked
from banzuke.model.phrases import phrase
from banzuke.model.shelves import cards_in
from banzuke.scoring.tie_break import TieBreak

#: What stands behind the letters of a tie-break: C1 cuts the lowest, M1 both ends, P takes games
#: that were not played as played.
_MODIFIER = re.compile(r"([CM])([1-9])|P")


class Chosen(NamedTuple):
    """A tie-break with the parameters that a rule chose."""

    tie_break: TieBreak
    parameters: Parameters

    @property
    def title(self) -> str:
        """What it is called with these parameters."""
        called = self.tie_break.called
        return phrase(self.tie_break.title) if called is None else called(self.parameters)


@cache
def shelf() -> dict[str, TieBreak]:
    """All tie-breaks by key, in order of their keys."""
    return cards_in(__name__, "TIE_BREAK")


def tie_break(said: str | Mapping[str, Any]) -> Chosen:
    """The tie-break that a rule names: by its key or letters, or by a table with its settings.

    A text may be as arbiters write it, with the letters of chess and what is cut: ``BH/C1``,
    ``EMGSB/C1/P``. Raises UnknownName with the nearest keys; ``wrong_tie_break`` says what else
    can be wrong.
    """
    values = spelled(said)
    key = values.pop("key", "")
    card = shelf().get(key)
    if card is None:
        raise UnknownName("tie-break", key, list(shelf()))
    return Chosen(card, card.parameters.model_validate(values))


def spelled(said: str | Mapping[str, Any]) -> dict[str, Any]:
    """The table that a text stands for: key and settings; a table is itself."""
    if not isinstance(said, str):
        return dict(said)
    letters, *modifiers = said.split("/")
    values = dict(_by_letters().get(letters.casefold(), {"key": letters}))
    for modifier in modifiers:
        found = _MODIFIER.fullmatch(modifier)
        if found is None:
            return {"key": said}
        if found[1] is None:
            values["fixed_pairings"] = True
        else:
            values["cut" if found[1] == "C" else "median"] = int(found[2])
    return values


@cache
def _by_letters() -> dict[str, dict[str, Any]]:
    """What each combination of letters stands for, in small letters."""
    found: dict[str, dict[str, Any]] = {}
    for card in shelf().values():
        if card.code:
            found[card.code.casefold()] = {"key": card.key}
        for letters, settings in card.variants.items():
            found[letters.casefold()] = {"key": card.key, **settings}
    return {name: said for name, said in found.items() if name not in shelf()}


def wrong_tie_break(said: object) -> list[Fault]:
    """All that is wrong with what a rule says of one tie-break."""
    if not isinstance(said, (str, Mapping)):
        return [Fault((), "this names no tie-break", "a key, or a table with key")]
    values = spelled(said)
    key = values.pop("key", None)
    if not isinstance(key, str):
        return [Fault((), "the tie-break has no key", 'such as key = "buchholz"')]
    card = shelf().get(key)
    if card is None:
        return [Fault((), f"no tie-break is called {key!r}", suggest(key, list(shelf())))]
    return checked(card.parameters, values)[1]
