"""The lines of a text file that has a record a line, whatever ends them."""

from __future__ import annotations

import re
from functools import lru_cache
from pathlib import Path

from banzuke.importers.steps.encodings import has_doubtful_letters, load_text, start_of_text
from banzuke.importers.steps.file_kinds import GZIP, seems_to_be, too_long
from banzuke.importers.steps.findings import Findings

#: No tournament, and no register of its players, is longer than this.
MOST_BYTES = 8_000_000

#: So many lines are looked at to recognise a file.
MOST_FIRST = 400

LINE_END = re.compile(r"\r\n|\r|\n")


def lines_of(path: Path, encoding: str, found: Findings, *, tabs: bool = False) -> list[str]:
    """The lines of a file as text, with single spaces between words; line i is row i + 1.

    tabs : whether the lines are wanted as they stand, for tabs to tell their cells apart
    What is guessed is told in ``found``. Raises ResultsRefused for what is no text, or far too
    much of it, and UnknownName for an unknown encoding.
    """
    text = load_text(path, encoding)
    found.odd.found += text.warnings
    found.plain_letters = not has_doubtful_letters(text.data)
    if len(text.data) > MOST_BYTES:
        found.wrong.add(too_long(MOST_BYTES), "the file of one tournament")
        raise found.refusal()
    lines = LINE_END.split(text.whole) if text.marks.returns else text.whole.split("\n")
    return lines if tabs else list(map(plain, lines))


def first_lines(sample: bytes, most: int, *, tabs: bool = False) -> list[str]:
    """At most so many first lines of a file, as ``lines_of`` has them; none if it is no text."""
    lines = _first_lines(sample)[:most]
    return lines if tabs else list(map(plain, lines))


# Every importer looks at the start of the same file.
@lru_cache(maxsize=4)
def _first_lines(sample: bytes) -> list[str]:
    if seems_to_be(sample) not in ("", GZIP):
        return []
    return LINE_END.split(start_of_text(sample), MOST_FIRST)[:MOST_FIRST]


def plain(line: str) -> str:
    """A line with single spaces between its words and none around them.

    Patterns that are matched against it need not try every way to divide a run of spaces.
    """
    return " ".join(line.split())
