"""Values and texts of settings that nobody means: endless numbers, endless nesting.

They are found before anything reckons with them, copies them or walks down into them.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

#: Tables and lists lie so deep in one another at most, and keys have so many parts.
MOST_DEPTH = 50
#: The most digits of a number.
MOST_DIGITS = 300

_LARGEST = 10**MOST_DIGITS

# Possessive (++), and only from the beginning of a word on: no text is read over and over.
_PART = r"(?:(?<![A-Za-z0-9_-])[A-Za-z0-9_-]++|\"[^\"\n]*+\"|'[^'\n]*+')"
_LONG_KEY = re.compile(rf"{_PART}(?:[ \t]*+\.[ \t]*+{_PART}){{{MOST_DEPTH}}}")
_LONG_NUMBER = re.compile(rf"(?<![A-Za-z0-9_])[0-9_]{{{MOST_DIGITS + 1}}}")


def trap_in_toml(text: str) -> tuple[int, str, str] | None:
    """(line from 1, what is wrong, what would be right) of TOML that takes for ever to read."""
    for pattern, what, right in (
        (_LONG_KEY, "a key of too many parts", f"at most {MOST_DEPTH} parts"),
        (_LONG_NUMBER, "a number of too many digits", f"at most {MOST_DIGITS} digits"),
    ):
        found = pattern.search(text)
        if found is not None:
            return text.count("\n", 0, found.start()) + 1, what, right
    return None


def trap_in_value(value: Any) -> tuple[str, str] | None:
    """(what is wrong, what would be right) of a value that is too large or too deep; else None."""
    level = [value]
    for _ in range(MOST_DEPTH):
        inner: list[Any] = []
        for one in level:
            if isinstance(one, Mapping):
                inner += one.values()
            elif isinstance(one, (list, tuple)):
                inner += one
            elif isinstance(one, int) and abs(one) >= _LARGEST:
                return f"a number of more than {MOST_DIGITS} digits", "a number that is meant"
        if not inner:
            return None
        level = inner
    return "lists or tables lie too deep in one another", "tables of rows"
