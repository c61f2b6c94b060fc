"""One thing wrong with some data: where, what, and what would be right."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

#: No part of what is told of a problem is longer; the rest is cut off.
MOST_LETTERS = 1_500


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
                object.__setattr__(self, name, f"{text[:MOST_LETTERS]}…")

    @property
    def where(self) -> str:
        """File, row and column, as far as they are known."""
        parts = [self.source] if self.source else []
        if self.row is not None:
            word = "line" if self.source.endswith(".toml") else "row"
            parts.append(f"{word} {self.row}")
        if self.column:
            parts.append(f"column {self.column}")
        return ", ".join(parts)

    def __str__(self) -> str:
        text = f"{self.where}: {self.what}" if self.where else self.what
        return f"{text} ({self.right})" if self.right else text

    def to_dict(self) -> dict[str, Any]:
        """``where``, ``what`` and ``right`` as JSON takes them."""
        return {"where": self.where, "what": self.what, "right": self.right}


def in_rows(problems: Iterable[Problem]) -> list[Problem]:
    """Problems of one file in the order of their rows; what sums up others stands behind."""
    return sorted(problems, key=lambda one: (one.times > 1, one.row or 0))
