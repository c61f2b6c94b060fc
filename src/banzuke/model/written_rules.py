"""What all rules in TOML files say of themselves, be they rulebooks, scoring systems or circuits.

A kind of rules declares the sections of its files by deriving from ``WrittenForm``, and what is
loaded from them by deriving from ``WrittenRules``.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date
from pathlib import Path
from typing import Annotated, Any

from pydantic import Field

from banzuke.model.declarations import declared_at, names_of, words_of
from banzuke.model.parameters import Declared, Fault, parameter

Text = Annotated[str, Field(min_length=1)]
Table = dict[str, Any]


class WrittenForm(Declared):
    """What a file of rules says of itself, before its sections."""

    title: Text = Field(description="what people call it")
    game: Text = Field(description="the game it is for")
    author: str = parameter("", "who made the rules")
    updated: date | None = parameter(None, "when the rules were last changed")
    source: str = parameter("", "where the rules are written")
    summary: str = parameter("", "the rules in one line")
    text: str = parameter("", "the rules in words")
    assumptions: tuple[Text, ...] = parameter((), "readings that the source does not settle")

    def told(self) -> dict[str, Any]:
        """What it says of itself, as the arguments of ``WrittenRules``."""
        return {name: getattr(self, name) for name in WrittenForm.model_fields}


#: What rules say in words, which may no longer hold where others extend them.
WORDS = tuple(name for name, said in WrittenForm.model_fields.items() if not said.is_required())


@dataclass(frozen=True, kw_only=True)
class WrittenRules:
    """Rules that are loaded: what they say of themselves, and where that is from.

    key : name of their file without ``.toml``
    path : their file, None if they came with banzuke; content : what it says, with all it extends
    extends : the keys of those that they extend, the next ones first
    inherited : {word: the extended ones that say it}, of words that their file does not say
    """

    key: str
    title: str
    game: str
    author: str
    updated: date | None
    source: str
    summary: str
    text: str
    assumptions: tuple[str, ...]
    examples: tuple[Any, ...]
    path: Path | None
    content: Mapping[str, Any] = field(repr=False, hash=False)
    extends: tuple[str, ...] = ()
    inherited: Mapping[str, str] = field(repr=False, hash=False, default_factory=dict)


def belongs_elsewhere(fault: Fault, form: type[WrittenForm]) -> Fault:
    """An unknown key that the top of the file knows: it stands below a [section] header."""
    name = fault.where[-1] if fault.where else ""
    if len(fault.where) < 2 or name not in names_of(form) or "not known" not in fault.what:
        return fault
    if "table" in words_of(*declared_at(form, (name,))):
        return fault
    return fault._replace(right=f"{name} stands at the top, before the first [section]")
