"""Tournament tables of the European Go Database (.h9): a player a line, games as ``12+/b2``.

A line has place, name, rank, country, club, up to four scores and the games; what follows a
semicolon is a comment, and the comments on top say what was played: ``; CL[A]`` the class,
``; EV[name]``, ``; PC[country, place]``, ``; DT[first day,last day]``, ``; KM[komi]`` and
``; HA[h2]``, by which handicaps that no game tells are two less than the grades apart.
A number that ends a line after a bar, as ``|12345678``, is the player's in the database.
"""

from __future__ import annotations

import re
from dataclasses import replace
from datetime import date
from pathlib import Path

import polars as pl

from banzuke.importers.steps.findings import Findings
from banzuke.importers.steps.go_table import (
    RIGHT_CELL,
    USUAL,
    Entrant,
    Tournament,
    frame_of,
    last_cells,
)
from banzuke.importers.steps.headers import Header
from banzuke.importers.steps.text_lines import first_lines, lines_of
from banzuke.importers.steps.tidying import tidy
from banzuke.model.coded_names import clean_name
from banzuke.model.importer import Importer, Reading, ReadOptions

LINE = re.compile(r"\s*(\d{1,5})?\s*([^\d\s].*?)\s+(\d{1,2}[kdpKDP])\s+(.*)")
TAG = re.compile(r"\s*;\s*([A-Z]{2})\s*\[(.*)\]\s*")
PIN = re.compile(r"\|\s*(\d{1,10})\s*$")
DAYS = re.compile(r"(\d{4}-\d{2}-\d{2})(?:\s*,\s*(\d{4}-\d{2}-\d{2}))?")
RIGHT_LINE = "place, name, rank, country, club, scores and the games, such as 12+/b"
ENDING = re.compile(r"\.h\d")


def recognise(sample: bytes, path: Path) -> float:
    """How surely a file that begins with ``sample`` is such a table, 0 to 1."""
    lines = first_lines(sample)
    tags = sum(TAG.fullmatch(line) is not None for line in lines[:40])
    written = any("/" in cell for line in lines[:80] for cell in _cells(line))
    if written:
        return 0.98
    if tags >= 2:
        return 0.95
    ends = ENDING.fullmatch(path.suffix.lower()) is not None
    return 0.9 if ends and any(map(_cells, lines[:80])) else 0.0


def read(path: Path, options: ReadOptions) -> Reading:
    """Read the games of a table as duels, with ranks, handicaps, komi, class and dates.

    Of ``options`` only the encoding means something: a table has no columns to rename, and its
    dates are ISO. Raises ResultsRefused with every problem, UnknownName for an encoding.
    """
    found = Findings(path.name)
    lines = lines_of(path, options.encoding, found)
    tournament = Tournament()
    for row, line in enumerate(lines, start=1):
        tag = TAG.fullmatch(line)
        if tag is not None:
            _take_tag(tournament, tag[1], tag[2].strip(), row, found)
        elif (text := line.partition(";")[0].rstrip()) and not text.isspace():
            _take_line(tournament, text, row, found)
    if not tournament.entrants and not found.wrong.found:
        found.wrong.add("no line of a player is in this file", RIGHT_LINE)
    if not tournament.event:
        tournament.event = clean_name(path.stem)
        what = f"the file names no tournament: called {tournament.event!r}, as the file is"
        found.odd.add(what, "; EV[name]")
    frame, rows, players = frame_of(tournament, found)
    reading = tidy(
        frame,
        Header(frame.columns),
        path.name,
        1,
        found.warnings(),
        rows=pl.Series("row", rows, dtype=pl.UInt32),
    )
    reading = replace(
        reading,
        players=players,
        player_rows=pl.Series("row", [e.row for e in tournament.entrants], dtype=pl.UInt32),
        usual=USUAL,
    )
    if found.wrong.found:
        raise found.refusal(reading if len(frame) else None)
    return reading


def _cells(line: str) -> list[str]:
    """What may be games at the end of a line that is a player's; none of another."""
    match = LINE.fullmatch(PIN.sub("", line.partition(";")[0]).rstrip())
    return last_cells(match[4].split()) if match else []


def _take_line(tournament: Tournament, text: str, row: int, found: Findings) -> None:
    """A player's line."""
    pin = PIN.search(text)
    text = text[: pin.start()].rstrip() if pin else text
    match = LINE.fullmatch(text)
    if match is None:
        what = f"no line of a player: {clean_name(text)[:60]!r}"
        found.wrong.add(what, RIGHT_LINE, "", row)
        tournament.whole = False
        return
    place, name, rank, rest = match.groups()
    words = rest.split()
    cells = last_cells(words)
    others = words[: len(words) - len(cells)]
    if not cells:
        found.wrong.add(f"no games end this line, but {words[-1]!r}", RIGHT_CELL, "", row)
        tournament.whole = False
        return
    nation, club = ([*others, "", ""] if others else ["", ""])[:2]
    tournament.entrants.append(
        Entrant(
            row,
            tournament.number(int(place or 0), row, found),
            name,
            rank,
            nation,
            "" if club.isdecimal() else club,
            pin[1] if pin else "",
            cells,
            others[-1] if others else rank,
        )
    )


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
        try:
            tournament.komi = float(value.replace(",", "."))
        except ValueError:
            found.wrong.add(f"{value!r} is no komi", "a number, as KM[6.5]", "KM", row)
    elif tag == "HA":
        reduction = re.fullmatch(r"[hH]?(\d)", value)
        if reduction is None:
            found.wrong.add(f"{value!r} is no reduction", "HA[h0] to HA[h9]", "HA", row)
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
    elif end < begin:
        found.wrong.add(f"the last day, {end}, is before the first, {begin}", right, "DT", row)
    else:
        tournament.begin, tournament.end = begin, end


IMPORTER = Importer(
    key="h9",
    title="tournament table of the European Go Database (.h9)",
    recognise=recognise,
    read=read,
    source="https://www.europeangodatabase.eu",
)
