"""Spreadsheets that Excel saved as XML: places of cells, kinds of values, sheets, refusals."""

from __future__ import annotations

import contextlib
from pathlib import Path
from time import perf_counter

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from banzuke.importers import read_file, recognise_file
from banzuke.importers.xml_spreadsheet import IMPORTER, NAMESPACE
from banzuke.model.errors import BanzukeError, ResultsRefused
from banzuke.model.importer import Reading, ReadOptions

FILE = Path(__file__).parents[1] / "fuzzing" / "files" / "xml-spreadsheet.xml"
HEADER = ["player_1", "player_2", "result"]


def cell(value: str, **said: str) -> str:
    """A cell with a text."""
    more = "".join(f' ss:{name}="{one}"' for name, one in said.items())
    return f'<Cell{more}><Data ss:Type="String">{value}</Data></Cell>'


def row(*cells: str, **said: str) -> str:
    """A row of cells."""
    more = "".join(f' ss:{name}="{one}"' for name, one in said.items())
    return f"<Row{more}>{''.join(cells)}</Row>"


def book(*rows: str, name: str = "Games", more: str = "") -> str:
    """A workbook of one sheet, and what else there is."""
    sheet = f'<Worksheet ss:Name="{name}"><Table>{"".join(rows)}</Table></Worksheet>'
    head = f'<?xml version="1.0"?><Workbook xmlns="{NAMESPACE}" xmlns:ss="{NAMESPACE}">'
    return f"{head}{sheet}{more}</Workbook>"


def read(folder: Path, text: str, **options: str) -> Reading:
    """What is read of a spreadsheet."""
    path = folder / "t.xml"
    path.write_text(text, encoding="utf-8")
    return IMPORTER.read(path, ReadOptions(**options))


def refused(folder: Path, text: str) -> str:
    """Why a spreadsheet is refused, the first reason."""
    with pytest.raises(ResultsRefused) as caught:
        read(folder, text)
    return str(caught.value.problems[0])


def test_a_spreadsheet_is_read_whole():
    """Days, numbers and formulas as their values; rows are those of the sheet; remarks are none."""
    assert recognise_file(FILE).key == "xml-spreadsheet"
    reading = read_file(FILE)
    assert reading.frame.rows() == [
        ("2026-05-01", "Ada", "Bo", 3.0, 0.5),
        (None, "Bo & Co", "Cy", 1.0, 2.0),
    ]
    assert reading.rows is not None
    assert reading.rows.to_list() == [3, 5]
    assert [one.what for one in reading.warnings] == [
        "only the first sheet, 'Games', was read; not 'Notes'"
    ]


def test_cells_that_are_merged_and_rows_that_are_passed_over(tmp_path):
    """A cell over two columns stands in the first; a span of rows is counted on."""
    reading = read(
        tmp_path,
        book(
            row(*map(cell, HEADER), Span="2"),
            row(cell("A"), cell("B"), cell("1-0")),
            row(cell("C", MergeAcross="1"), cell("0-1")),
        ),
    )
    assert reading.frame.rows() == [("A", "B", "1-0"), ("C", None, "0-1")]
    assert reading.rows is not None
    assert reading.rows.to_list() == [4, 5]


def test_a_sheet_is_chosen(tmp_path):
    """By name; a first one without results is refused where another has some."""
    rows = row(*map(cell, HEADER)) + row(cell("A"), cell("B"), cell("1-0"))
    other = f'<Worksheet ss:Name="Old"><Table>{rows}</Table></Worksheet>'
    notes = book(row(cell("read me")), row(cell("all")), name="Notes", more=other)
    assert "'Notes', has no results, but 'Old' may have some" in refused(tmp_path, notes)
    assert len(read(tmp_path, notes, sheet="old").frame) == 1


def test_the_names_of_sheets_are_cut_where_they_are_endless(tmp_path):
    """What is told of an empty sheet stays short, and the name as it is told chooses the sheet."""
    rest = row(*map(cell, HEADER)) + row(cell("A"), cell("B"), cell("1-0"))
    more = f'<Worksheet ss:Name="{"G" * 5000}"><Table>{rest}</Table></Worksheet>'
    told = refused(tmp_path, book(name="B" * 5000, more=more))
    assert told == (
        f"t.xml: the sheet '{'B' * 39}…' is empty, but '{'G' * 39}…' has rows "
        f"(--sheet '{'G' * 39}…' reads that)"
    )
    assert len(read(tmp_path, book(name="B", more=more), sheet="G" * 39 + "…").frame) == 1


def test_a_crosstable(tmp_path):
    """As in any other kind of table."""
    lines = [["No", "Name", "1", "2"], ["1", "Ada", "2w1", "2b½"], ["2", "Bo", "1b0", "1w½"]]
    reading = read(tmp_path, book(*(row(*map(cell, line)) for line in lines)))
    assert reading.frame["player_1"][0] == "Ada"


@pytest.mark.parametrize(
    ("text", "what"),
    [
        (book(), "the sheet 'Games' is empty"),
        (book().replace("Worksheet", "Other"), "the workbook has no sheet"),
        (book(row(cell("a", Index="99999"))), "stands at, or takes, '99999'"),
        (book(row(cell("a"), Index="0")), "stands at, or takes, '0'"),
        (book(row(cell("a", MergeAcross="x"))), "stands at, or takes, 'x'"),
        (book(row(cell("a")))[:-5], "broken XML"),
        (book(row(cell("a"))).replace("<Workbook", "<!DOCTYPE x><Workbook"), "a document type"),
        (
            book(row(cell("a"))).replace("String", "Error").replace(">a<", ">#N/A<"),
            "row 1: the cell in column 1 holds the error #N/A",
        ),
    ],
)
def test_what_cannot_be_read(tmp_path, text, what):
    """Is told, with what would be right."""
    assert what in refused(tmp_path, text)


def test_far_too_many_cells_are_refused(tmp_path, monkeypatch):
    """Those that are passed over take room, too."""
    monkeypatch.setattr("banzuke.importers.xml_spreadsheet.MOST_CELLS", 10)
    assert "more than 10 cells" in refused(tmp_path, book(row(cell("a", Index="11"))))


def test_a_cell_in_the_last_column_takes_no_minutes(tmp_path):
    """Sixteen thousand columns of nothing are read in seconds, not each for itself."""
    far = row(*map(cell, ("2024-01-01", "Anna", "Bo", "1", "0")), cell("far", Index="16384"))
    head = row(*map(cell, ("date", "player_1", "player_2", "score_1", "score_2")))
    begin = perf_counter()
    reading = read(tmp_path, book(head, far, far))
    assert len(reading.frame) == 2
    assert perf_counter() - begin < 20


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(at=st.integers(0, 10_000), put=st.text("<>/&;'\" =0123abDRow", max_size=6))
def test_nearly_right_files_are_read_or_refused(tmp_path, at, put):
    """A few letters put anywhere."""
    whole = FILE.read_text("utf-8")
    at %= len(whole)
    with contextlib.suppress(BanzukeError):
        read(tmp_path, whole[:at] + put + whole[at:])
