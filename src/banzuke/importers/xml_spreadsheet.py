"""Spreadsheets that Excel saved as XML (XML Spreadsheet 2003, .xml): one of their sheets.

It is the first, unless ``--sheet`` names another one. Rows are those of the sheet. The header is
the first row that is not blank, or stands below a title.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field, replace
from pathlib import Path

from banzuke.importers.steps.grids import grid_of, read_grid
from banzuke.importers.steps.sheets import about_other_sheets, chosen_sheet, no_rows
from banzuke.importers.steps.special_forms import FIRST_RECORDS, read_special
from banzuke.importers.steps.xml_tags import feed, parser_of, start_of_xml
from banzuke.model.errors import ResultsRefused
from banzuke.model.importer import Importer, Reading, ReadOptions
from banzuke.model.problems import Problem

NAMESPACE = "urn:schemas-microsoft-com:office:spreadsheet"
RIGHT = "a spreadsheet that Excel saved as XML; or save it as .xlsx or CSV"
#: As Excel writes a day, or a moment.
MIDNIGHT = re.compile(r"(\d{4}-\d\d-\d\d)T00:00:00(?:\.0+)?")
MOST_BYTES = 64_000_000
#: A sheet has no more columns and rows; an index that says so is a trap, or a mistake.
MOST_COLUMNS, MOST_ROWS = 16_384, 1_048_576
MOST_CELLS = 5_000_000


@dataclass
class Sheet:
    """A sheet: its name, and the cells of each of its rows that are not blank.

    errors : its cells with an error such as #N/A
    """

    name: str
    records: list[list[str]] = field(default_factory=list)
    rows: list[int] = field(default_factory=list)
    errors: list[Problem] = field(default_factory=list)


def recognise(sample: bytes, path: Path) -> float:
    """How sure it is that a file is such a spreadsheet, by its first bytes."""
    start = start_of_xml(sample)
    is_workbook = re.search(rb"<(?:\w+:)?Workbook[\s>]", start) is not None
    return 0.97 if is_workbook and NAMESPACE.encode() in start else 0.0


def read(path: Path, options: ReadOptions) -> Reading:
    """Read a sheet, its cells as text; our number columns as Float64 if each is a number.

    Raises ResultsRefused with every problem found, and UnknownName for a sheet or an encoding.
    """
    source = path.name
    reader = _Reader(path, options.encoding)
    feed(reader.parser, path, MOST_BYTES, "a spreadsheet of results")
    names = [sheet.name for sheet in reader.sheets]

    def begin(one: int) -> list[list[str]]:
        return reader.sheets[one].records[:FIRST_RECORDS]

    at = chosen_sheet(names, options, source, begin)
    warnings = about_other_sheets(names, at, options, source, begin)
    sheet = reader.sheets[at]
    if sheet.errors:
        raise ResultsRefused(sheet.errors)
    if not sheet.records:
        raise no_rows(names, at, source, begin)
    grid = grid_of(sheet.records, sheet.rows)
    special = read_special(grid.records[:FIRST_RECORDS], lambda: grid, options, source)
    if special is not None:
        return replace(special, warnings=(*warnings, *special.warnings))
    return read_grid(grid, options, source, warnings)


class _Reader:
    """Takes the sheets out of the XML as it is parsed."""

    def __init__(self, path: Path, encoding: str) -> None:
        self.sheets: list[Sheet] = []
        self.parser = parser_of(path, encoding)
        self.parser.StartElementHandler = self._begin
        self.parser.EndElementHandler = self._end
        self.parser.CharacterDataHandler = self._take
        self._source = path.name
        self._row = self._column = self._cells = self._more = self._span = 0
        self._record: list[str] = []
        self._text: list[str] = []
        self._type = ""
        self._in_data = self._in_comment = False

    def _begin(self, tag: str, attributes: dict[str, str]) -> None:
        said = {name.rpartition(":")[2]: value for name, value in attributes.items()}
        name = tag.rpartition(":")[2]
        if name == "Worksheet":
            self.sheets.append(Sheet(said.get("Name", f"sheet {len(self.sheets) + 1}")))
            self._row = 0
        elif name == "Row":
            self._row = self._position(said.get("Index"), self._row, MOST_ROWS)
            self._span = self._position(said.get("Span"), -1, MOST_ROWS, 0)
            self._record, self._column = [], 0
        elif name == "Cell":
            self._column = self._position(said.get("Index"), self._column, MOST_COLUMNS)
            self._more = self._position(said.get("MergeAcross"), -1, MOST_COLUMNS, 0)
            self._text, self._type = [], ""
        elif name == "Comment":
            self._in_comment = True
        elif name == "Data" and not self._in_comment:
            self._in_data, self._type = True, said.get("Type", "String")

    def _take(self, text: str) -> None:
        if self._in_data:
            self._text.append(text)

    def _end(self, tag: str) -> None:
        name = tag.rpartition(":")[2]
        if name == "Data":
            self._in_data = False
        elif name == "Comment":
            self._in_comment = False
        elif name == "Cell":
            self._take_cell("".join(self._text))
            self._column += self._more
        elif name == "Row":
            if self.sheets and any(map(str.strip, self._record)):
                self.sheets[-1].records.append(self._record)
                self.sheets[-1].rows.append(self._row)
            # So many rows more are as empty as this one.
            self._row += self._span

    def _take_cell(self, text: str) -> None:
        """A cell at its place, with nothing in those that were passed over."""
        if not text or not self.sheets:
            return
        self._cells += self._column - len(self._record)
        if self._cells > MOST_CELLS:
            what = f"there are more than {MOST_CELLS:,} cells".replace(",", " ")
            raise ResultsRefused([Problem(what, RIGHT, self._source)])
        if self._type == "Error":
            what = f"the cell in column {self._column} holds the error {text}"
            right = "a value; or leave the column out, if it is not needed"
            self.sheets[-1].errors.append(Problem(what, right, self._source, self._row))
        whole = MIDNIGHT.fullmatch(text) if self._type == "DateTime" else None
        self._record += [""] * (self._column - 1 - len(self._record))
        self._record.append(whole[1] if whole else text)

    def _position(self, index: str | None, before: int, most: int, usual: int = -1) -> int:
        """A number above another one, as a cell says it; else ``usual``, or the one behind."""
        if index is None:
            return before + 1 if usual < 0 else usual
        if not index.isdecimal() or len(index) > 7 or not before < int(index) <= most:
            what = f"a row or cell says that it stands at, or takes, {index[:20]!r}"
            right = f"a number above {before}, to {most}"
            line = self.parser.CurrentLineNumber
            raise ResultsRefused([Problem(what, right, self._source, line)])
        return int(index)


IMPORTER = Importer(
    key="xml-spreadsheet",
    title="spreadsheet that Excel saved as XML (.xml)",
    recognise=recognise,
    read=read,
    surest=0.97,
    has_sheets=True,
)
