"""Workbooks that would fill the memory, and those that only look as if they would."""

from __future__ import annotations

import io
import zipfile
from pathlib import Path

import pytest
import xlsxwriter

from banzuke.importers.steps.workbooks import refuse_far_cells, refuse_traps
from banzuke.model.errors import ResultsRefused

SHEET = "xl/worksheets/sheet1.xml"


def parts() -> dict[str, bytes]:
    """The parts of a workbook with six cells."""
    content = io.BytesIO()
    with xlsxwriter.Workbook(content) as book:
        sheet = book.add_worksheet("Results")
        sheet.write_row(0, 0, ["player_1", "player_2", "result"])
        sheet.write_row(1, 0, ["A", "B", "1-0"])
    with zipfile.ZipFile(content) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


def check(folder: Path, rows: str, **changed: bytes) -> str:
    """What is said of the workbook with more rows and changed parts, "" if it may be read."""
    path = folder / "t.xlsx"
    packed = {**parts(), **changed}
    packed[SHEET] = packed[SHEET].replace(b"</sheetData>", rows.encode() + b"</sheetData>")
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in packed.items():
            archive.writestr(name, content)
    try:
        refuse_traps(path, "another")
        refuse_far_cells(path, 0)
    except ResultsRefused as refused:
        return str(refused.problems[0])
    return ""


def cell(place: str, row: int = 3) -> str:
    """A row with one text in it."""
    named = f' r="{place}"' if place else ""
    return f'<row r="{row}"><c{named} t="inlineStr"><is><t>x</t></is></c></row>'


@pytest.mark.parametrize("place", ["XFD1048576", "J1048576", "XFD300"])
def test_a_cell_far_from_the_others(tmp_path: Path, place):
    """A sheet that is empty but for few cells in millions is refused by how far it reaches."""
    told = check(tmp_path, cell(place))
    assert "but only 7 of its cells are filled" in told
    assert "delete the cells that lie far from the others" in told


def test_a_far_row_whose_cells_have_no_place(tmp_path: Path):
    """Cells without a place stand behind one another, in the row that the sheet says."""
    assert "row 1048576 and column 3" in check(tmp_path, cell("", 1_048_576))


def test_far_cells_with_only_a_format(tmp_path: Path):
    """Formats up to the corner of a sheet are no cells: spreadsheets write them for whole rows."""
    assert check(tmp_path, '<row r="1048576"><c r="XFD1048576" s="0"/></row>') == ""
    assert check(tmp_path, cell("C3000", 3000)) == ""


@pytest.mark.parametrize(
    "place", ["ZZZZ1", "A0", "XFE1", "A1048577", "a5", "5", "A", "A" * 50 + "1", "A4294967295"]
)
def test_cells_that_no_sheet_has(tmp_path: Path, place):
    """A cell whose place does not exist is refused by its name."""
    assert f"there is a cell {place!r}, which no sheet has" in check(tmp_path, cell(place))


def test_a_sheet_that_is_not_there(tmp_path: Path):
    """A workbook whose first sheet is packed nowhere is refused."""
    broken = parts()["xl/_rels/workbook.xml.rels"].replace(b"sheet1.xml", b"sheet7.xml")
    told = check(tmp_path, "", **{"xl/_rels/workbook.xml.rels": broken})
    assert "its sheet is missing" in told


def test_a_part_that_unpacks_to_more_than_it_says(tmp_path: Path):
    """The size that an archive declares is not believed: every part is unpacked once."""
    assert check(tmp_path, " " * 3_000_000) == ""
    path = tmp_path / "t.xlsx"
    size = zipfile.ZipFile(path).getinfo(SHEET).file_size
    lie = path.read_bytes().replace(size.to_bytes(4, "little"), (1000).to_bytes(4, "little"))
    path.write_bytes(lie)
    with pytest.raises(ResultsRefused, match=r"a broken workbook: .* is damaged"):
        refuse_traps(path, "another")
