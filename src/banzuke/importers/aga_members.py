"""The list of members of the American Go Association (TDList): a member a line, no header.

In lists A and B tabs divide name, number, kind of member, rating, day of expiry, chapter, state,
sigma and day of joining; list N has the first seven, divided by spaces. It is a players file, in
which players are known by their numbers, as in reports; sigma is the deviation.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path

import polars as pl

from banzuke.importers.steps.aga_words import NUMBER, name_of, number_of
from banzuke.importers.steps.findings import Findings
from banzuke.importers.steps.text_lines import first_lines, lines_of, plain
from banzuke.importers.steps.tournament_reading import table_of_players
from banzuke.model.coded_names import clean_name
from banzuke.model.importer import Importer, Reading, ReadOptions

ONE_NUMBER = re.compile(NUMBER)
DAY = re.compile(r"\d{1,2}/\d{1,2}/\d{4}")
SPACED = re.compile(
    rf"(\S.*?) ({NUMBER}) ([A-Za-z][A-Za-z ]*?) (?:(-?\d+\.\d+) )?(\d{{1,2}}/\d{{1,2}}/\d{{4}})"
    r"(?: (\S+))?(?: (\S{2}))?"
)
RIGHT = "name, number, kind, rating, expiry, chapter, state, sigma, divided by tabs"
MOST_CELLS = 12


def recognise(sample: bytes, path: Path) -> float:
    """How surely a file that begins with ``sample`` is such a list, 0 to 1."""
    lines = [line for line in first_lines(sample, 100, tabs=True) if line.strip()]
    known = sum(_cells(line) is not None for line in lines)
    return 0.95 if known and known >= 0.9 * len(lines) else 0.0


def read(path: Path, options: ReadOptions) -> Reading:
    """Read number, name, chapter, rating and deviation, as columns of a players file.

    Of ``options`` only the encoding means something. Raises ResultsRefused with every problem,
    UnknownName for an encoding.
    """
    found = Findings(path.name)
    rows: list[tuple[object, ...]] = []
    lines: list[int] = []
    for row, line in enumerate(lines_of(path, options.encoding, found, tabs=True), start=1):
        if not line.strip():
            continue
        cells = _cells(line)
        if cells is None:
            found.wrong.add(f"no member: {clean_name(line)[:60]!r}", RIGHT, "", row)
            continue
        name, family = name_of(cells[0])
        number = number_of(cells[1])
        rating = _number(cells[3], "rating", row, found)
        sigma = _number(cells[7], "deviation", row, found)
        club = None if cells[5] in ("", "none") else cells[5]
        # Who was never rated has a rating of 0, or none.
        rated = (rating, sigma or None) if rating else (None, None)
        rows.append((number, number, name, family or None, club, *rated))
        lines.append(row)
    if not rows and not found.wrong.found:
        found.wrong.add("there is no member in this file", RIGHT)
    texts = dict.fromkeys(("player", "id", "name", "sort_name", "club"), pl.String())
    numbers = dict.fromkeys(("rating", "deviation"), pl.Float64())
    frame = pl.DataFrame(rows, schema={**texts, **numbers}, orient="row")
    return table_of_players(frame, lines, found)


def _cells(line: str) -> list[str] | None:
    """The cells of a member's line, at least eight; None if it is none."""
    if "\t" in line:
        cells: Sequence[str | None] = [clean_name(cell) for cell in line.split("\t", MOST_CELLS)]
    else:
        match = SPACED.fullmatch(plain(line))
        cells = match.groups() if match else ()
    found = [cell or "" for cell in cells] + [""] * 8
    fits = ONE_NUMBER.fullmatch(found[1]) and (found[4] == "" or DAY.fullmatch(found[4]))
    return found if fits and found[0] and len(cells) >= 5 else None


def _number(text: str, column: str, row: int, found: Findings) -> float | None:
    """A rating or a deviation; None where the cell is empty."""
    if not re.fullmatch(r"-?\d{0,4}(\.\d{1,12})?", text):
        found.wrong.add(f"{text!r} is no number", "a number, as -3.5", column, row)
        return None
    return float(text) if text.strip("-.") else None


IMPORTER = Importer(
    key="aga-members",
    title="list of members of the American Go Association (TDList)",
    recognise=recognise,
    read=read,
    source="https://www.usgo.org",
    numbers_of="aga-member",
    surest=0.95,
)
