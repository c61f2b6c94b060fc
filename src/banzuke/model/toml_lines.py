"""On which line of a TOML text each key and each element of a list stands.

``tomllib`` gives values without their places; this walks over the same text, known to be
valid, and only notes where things are.
"""

from __future__ import annotations

import re
import tomllib
from bisect import bisect_right

from banzuke.model.declarations import Location

_BLANK = re.compile(r"(?:[ \t\r\n]|#[^\n]*)*")
_SPACE = re.compile(r"[ \t]*")
_BARE_KEY = re.compile(r"[A-Za-z0-9_-]+")
_STRING = re.compile(
    r'"""(?:[^\\]|\\.)*?"""(?:"{0,2})'
    r"|'''.*?'''(?:'{0,2})"
    r'|"(?:[^"\\\n]|\\.)*"'
    r"|'[^'\n]*'",
    re.DOTALL,
)
_SCALAR = re.compile(r"[^,\]}#\r\n]*")


def line_numbers(text: str) -> dict[Location, int]:
    """{path of keys and list indices: line, from 1} of a valid TOML text.

    The element i of a list ``k`` is at ``("k", i)``; the table opened by the second
    ``[[k]]`` is at ``("k", 1)``; the whole text is at ``()``, line 1. Of a text that is not
    valid, what stands before its first fault is found.
    """
    walk = _Walk(text)
    walk.document()
    return walk.lines


class _Walk:
    """One walk over one text: ``at`` is where it stands."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.at = 0
        self.breaks = [found.start() for found in re.finditer("\n", text)]
        self.lines: dict[Location, int] = {(): 1}
        self.elements: dict[Location, int] = {}

    def document(self) -> None:
        table: Location = ()
        self.skip(_BLANK)
        while self.at < len(self.text):
            begin = self.at
            if self.text.startswith("[", self.at):
                table = self.header()
            else:
                self.pair(table)
            self.skip(_BLANK)
            if self.at == begin:
                return

    def header(self) -> Location:
        """Read ``[a.b]`` or ``[[a.b]]``; the place of the table that it opens."""
        line = self.line()
        is_element = self.text.startswith("[[", self.at)
        self.at += 2 if is_element else 1
        place: Location = ()
        names = self.key()
        for number, name in enumerate(names):
            place = (*place, name)
            self.lines.setdefault(place, line)
            if is_element and number == len(names) - 1:
                self.elements[place] = self.elements.get(place, -1) + 1
            if place in self.elements:
                place = (*place, self.elements[place])
                self.lines.setdefault(place, line)
        self.at += 2 if is_element else 1
        return place

    def pair(self, table: Location) -> None:
        """Read ``key = value`` into a table."""
        line = self.line()
        place = table
        for name in self.key():
            place = (*place, name)
            self.lines.setdefault(place, line)
        if self.text.startswith("=", self.at):
            self.at += 1
            self.skip(_SPACE)
            self.value(place)

    def key(self) -> list[str]:
        """Read a key, dotted or not, and the blanks after it."""
        names = []
        while True:
            self.skip(_SPACE)
            raw = self.take(_BARE_KEY)
            if raw:
                names.append(raw)
            else:
                quoted = self.take(_STRING)
                if not quoted:
                    return names
                names.append(unquoted(quoted))
            self.skip(_SPACE)
            if not self.text.startswith(".", self.at):
                return names
            self.at += 1

    def value(self, place: Location) -> None:
        """Read a value; note the places of what lies inside it."""
        if self.text.startswith("[", self.at):
            self.array(place)
        elif self.text.startswith("{", self.at):
            self.inline_table(place)
        elif not self.take(_STRING):
            self.take(_SCALAR)

    def array(self, place: Location) -> None:
        self.at += 1
        number = 0
        while True:
            self.skip(_BLANK)
            if self.at >= len(self.text):
                return
            if self.text.startswith("]", self.at):
                self.at += 1
                return
            begin = self.at
            self.lines[*place, number] = self.line()
            self.value((*place, number))
            number += 1
            self.skip(_BLANK)
            if self.text.startswith(",", self.at):
                self.at += 1
            if self.at == begin:
                return

    def inline_table(self, place: Location) -> None:
        self.at += 1
        while True:
            self.skip(_BLANK)
            if self.at >= len(self.text):
                return
            if self.text.startswith("}", self.at):
                self.at += 1
                return
            begin = self.at
            self.pair(place)
            self.skip(_BLANK)
            if self.text.startswith(",", self.at):
                self.at += 1
            if self.at == begin:
                return

    def line(self) -> int:
        """The line that the walk stands on, from 1."""
        return bisect_right(self.breaks, self.at - 1) + 1

    def skip(self, pattern: re.Pattern[str]) -> None:
        self.take(pattern)

    def take(self, pattern: re.Pattern[str]) -> str:
        """Read what the pattern matches here, "" if nothing."""
        found = pattern.match(self.text, self.at)
        if found is None:
            return ""
        self.at = found.end()
        return found[0]


def unquoted(text: str) -> str:
    """What a text in quotes says; itself if it is not valid."""
    try:
        return str(tomllib.loads(f"key = {text}")["key"])
    except tomllib.TOMLDecodeError:
        return text
