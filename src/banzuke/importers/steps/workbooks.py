"""What a workbook packs: whether it is one, how large it becomes, which cells hold an error."""

from __future__ import annotations

import re
import zipfile
import zlib
from pathlib import Path
from typing import NamedTuple

from banzuke.model.errors import ResultsRefused
from banzuke.model.problems import Problem

#: A workbook may unpack to so many times its size, and to so many bytes; beyond it is a trap.
MOST_UNPACKED = 400
MOST_BYTES = 1 << 32

SHEET = re.compile(rb"<(?:\w+:)?sheet\s[^>]*\bid=[\"']([^\"']+)[\"']")
RELATIONSHIP = re.compile(rb"<(?:\w+:)?Relationship\s[^>]*>")
ATTRIBUTE = re.compile(rb"(\w+)\s*=\s*[\"']([^\"']*)[\"']")
ERROR_CELL = re.compile(
    rb"<(?:\w+:)?c\s([^>]*\bt=[\"']e[\"'][^>]*)>(?:<(?:\w+:)?f\b[^<]*(?:</(?:\w+:)?f>)?)?"
    rb"<(?:\w+:)?v>([^<]*)<"
)

Unreadable = (zipfile.BadZipFile, zlib.error, OSError, ValueError, RuntimeError, EOFError)


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
    """Raise ResultsRefused if the file is no zip archive, or unpacks to far more than it is."""
    try:
        with zipfile.ZipFile(path) as archive:
            size = sum(entry.file_size for entry in archive.infolist())
    except Unreadable as error:
        raise ResultsRefused([Problem(f"a broken workbook: {error}", right, path.name)]) from error
    if size > min(MOST_BYTES, MOST_UNPACKED * path.stat().st_size + (1 << 20)):
        what = f"the workbook unpacks to {size} bytes"
        raise ResultsRefused([Problem(what, "a workbook of results", path.name)])


def error_cells(path: Path) -> list[ErrorCell] | None:
    """The cells with an error on the first sheet of an .xlsx; None if that cannot be told."""
    try:
        with zipfile.ZipFile(path) as archive:
            xml = archive.read(_first_sheet(archive))
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


def _first_sheet(archive: zipfile.ZipFile) -> str:
    """The name of the first sheet's part; raises KeyError if the archive does not tell."""
    sheet = SHEET.search(archive.read("xl/workbook.xml"))
    for tag in RELATIONSHIP.findall(archive.read("xl/_rels/workbook.xml.rels")):
        attributes = dict(ATTRIBUTE.findall(tag))
        if sheet is not None and attributes.get(b"Id") == sheet.group(1):
            target = attributes[b"Target"].decode(errors="replace")
            return target[1:] if target.startswith("/") else f"xl/{target}"
    raise KeyError("first sheet")
