"""What a workbook packs: whether it is one, how large it becomes, which cells hold an error.

A workbook is looked at here before the library reads it that makes room for every cell up to the
last: one cell at the far corner of a sheet would ask for 17 thousand million.
"""

from __future__ import annotations

import re
import zipfile
import zlib
from pathlib import Path
from typing import IO, NamedTuple
from xml.parsers import expat

from banzuke.model.errors import ResultsRefused
from banzuke.model.problems import Problem

#: A workbook may unpack to so many times its size, and to so many bytes; beyond it is a trap.
MOST_UNPACKED = 400
MOST_BYTES = 1 << 32

#: A sheet may have so many cells, the empty ones between others counted, and be empty but for
#: one cell in so many, if it is no small one.
MOST_CELLS = 100_000_000
MOST_EMPTY = 25
SMALL_SHEET = 2_000_000

#: The last column and row that a sheet can have.
LAST_COLUMN, LAST_ROW = 16_384, 1_048_576

SHEET = re.compile(rb"<(?:\w+:)?sheet\s[^>]*\bid=[\"']([^\"']+)[\"']")
RELATIONSHIP = re.compile(rb"<(?:\w+:)?Relationship\s[^>]*>")
ATTRIBUTE = re.compile(rb"(\w+)\s*=\s*[\"']([^\"']*)[\"']")
ERROR_CELL = re.compile(
    rb"<(?:\w+:)?c\s([^>]*\bt=[\"']e[\"'][^>]*)>(?:<(?:\w+:)?f\b[^<]*(?:</(?:\w+:)?f>)?)?"
    rb"<(?:\w+:)?v>([^<]*)<"
)

PLACE = re.compile("([A-Z]{1,3})([1-9][0-9]{0,6})")
PIECE = 1 << 20

Unreadable = (
    *(zipfile.BadZipFile, zlib.error, OSError, ValueError, RuntimeError, EOFError),
    expat.ExpatError,
)


class ErrorCell(NamedTuple):
    """A cell such as #DIV/0!: its row from 1 (0 if unknown), its name and the error's."""

    row: int
    cell: str
    error: str


def packs_a_workbook(path: Path) -> bool:
    """Whether a zip archive is an Excel workbook."""
    try:
        with zipfile.ZipFile(path) as archive:
            return any(name.startswith("xl/") for name in archive.namelist())
    except Unreadable:
        return False


def refuse_traps(path: Path, right: str) -> None:
    """Raise ResultsRefused for what is no zip archive, or a trap.

    A trap unpacks to far more than it is, or to something else than it says.
    """
    try:
        with zipfile.ZipFile(path) as archive:
            _refuse_bombs(archive, path)
            # Each part is unpacked once here, because only then is its size known to be true.
            broken = archive.testzip()
    except ResultsRefused:
        raise
    except Unreadable as error:
        raise ResultsRefused([Problem(f"a broken workbook: {error}", right, path.name)]) from error
    if broken is not None:
        raise ResultsRefused([Problem(f"a broken workbook: {broken} is damaged", right, path.name)])


def _refuse_bombs(archive: zipfile.ZipFile, path: Path) -> None:
    """Raise ResultsRefused for an archive that says that it unpacks to far more than it is."""
    size = sum(entry.file_size for entry in archive.infolist())
    if size > min(MOST_BYTES, MOST_UNPACKED * path.stat().st_size + (1 << 20)):
        what = f"the workbook unpacks to {size} bytes"
        raise ResultsRefused([Problem(what, "a workbook of results", path.name)])


def size_of_sheet(path: Path, at: int) -> int:
    """How many bytes a sheet takes as it is packed; 0 where that cannot be told."""
    try:
        with zipfile.ZipFile(path) as archive:
            return archive.getinfo(_part(archive, at)).compress_size
    except (*Unreadable, KeyError):
        return 0


def refuse_far_cells(path: Path, at: int) -> None:
    """Raise ResultsRefused for a sheet that is nearly all empty, or of no possible size.

    at : its position, from 0. Only of an .xlsx can that be told.
    """
    try:
        with zipfile.ZipFile(path) as archive:
            if "xl/workbook.xml" not in archive.namelist():
                return
            with archive.open(_part(archive, at)) as part:
                extent = _Extent(part)
    except KeyError as error:
        what = "cannot be read as a workbook: its sheet is missing"
        raise ResultsRefused([Problem(what, "save it anew", path.name)]) from error
    except zipfile.BadZipFile:
        return  # an old workbook is none, and of others that was told before
    except Unreadable as error:
        what = f"a broken workbook: {error}"
        raise ResultsRefused([Problem(what, "save it anew", path.name)]) from error
    source = path.name
    if extent.impossible:
        what = f"there is a cell {extent.impossible!r}, which no sheet has"
        raise ResultsRefused([Problem(what, "cells A1 to XFD1048576", source)])
    size = extent.rows * extent.columns
    if size > MOST_CELLS or size > max(SMALL_SHEET, MOST_EMPTY * extent.cells):
        what = (
            f"the sheet reaches to row {extent.rows} and column {extent.columns}, "
            f"but only {extent.cells} of its cells are filled"
        )
        right = "delete the cells that lie far from the others, or save it as CSV"
        raise ResultsRefused([Problem(what, right, source)])


class _Extent:
    """How far a sheet reaches: its last row and column with something in them, from 1.

    cells : how many cells have something in them
    impossible : the place of a cell that no sheet has, "" if there is none
    """

    def __init__(self, sheet: IO[bytes]) -> None:
        self.rows = self.columns = self.cells = 0
        self.impossible = ""
        self._row = self._column = 0
        self._called = ""
        self._entered = False
        parser = expat.ParserCreate()
        parser.StartElementHandler = self._begin
        while piece := sheet.read(PIECE):
            parser.Parse(piece)
        parser.Parse(b"", True)

    def _begin(self, tag: str, attributes: dict[str, str]) -> None:
        name = tag.rpartition(":")[2]
        if name == "c":
            self._place(attributes.get("r"))
        elif name == "row":
            number = attributes.get("r", str(self._row + 1))
            self._row = int(number) if number.isdecimal() and len(number) < 8 else LAST_ROW + 1
            self._column = 0
        elif name in ("v", "is", "f") and self._entered:
            # A cell without any of these only has a format.
            self._entered = False
            self.cells += 1
            self.rows, self.columns = max(self.rows, self._row), max(self.columns, self._column)
            if self._row > LAST_ROW or self._column > LAST_COLUMN:
                self.impossible = self.impossible or self._called

    def _place(self, place: str | None) -> None:
        """Go to a cell: where it says that it stands, else behind the one before."""
        self._entered = True
        self._column += 1
        self._called = place or f"{self._column} of row {self._row}"
        if place is None:
            return
        found = PLACE.fullmatch(place)
        if found is None:
            self.impossible = self.impossible or self._called
            return
        self._column = 0
        for letter in found[1]:
            self._column = 26 * self._column + ord(letter) - ord("A") + 1
        self._row = int(found[2])


def error_cells(path: Path, at: int = 0) -> list[ErrorCell] | None:
    """The cells with an error on a sheet of an .xlsx; None if that cannot be told."""
    try:
        with zipfile.ZipFile(path) as archive:
            xml = archive.read(_part(archive, at))
    except (*Unreadable, KeyError):
        return None
    if not re.search(rb"\bt=[\"']e[\"']", xml):
        return []
    found = []
    for attributes, error in ERROR_CELL.findall(xml):
        cell = dict(ATTRIBUTE.findall(attributes)).get(b"r", b"").decode(errors="replace")
        digits = cell.lstrip("ABCDEFGHIJKLMNOPQRSTUVWXYZ")
        row = int(digits) if digits.isdecimal() else 0
        found.append(ErrorCell(row, cell, error.decode(errors="replace")))
    return found


def _part(archive: zipfile.ZipFile, at: int) -> str:
    """The name of a sheet's part; raises KeyError if the archive does not tell."""
    sheets = SHEET.findall(archive.read("xl/workbook.xml"))
    for tag in RELATIONSHIP.findall(archive.read("xl/_rels/workbook.xml.rels")):
        attributes = dict(ATTRIBUTE.findall(tag))
        if at < len(sheets) and attributes.get(b"Id") == sheets[at]:
            target = attributes[b"Target"].decode(errors="replace")
            return target[1:] if target.startswith("/") else f"xl/{target}"
    raise KeyError("sheet")
