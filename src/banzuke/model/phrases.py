"""Texts for people that are made of a message and values, so that they can be told in any language.

A phrase is a ``str``, whole in English; what tells it in another language translates the message,
which stands in a catalogue as it is written, and then fills in the values. So no translated text
is put together from pieces, and who writes a message knows nothing of translation.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache
from typing import Any, NewType, Protocol

import numpy as np

#: A message that stands in the source where it is found for translators.
Message = NewType("Message", str)

#: So many players are named; of more it is said how many they are.
MOST_NAMED = 20


class Words(Protocol):
    """A language: what stands for an English message, as ``gettext`` has it."""

    def gettext(self, message: str, /) -> str:
        """The message in the language, or as it is."""

    def ngettext(self, one: str, many: str, count: int, /) -> str:
        """The form of a message that goes with a number of things."""


class Phrase(str):
    """An English text that knows what it was made of; made by the functions below.

    message : with a place ``{name}`` for each value; many : its plural, "" if it has none
    values : what is filled in; a value that is a phrase is translated, too, and no other: a name
        stays as it is
    """

    __slots__ = ("many", "message", "values")

    message: str
    many: str
    values: Mapping[str, Any]

    def told_in(self, words: Words) -> str:
        """The text in a language."""
        message = words.gettext(self.message)
        if self.many:
            count = self.values["count"]
            whole = int(count) if count == int(count) else 2
            message = words.ngettext(self.message, self.many, whole)
        values = {
            name: value.told_in(words) if isinstance(value, Phrase) else value
            for name, value in self.values.items()
        }
        return message.format(**values)

    def with_values(self, change: Callable[[Any], Any]) -> Phrase:
        """The phrase with each of its values changed."""
        values = {name: change(value) for name, value in self.values.items()}
        return _made(self.message, self.many, values)


def _made(message: str, many: str, values: Mapping[str, Any]) -> Phrase:
    one = not many or values["count"] == 1
    made = Phrase((message if one else many).format(**values))
    made.message, made.many, made.values = message, many, values
    return made


def message(text: str) -> Message:
    """The message of phrases that are made elsewhere."""
    return Message(text)


def phrase(message: str, /, **values: object) -> Phrase:
    """A text with values.

    >>> phrase("won against {who}, {points:+g}", who="Ann", points=2.0)
    'won against Ann, +2'
    """
    return _made(message, "", values)


def phrases(one: str, many: str, count: float, /, **values: object) -> Phrase:
    """A text that has a plural; the number is the value ``count``.

    >>> phrases("{count:g} game", "{count:g} games", 3)
    '3 games'
    """
    return _made(one, many, {"count": count, **values})


def listed(parts: Iterable[str], between: str = "; ") -> str:
    """Texts one after the other, each whole by itself; "" for none.

    >>> listed([phrase("rating from {low:g}", low=2400.0), "k = 10"])
    'rating from 2400; k = 10'
    """
    values = {f"part_{number}": part for number, part in enumerate(parts)}
    if len(values) < 2:
        return values.get("part_0", "")
    return _made(between.join(f"{{{name}}}" for name in values), "", values)


def in_one_text(parts: Iterable[str], between: str = "; ") -> str:
    """Texts one after the other; a phrase if each is one, since no text is told in two languages.

    >>> type(in_one_text([phrase("no score"), "anything else"])).__name__
    'str'
    """
    found = list(parts)
    whole = all(isinstance(part, Phrase) for part in found)
    return listed(found, between) if whole else between.join(found)


def name_of(code: int) -> str:
    """What stands in the texts of a system for the name of the player with this code."""
    return f"{{{int(code)}}}"


def names_of(codes: Sequence[int]) -> str:
    """What stands for the names of several players: the first of them, and how many more."""
    named = ", ".join(map(name_of, codes[:MOST_NAMED]))
    more = len(codes) - MOST_NAMED
    return phrase("{names} and {more} more", names=named, more=more) if more > 0 else named


def told(text: object, words: Words) -> Any:
    """A text in a language: a phrase by its message, any other by itself; a number as it is."""
    if isinstance(text, Phrase):
        return text.told_in(words)
    return words.gettext(text) if isinstance(text, str) and text else text


def changed(text: Any, change: Callable[[str], str]) -> Any:
    """A text changed; of a phrase the texts among its values, so that it stays one."""
    if isinstance(text, Phrase):
        return text.with_values(lambda value: changed(value, change))
    return change(text) if isinstance(text, str) else text


def as_kept(text: object) -> Any:
    """A text or a value as JSON can keep it; a phrase as its message and its values.

    >>> as_kept(phrase("{count} games of {who}", count=3, who="Ann"))
    {'message': '{count} games of {who}', 'values': {'count': 3, 'who': 'Ann'}}
    """
    if isinstance(text, Phrase):
        values = {name: as_kept(value) for name, value in text.values.items()}
        many = {"many": text.many} if text.many else {}
        return {"message": text.message, **many, "values": values}
    return text.item() if isinstance(text, np.generic) else text


def from_kept(kept: Any) -> Any:
    """What ``as_kept`` kept; a text that was kept as plain text stays that."""
    if not isinstance(kept, Mapping):
        return kept
    values = {name: from_kept(value) for name, value in kept["values"].items()}
    return _made(kept["message"], kept.get("many", ""), values)


def recognised(text: str, messages: Iterable[str]) -> str:
    """A text that was kept as plain text, as the phrase that it was, by one of some messages.

    >>> recognised("inactive since 2024", ["inactive since {day}"]).message
    'inactive since {day}'
    """
    for message in messages:
        if found := _pattern(message).fullmatch(text):
            return phrase(message, **found.groupdict())
    return text


@cache
def _pattern(message: str) -> re.Pattern[str]:
    """What a text that was made of a message looks like; its places have no formats."""
    return re.compile(re.sub(r"\\\{(\w+)\\\}", r"(?P<\1>.+)", re.escape(message)))
