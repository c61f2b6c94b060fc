"""What workbooks pack."""

from __future__ import annotations

import zipfile
from pathlib import Path

from banzuke.importers.steps.workbooks import ErrorCell, error_cells, packs_a_workbook

RELATIONSHIPS = '<Relationships><Relationship Target="%s" Id="r2"/></Relationships>'
SHEET = (
    "<x:worksheet><x:sheetData><x:row>"
    "<x:c r='A1' t='e'><x:f>1/0</x:f><x:v>#DIV/0!</x:v></x:c><x:c r='B1' t='s'><x:v>5</x:v></x:c>"
    "<x:c t='e'><x:v>#N/A</x:v></x:c><x:c r='D1' t='e'/><x:c r='E1'><x:v>1</x:v></x:c>"
    "</x:row></x:sheetData></x:worksheet>"
)


def archive(path: Path, target: str, sheet: str) -> Path:
    """A workbook of another writer: names with prefixes, single quotes, another order."""
    with zipfile.ZipFile(path, "w") as parts:
        parts.writestr("xl/workbook.xml", "<x:sheets><x:sheet name='S' r:id='r2'/></x:sheets>")
        parts.writestr("xl/_rels/workbook.xml.rels", RELATIONSHIPS % target)
        parts.writestr(sheet, SHEET)
    return path


def test_error_cells_are_found_in_any_spelling(tmp_path: Path) -> None:
    """With and without a name of the cell; relative and absolute targets."""
    wanted = [ErrorCell(1, "A1", "#DIV/0!"), ErrorCell(0, "", "#N/A")]
    path = archive(tmp_path / "a", "sheets/s.xml", "xl/sheets/s.xml")
    assert error_cells(path) == wanted
    path = archive(tmp_path / "b", "/xl/sheets/s.xml", "xl/sheets/s.xml")
    assert error_cells(path) == wanted


def test_what_cannot_be_told_is_none(tmp_path: Path) -> None:
    """A sheet that is not where it should be, and a file that is no archive."""
    assert error_cells(archive(tmp_path / "a", "lost.xml", "xl/sheets/s.xml")) is None
    (tmp_path / "b").write_bytes(b"PK\x03\x04")
    assert error_cells(tmp_path / "b") is None
    assert not packs_a_workbook(tmp_path / "b")
    assert packs_a_workbook(tmp_path / "a")
