"""Crosstables as plain text, in columns kept apart by spaces, as pairing programs print them."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from banzuke.importers.steps.encodings import load_text, start_of_text
from banzuke.importers.steps.file_kinds import seems_to_be
from banzuke.importers.steps.grids import Grid, grid_of
from banzuke.importers.steps.special_forms import (
    FIRST_RECORDS,
    MOST_BYTES,
    is_special,
    read_special,
)
from banzuke.model.errors import ResultsRefused
from banzuke.model.importer import Importer, Reading, ReadOptions
from banzuke.model.problems import Problem

PLAYER = re.compile(r"\s*\d+[.)]?\s+\S")
TOKEN = re.compile(r"\S+")
RIGHT = "a line a player that begins with a number, and a column a round"
LEAST_PLAYERS = 2
#: So many letters are looked at to recognise a table.
MOST_SEEN = 8_000


def recognise(sample: bytes, path: Path) -> float:
    """How sure it is that a file is a crosstable in columns of spaces, by its first lines."""
    if seems_to_be(sample):
        return 0.0
    grid = _grid(start_of_text(sample)[:MOST_SEEN])
    return 0.55 if grid is not None and is_special(grid) else 0.0


def read(path: Path, options: ReadOptions) -> Reading:
    """Read a crosstable; raises ResultsRefused with every problem found."""
    source = path.name
    text = load_text(path, options.encoding)
    grid = _grid(text.whole) if len(text.data) <= MOST_BYTES else None
    reading = None
    if grid is not None:
        reading = read_special(grid.records[:FIRST_RECORDS], lambda: grid, options, source)
    if reading is None:
        raise ResultsRefused([Problem("there is no crosstable in this text", RIGHT, source)])
    return replace(reading, warnings=(*text.warnings, *reading.warnings))


def _grid(text: str) -> Grid | None:
    """The lines of a text cut into cells where all lines of players have a space; None if few."""
    lines = [line.expandtabs().rstrip() for line in text.splitlines()]
    players = [line for line in lines if PLAYER.match(line)]
    if len(players) < LEAST_PLAYERS:
        return None
    spans = _spans(players)
    if len(spans) < 3:
        return None
    return grid_of([_cells(line, spans) for line in lines])


def _spans(lines: Sequence[str]) -> list[tuple[int, int]]:
    """The columns of lines, from and to which character, cut where every line has a space."""
    width = max(map(len, lines))
    padded = [line.ljust(width) for line in lines]
    blank = [all(line[at] == " " for line in padded) for at in range(width)]
    spans: list[tuple[int, int]] = []
    begin = None
    for at in range(width + 1):
        if at < width and not blank[at]:
            begin = at if begin is None else begin
        elif begin is not None:
            spans.append((begin, at))
            begin = None
    whole: list[tuple[int, int]] = []
    for span in spans:
        # Names whose words happen to end together are one column.
        if (
            whole
            and span[0] - whole[-1][1] == 1
            and all(_are_words(padded, one) for one in (whole[-1], span))
        ):
            whole[-1] = (whole[-1][0], span[1])
        else:
            whole.append(span)
    return whole


def _are_words(lines: Sequence[str], span: tuple[int, int]) -> bool:
    cells = [line[slice(*span)].strip() for line in lines]
    return any(cells) and not any(character.isdigit() for cell in cells for character in cell)


def _cells(line: str, spans: Sequence[tuple[int, int]]) -> list[str]:
    """The cells of a line: each of its words in the column that it overlaps most, or is next to."""
    cells: list[list[str]] = [[] for _ in spans]
    starts = [start for start, _ in spans]
    for token in TOKEN.finditer(line):
        begin, end = token.span()
        # All others overlap it less, or are farther away.
        first = max(bisect_right(starts, begin) - 1, 0)
        last = min(bisect_left(starts, end), len(spans) - 1)
        overlaps = [
            (min(end, stop) - max(begin, start), -at)
            for at, (start, stop) in enumerate(spans[first : last + 1], first)
        ]
        cells[-max(overlaps)[1]].append(token[0])
    return [" ".join(words) for words in cells]


IMPORTER = Importer(
    key="text",
    title="crosstable in plain text",
    recognise=recognise,
    read=read,
    surest=0.55,
)
