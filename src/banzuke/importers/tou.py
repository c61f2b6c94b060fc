"""Tournament tables of the French Go Federation (.tou): a player a line, games as ``12+b2``.

A line has place, name, rank, licence, club and the games. Lines that begin with a semicolon say
what was played: ``;name=`` and ``;comm=`` its short and its full name, ``;date=`` the first day,
``;vill=`` the town, ``;komi=`` and ``;size=`` the lines of the board.
"""

from __future__ import annotations

import re
from datetime import date
from pathlib import Path

from banzuke.importers.steps.findings import Findings
from banzuke.importers.steps.go_lines import cells_at_end, read_lines
from banzuke.importers.steps.go_table import Tournament, Who, table_reading
from banzuke.importers.steps.text_lines import first_lines, lines_of, plain
from banzuke.model.coded_names import clean_name
from banzuke.model.importer import Importer, Reading, ReadOptions

SETTING = re.compile(r"; ?(name|date|vill|comm|prog|size|time|ta|komi) ?=(.*)")
DAY = re.compile(r"(\d{1,2})/(\d{1,2})/(\d{4})")
LICENCE = re.compile("[0-9]{7}")
SIZE = re.compile(r"[1-9]\d?", re.ASCII)
RIGHT_LINE = "place, name, rank, licence, club and the games, such as 12+b0"


def recognise(sample: bytes, path: Path) -> float:
    """How surely a file that begins with ``sample`` is such a table, 0 to 1."""
    lines = first_lines(sample, 80)
    settings = sum(SETTING.fullmatch(line) is not None for line in lines)
    table = any(map(cells_at_end, lines))
    if settings >= 2:
        return 0.97 if table else 0.8
    return 0.9 if table and path.suffix.lower() == ".tou" else 0.0


def read(path: Path, options: ReadOptions) -> Reading:
    """Read the games of a table as duels, with ranks, handicaps, komi, board and first day.

    Of ``options`` only the encoding means something: a table has no columns to rename, and its
    dates have day, month and year. Raises ResultsRefused with every problem, UnknownName for an
    encoding.
    """
    found = Findings(path.name)
    tournament = Tournament()
    full_name = ""
    texts: list[str] = []
    rows: list[int] = []
    for row, line in enumerate(lines_of(path, options.encoding, found, tabs=True), start=1):
        text, comment, _ = line.partition(";")
        if text and not text.isspace():
            texts.append(text)
            rows.append(row)
        elif comment and (setting := SETTING.fullmatch(plain(line))) is not None:
            value = clean_name(setting[2])
            full_name = value if setting[1] == "comm" else full_name
            if value:
                _take_setting(tournament, setting[1], value, row, found)
    tournament.event = full_name or tournament.event
    lines = read_lines(texts, rows, RIGHT_LINE, found)
    licensed = [word is not None and LICENCE.fullmatch(word) is not None for word in lines.first]
    told = list(zip(licensed, lines.first, lines.second, strict=True))
    who = Who(
        [first if has else None for has, first, _ in told],
        [None] * len(told),
        [second if has else first for has, first, second in told],
    )
    return table_reading(tournament, lines, who, path, found)


def _take_setting(tournament: Tournament, name: str, value: str, row: int, found: Findings) -> None:
    """A line that says something of the whole tournament; those of no use are left aside."""
    if name == "name":
        tournament.event = value
    elif name == "vill":
        tournament.place = value
    elif name == "date":
        match = DAY.fullmatch(value)
        try:
            tournament.begin = date(*map(int, match.group(3, 2, 1))) if match else None
        except ValueError:
            tournament.begin = None
        if tournament.begin is None:
            found.wrong.add(f"{value!r} is no day", "day, month, year: 30/05/2026", name, row)
    elif name == "komi":
        tournament.take_komi(value, name, row, found)
    elif name == "size":
        if SIZE.fullmatch(value) is not None:
            tournament.board_size = int(value)
        else:
            found.wrong.add(f"{value!r} is no size of a board", "a number, as 19", name, row)


IMPORTER = Importer(
    key="tou",
    title="tournament table of the French Go Federation (.tou)",
    recognise=recognise,
    read=read,
    source="https://ffg.jeudego.org",
    numbers_of="ffg",
    surest=0.97,
    begins=re.compile(rb"; ?(name|date|vill|comm|prog|size|komi) ?="),
)
