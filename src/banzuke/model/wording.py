"""Small words that sentences for people are made of."""

from __future__ import annotations

import re
from collections.abc import Sequence

# Control characters but for the ends of lines and tabs, and the marks of direction.
_DRIVERS = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]")


def counted(count: int, one: str, many: str = "") -> str:
    """A number and its noun: ``1 game``, ``2 games``."""
    return f"{count} {one if count == 1 else many or one + 's'}"


def this_and(count: int, noun: str) -> str:
    """The subject of a sentence told at the first of ``count`` things, with its verb.

    >>> this_and(1, "game"), this_and(3, "game")
    ('this game is', 'this game and 2 more are')
    """
    return f"this {noun} is" if count == 1 else f"this {noun} and {count - 1} more are"


def either(choices: Sequence[str]) -> str:
    """Choices in words: ``game, event or day``."""
    return " or ".join([", ".join(choices[:-1]), choices[-1]] if len(choices) > 1 else choices)


def visible(text: str) -> str:
    r"""A text of lines in which what could drive a terminal, or turn a line round, is written out.

    So JSON stays the JSON that it was.

        >>> print(visible("red:\x1b[31m"))
        red:\u001b[31m
    """
    return _DRIVERS.sub(lambda found: f"\\u{ord(found[0]):04x}", text)
