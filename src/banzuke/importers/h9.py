"""Tournament tables of the European Go Database (.h9): a player a line, games as ``12+/b2``.

A line has place, name, rank, country, club, up to four scores and the games; what follows a
semicolon is a comment, and the comments on top say what was played: ``; CL[A]`` the class,
``; EV[name]``, ``; PC[country, place]``, ``; DT[first day,last day]``, ``; KM[komi]`` and
``; HA[h2]``, by which handicaps that no game tells are two less than the grades apart.
A number that ends a line after a bar, as ``|12345678``, is the player's in the database.
"""

from __future__ import annotations

import re
from datetime import date
from itertools import compress
from pathlib import Path

from banzuke.importers.steps.findings import Findings
from banzuke.importers.steps.go_lines import cells_at_end, read_lines
from banzuke.importers.steps.go_table import Tournament, Who, table_reading
from banzuke.importers.steps.text_lines import first_lines, lines_of, plain
from banzuke.model.coded_names import clean_name
from banzuke.model.importer import Importer, Reading, ReadOptions

TAG = re.compile(r"; ?([A-Z]{2}) ?\[(.*)\]")
DAYS = re.compile(r"(\d{4}-\d{2}-\d{2})(?: ?, ?(\d{4}-\d{2}-\d{2}))?")
RIGHT_LINE = "place, name, rank, country, club, scores and the games, such as 12+/b"
ENDING = re.compile(r"\.h\d")


def recognise(sample: bytes, path: Path) -> float:
    """How surely a file that begins with ``sample`` is such a table, 0 to 1."""
    lines = first_lines(sample, 80, tabs=True)
    cells: list[str] = []
    for line in lines:
        cells += cells_at_end(plain(_without_number(line.partition(";")[0])[0]))
        if any("/" in cell for cell in cells):
            return 0.98
    if sum(TAG.fullmatch(plain(line)) is not None for line in lines) >= 2:
        return 0.95
    ends = ENDING.fullmatch(path.suffix.lower()) is not None
    return 0.9 if ends and cells else 0.0


def read(path: Path, options: ReadOptions) -> Reading:
    """Read the games of a table as duels, with ranks, handicaps, komi, class and dates.

    Of ``options`` only the encoding means something: a table has no columns to rename, and its
    dates are ISO. Raises ResultsRefused with every problem, UnknownName for an encoding.
    """
    found = Findings(path.name)
    tournament = Tournament()
    written = lines_of(path, options.encoding, found, tabs=True)
    for at in (at for at, line in enumerate(written) if ";" in line):
        text = written[at].partition(";")[0]
        if not text.strip() and (tag := TAG.fullmatch(plain(written[at]))) is not None:
            _take_tag(tournament, tag[1], tag[2].strip(), at + 1, found)
        written[at] = text
    rows = [row for row, text in enumerate(written, start=1) if text and not text.isspace()]
    texts = [written[row - 1] for row in rows]
    numbers: list[str | None] = [None] * len(texts)
    for at in (at for at, text in enumerate(texts) if "|" in text):
        texts[at], numbers[at] = _without_number(texts[at])
    lines = read_lines(texts, rows, RIGHT_LINE, found)
    ids = numbers if lines.whole else list(compress(numbers, lines.kept.tolist()))
    # A number is a score, where no club stands.
    clubs = [
        None if word and word.isdecimal() and word.isascii() else word for word in lines.second
    ]
    return table_reading(tournament, lines, Who(ids, lines.first, clubs), path, found)


def _without_number(text: str) -> tuple[str, str | None]:
    """A line without the player's number that ends it after a bar, and that number."""
    line, bar, number = text.rpartition("|")
    number = number.strip()
    return (line, number) if bar and number.isdecimal() else (text, None)


def _take_tag(tournament: Tournament, tag: str, value: str, row: int, found: Findings) -> None:
    """A comment that says something of the whole tournament; unknown ones are left aside."""
    if not value:
        return
    if tag == "CL":
        tournament.category = value
    elif tag == "EV":
        tournament.event = clean_name(value)
    elif tag == "PC":
        tournament.place = clean_name(value.strip(", "))
    elif tag == "DT":
        _take_days(tournament, value, row, found)
    elif tag == "KM":
        tournament.take_komi(value, tag, row, found)
    elif tag == "HA":
        reduction = re.fullmatch(r"[hH]?(\d)", value)
        if reduction is None:
            found.odd.add(f"{value!r} is no reduction: left aside", "HA[h0] to HA[h9]", "HA", row)
        else:
            tournament.reduction = int(reduction[1])


def _take_days(tournament: Tournament, value: str, row: int, found: Findings) -> None:
    """The first and the last day; one alone is both."""
    match = DAYS.fullmatch(value)
    try:
        begin = date.fromisoformat(match[1]) if match else None
        end = date.fromisoformat(match[2] or match[1]) if match else None
    except ValueError:
        begin = end = None
    right = "the first day and the last, as DT[2026-05-30,2026-05-31]"
    if begin is None or end is None:
        found.wrong.add(f"{value!r} are no days", right, "DT", row)
    elif found.are_in_order(begin, end, right, "DT", row):
        tournament.begin, tournament.end = begin, end


IMPORTER = Importer(
    key="h9",
    title="tournament table of the European Go Database (.h9)",
    recognise=recognise,
    read=read,
    source="https://www.europeangodatabase.eu",
    numbers_of="egd",
    surest=0.98,
    begins=re.compile(rb"; ?(CL|DT|EV|HA|KM|PC|TM) ?\["),
)
