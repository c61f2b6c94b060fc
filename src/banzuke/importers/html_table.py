"""HTML pages with a table of results, also those that a program saved with the ending .xls.

The row of a record is its number in the table, from 1.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from html.parser import HTMLParser
from pathlib import Path
from typing import NoReturn

from banzuke.importers.steps.encodings import load_text, start_of_text
from banzuke.importers.steps.file_kinds import HTML_PAGE, first_bytes, seems_to_be, too_long
from banzuke.importers.steps.grids import Grid, grid_of, read_grid
from banzuke.importers.steps.headers import is_known
from banzuke.importers.steps.special_forms import FIRST_RECORDS, may_be_special, read_special
from banzuke.model.errors import ResultsRefused
from banzuke.model.importer import Importer, Reading, ReadOptions
from banzuke.model.problems import Problem
from banzuke.model.wording import counted

#: A page of more bytes is no page; a cell may go over so many columns and rows.
MOST_BYTES = 1 << 26
MOST_SPAN = 1_000
#: No table has more columns, as no sheet of a spreadsheet has, nor a page more cells, nor tables
#: so deep within tables.
MOST_COLUMNS, MOST_CELLS, MOST_DEEP = 16_384, 2_000_000, 50

RIGHT = "a page with a table whose header names columns of ours"


def recognise(sample: bytes, path: Path) -> float:
    """How sure it is that a file is a page with a table of results, by its first header cells."""
    if seems_to_be(sample) != HTML_PAGE or b"<t" not in sample.lower():
        return 0.0
    try:
        tables = _tables(start_of_text(sample), path.name)
    except ResultsRefused:
        return 0.15
    if max(map(_known, tables), default=0) >= 2:
        return 0.7
    return 0.3 if path.suffix.lower() == ".xls" else 0.15


def read(path: Path, options: ReadOptions) -> Reading:
    """Read the table of a page that has most columns of ours, and all others with its header.

    Cells come as text; our number columns as Float64 if each of their cells is a number. Raises
    ResultsRefused with every problem found.
    """
    source = path.name
    if path.stat().st_size > MOST_BYTES:
        raise ResultsRefused([Problem(too_long(MOST_BYTES), RIGHT, source)])
    kind = seems_to_be(first_bytes(path)[:4096])
    if kind != HTML_PAGE:
        what = f"this seems to be {kind or 'text'}, not an HTML page"
        raise ResultsRefused([Problem(what, RIGHT, source)])
    text = load_text(path, options.encoding, also=HTML_PAGE)
    warnings = text.warnings
    tables = [table for table in _tables(text.whole, source) if table.records]
    if not tables:
        raise ResultsRefused([Problem("the page has no table", RIGHT, source)])
    # A menu may have the words of columns; results have rows below them.
    best = max(tables, key=lambda table: (len(table.records) > 1, _known(table)))
    alike = [table for table in tables if table.records[0] == best.records[0]]
    reading = read_special(best.records[:FIRST_RECORDS], lambda: best, options, source)
    if reading is not None or len(alike) == 1:
        alike = [best]
    if len(tables) > len(alike):
        read_ones = {id(table) for table in alike}
        numbers = [number for number, one in enumerate(tables, 1) if id(one) in read_ones]
        which = ", ".join(map(str, numbers))
        what = f"of {counted(len(tables), 'table')}, number {which} was read"
        warnings += (Problem(what, "a page with one table, if it is another", source),)
    if reading is not None:
        return replace(reading, warnings=(*warnings, *reading.warnings))
    if len(alike) > 1:
        what = f"{len(alike)} tables with the same columns are read as one, their rows counted on"
        warnings += (Problem(what, "", source),)
    return read_grid(_as_one(alike), options, source, warnings)


def _as_one(tables: Sequence[Grid]) -> Grid:
    """Tables of the same header, one below the other."""
    records, rows, before = [], [], 0
    for number, table in enumerate(tables):
        begin = 1 if number else 0
        records += table.records[begin:]
        rows += [before + row for row in table.rows[begin:]]
        before += table.rows[-1]
    return Grid(records, rows)


def _known(table: Grid) -> int:
    """How many columns of ours the best of the first records has; more, if it is a crosstable."""
    first = table.records[:FIRST_RECORDS]
    rounds = 2 if may_be_special(first) else 0
    return rounds + max((sum(map(is_known, record)) for record in first), default=0)


def _tables(text: str, source: str) -> list[Grid]:
    """The tables of a page, in the order in which they end; raises ResultsRefused for a trap."""
    parser = _Tables(source)
    parser.feed(text)
    parser.close()
    return [grid_of(rows) for rows in parser.found + parser.open]


class _Tables(HTMLParser):
    """Collects tables: rows of texts, cells that go over several columns or rows filled up.

    found : tables that ended; open : those that did not yet, the innermost last
    """

    def __init__(self, source: str) -> None:
        super().__init__(convert_charrefs=True)
        self.source = source
        self.found: list[list[list[str]]] = []
        self.open: list[list[list[str]]] = []
        self._cell: list[str] | None = None
        self._span = (1, 1)
        # Of each open table: {column: (rows that it goes on, text)}.
        self._below: list[dict[int, tuple[int, str]]] = []
        self._cells = 0

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag == "table":
            if len(self.open) == MOST_DEEP:
                self._refuse(f"more than {MOST_DEEP} tables within each other")
            self._end_cell()
            self.open.append([])
            self._below.append({})
        elif tag == "tr" and self.open:
            self._end_cell()
            self.open[-1].append([])
            self._take_from_above()
        elif tag in ("td", "th") and self.open:
            self._end_cell()
            if not self.open[-1]:
                self.open[-1].append([])
            spans = dict(attrs)
            self._span = (_span(spans.get("colspan")), _span(spans.get("rowspan")))
            self._cell = []
        elif tag in ("br", "p", "div") and self._cell is not None:
            self._cell.append(" ")

    def handle_endtag(self, tag: str) -> None:
        if tag in ("td", "th", "tr"):
            self._end_cell()
        elif tag == "table" and self.open:
            self._end_cell()
            self.found.append(self.open.pop())
            self._below.pop()

    def handle_data(self, data: str) -> None:
        if self._cell is not None:
            self._cell.append(data)

    def close(self) -> None:
        super().close()
        self._end_cell()

    def _end_cell(self) -> None:
        if self._cell is None or not self.open:
            self._cell = None
            return
        text = " ".join("".join(self._cell).split())
        self._cell = None
        self._take_from_above()
        row, (columns, rows) = self.open[-1][-1], self._span
        for number in range(columns):
            # A cell over several columns fills the first, one over several rows all of them.
            filled = "" if number else text
            if rows > 1:
                self._below[-1][len(row)] = (rows - 1, filled)
            self._put(row, filled)
        self._take_from_above()

    def _refuse(self, what: str) -> NoReturn:
        raise ResultsRefused([Problem(f"the page has {what}", RIGHT, self.source)])

    def _put(self, row: list[str], text: str) -> None:
        self._cells += 1
        if len(row) == MOST_COLUMNS:
            self._refuse(f"a table of more than {MOST_COLUMNS} columns")
        if self._cells > MOST_CELLS:
            self._refuse(f"more than {MOST_CELLS} cells")
        row.append(text)

    def _take_from_above(self) -> None:
        """Fill the next columns of a row with cells of rows above that go on in it."""
        row, below = self.open[-1][-1], self._below[-1]
        while len(row) in below:
            rows, text = below.pop(len(row))
            if rows > 1:
                below[len(row)] = (rows - 1, text)
            self._put(row, text)


def _span(value: str | None) -> int:
    """Over how many columns or rows a cell goes; 1 where that is no sensible number."""
    given = int(value) if value and value.isdecimal() and len(value) <= 4 else 1
    return given if 1 <= given <= MOST_SPAN else 1


IMPORTER = Importer(
    key="html",
    title="HTML table",
    recognise=recognise,
    read=read,
    surest=0.7,
)
