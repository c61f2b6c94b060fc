"""One thing wrong with some data: where, what, and what would be right."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from banzuke.model.phrases import Phrase, changed, listed, phrase

#: No part of what is told of a problem is longer; the rest is cut off.
MOST_LETTERS = 1_500
#: Of what is too long no value is longer.
MOST_OF_VALUE = 300


@dataclass(frozen=True)
class Problem:
    """One thing that is wrong, or only worth a warning.

    ``row`` counts as a spreadsheet does: the header is row 1 (in a rulebook it is the line).
    Empty fields are unknown or do not apply. ``times`` says how many problems it sums up.
    """

    what: str
    right: str = ""
    source: str = ""
    row: int | None = None
    column: str = ""
    times: int = 1

    def __post_init__(self) -> None:
        # What a file says may be endless, and is not worth telling whole.
        for name in ("what", "right", "source", "column"):
            text = getattr(self, name)
            if len(text) > MOST_LETTERS:
                object.__setattr__(self, name, _shorter(text))

    @property
    def where(self) -> str:
        """File, row and column, as far as they are known."""
        parts = [self.source] if self.source else []
        if self.row is not None:
            is_rulebook = self.source.endswith(".toml")
            parts.append(phrase("line {row}" if is_rulebook else "row {row}", row=self.row))
        if self.column:
            parts.append(phrase("column {column}", column=self.column))
        return listed(parts, ", ")

    def __str__(self) -> str:
        text = f"{self.where}: {self.what}" if self.where else self.what
        return f"{text} ({self.right})" if self.right else text

    @property
    def told(self) -> str:
        """The whole as text: a phrase if what is wrong, and what would be right, are phrases."""
        if not all(isinstance(text, Phrase) for text in (self.what, self.right) if text):
            return str(self)
        text = listed([part for part in (self.where, self.what) if part], ": ")
        return phrase("{what} ({right})", what=text, right=self.right) if self.right else text

    def to_dict(self) -> dict[str, Any]:
        """``where``, ``what`` and ``right`` as JSON takes them."""
        return {"where": self.where, "what": self.what, "right": self.right}


def _shorter(text: str) -> str:
    """A text cut off; a phrase whose values alone are too long stays one."""
    if isinstance(text, Phrase):
        cut: str = changed(text, lambda value: _cut(value, MOST_OF_VALUE))
        if len(cut) <= MOST_LETTERS:
            return cut
    return _cut(text, MOST_LETTERS)


def _cut(text: str, most: int) -> str:
    return text if len(text) <= most else f"{text[:most]}…"


def in_rows(problems: Iterable[Problem]) -> list[Problem]:
    """Problems of one file in the order of their rows; what sums up others stands behind."""
    return sorted(problems, key=lambda one: (one.times > 1, one.row or 0))
