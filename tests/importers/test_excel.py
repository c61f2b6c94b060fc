"""Spreadsheets: rows of the sheet, exact numbers, dates, cells with errors, broken workbooks."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Callable
from datetime import date, datetime
from pathlib import Path
from typing import Any

import pytest
import xlsxwriter

import banzuke as bz
from banzuke.importers import read_file
from banzuke.importers.excel import IMPORTER
from banzuke.model.errors import ResultsRefused, UnknownName
from banzuke.model.importer import Reading, ReadOptions

Row = list[Any]
ODS_TYPE = b"application/vnd.oasis.opendocument.spreadsheet"
NOON = datetime.fromisoformat("2024-01-05T12:00")


def workbook(rows: list[Row], *more: str, change: Callable[[Any], None] | None = None) -> bytes:
    """A workbook whose first sheet has these rows, and more sheets of these names."""
    content = io.BytesIO()
    book = xlsxwriter.Workbook(content, {"default_date_format": "yyyy-mm-dd"})
    sheet = book.add_worksheet("Results")
    for name in more:
        book.add_worksheet(name).write(0, 0, "not read")
    for i, row in enumerate(rows):
        for j, value in enumerate(row):
            if isinstance(value, str):
                sheet.write_string(i, j, value)
            elif value is not None:
                sheet.write(i, j, value)
    if change is not None:
        change(sheet)
    book.close()
    return content.getvalue()


def read(folder: Path, content: bytes, name: str = "t.xlsx", **options: Any) -> Reading:
    """What the importer makes of a file with this content."""
    path = folder / name
    path.write_bytes(content)
    return IMPORTER.read(path, ReadOptions(**options))


def refusal(folder: Path, content: bytes) -> list[str]:
    """Every problem of a refused file."""
    with pytest.raises(ResultsRefused) as refused:
        read(folder, content)
    return [str(problem) for problem in refused.value.problems]


def test_texts_numbers_and_dates_come_as_the_sheet_keeps_them(tmp_path: Path) -> None:
    """Text 007 stays, a third is exact to the last bit, a date is a date."""
    content = workbook(
        [
            ["Player 1", "PLAYER-2", "score 1", "score_2", "Date"],
            ["007", 9, 1 / 3, "0.5", date(2024, 1, 5)],
            ["Ann ", "B", 1, 1e20, date(2024, 1, 6)],
        ]
    )
    reading = read(tmp_path, content)
    assert reading.frame.to_dict(as_series=False) == {
        "player_1": ["007", "Ann "],
        "player_2": ["9", "B"],
        "score_1": [1 / 3, 1.0],
        "score_2": [0.5, 1e20],
        "date": [date(2024, 1, 5), date(2024, 1, 6)],
    }
    assert reading.warnings == ()


def test_rows_are_those_of_the_sheet(tmp_path: Path) -> None:
    """Blank rows above the header and between the others do not shift the rows."""
    content = workbook(
        [[], [None, "player", "place"], [], [None, "A", 1], [None, " "], [None, "B", 2]]
    )
    reading = read(tmp_path, content)
    assert reading.frame["player"].to_list() == ["A", "B"]
    assert reading.rows is not None
    assert reading.rows.to_list() == [4, 6]
    assert reading.blank_rows == 2


def test_cells_that_are_no_numbers_or_dates_reach_the_validation(tmp_path: Path) -> None:
    """A column that is not all numbers, or not all dates, comes as text."""
    content = workbook(
        [
            ["player", "score", "place", "date", "event_end"],
            ["A", "x", True, date(2024, 1, 5), "2024-13-01"],
            ["B", 0.25, 2, "06.01.2024", 45296],
        ]
    )
    reading = read(tmp_path, content)
    assert reading.frame["score"].to_list() == ["x", "0.25"]
    assert reading.frame["place"].to_list() == ["true", "2"]
    assert reading.frame["date"].to_list() == ["2024-01-05", "06.01.2024"]
    assert reading.frame["event_end"].to_list() == ["2024-13-01", "45296"]


def test_time_stamps_and_dates_in_text_columns(tmp_path: Path) -> None:
    """A time of day stays; a date of birth is written without one."""
    content = workbook([["player", "date", "born"], ["A", NOON, date(1990, 2, 3)]])
    reading = read(tmp_path, content)
    assert reading.frame["date"].to_list() == [NOON]
    assert reading.frame["born"].to_list() == ["1990-02-03"]


def test_cells_with_an_error_are_refused_by_their_names(tmp_path: Path) -> None:
    """#DIV/0! would be read as an empty cell, so each is told."""

    def spoil(sheet: Any) -> None:
        sheet.write_formula(1, 1, "=1/0", value="#DIV/0!")
        sheet.write_formula(2, 26, "=NA()", value="#N/A")

    problems = refusal(tmp_path, workbook([["player", "place"], ["A"], ["B", 2]], change=spoil))
    assert [problem.split(" (")[0] for problem in problems] == [
        "t.xlsx, row 2: cell B2 holds the error #DIV/0!",
        "t.xlsx, row 3: cell AA3 holds the error #N/A",
    ]


def test_formulas_come_as_what_they_show(tmp_path: Path) -> None:
    """The value that the spreadsheet computed last is read."""

    def compute(sheet: Any) -> None:
        sheet.write_formula(1, 1, "=2-1", value=1)

    reading = read(tmp_path, workbook([["player", "place"], ["A"]], change=compute))
    assert reading.frame["place"].to_list() == [1.0]


def test_other_sheets_are_told(tmp_path: Path) -> None:
    """Only the first sheet is read, and the others are named."""
    reading = read(tmp_path, workbook([["player"], ["A"]], "Old", "Notes"))
    (warning,) = reading.warnings
    assert warning.what == "only the first sheet, 'Results', was read; not 'Old', 'Notes'"


def sheets(**rows: list[Row]) -> bytes:
    """A workbook with these sheets."""
    content = io.BytesIO()
    with xlsxwriter.Workbook(content) as book:
        for name, lines in rows.items():
            sheet = book.add_worksheet(name)
            for at, line in enumerate(lines):
                sheet.write_row(at, 0, line)
    return content.getvalue()


GAMES: list[Row] = [["player_1", "player_2", "result"], ["A", "B", "1-0"]]
MATRIX: list[Row] = [["No", "Name", "1", "2"], [1, "A", "", "1"], [2, "B", "0", ""]]
PEOPLE: list[Row] = [["player", "rating"], ["A", 1500]]


def test_a_person_chooses_a_sheet(tmp_path: Path) -> None:
    """By its name, however that is spelt; nothing is told of the others then."""
    content = sheets(Notes=[["read me"]], Games_2026=GAMES, People=PEOPLE)
    for name in ("Games_2026", "games 2026"):
        reading = read(tmp_path, content, sheet=name)
        assert (reading.frame.columns, reading.warnings) == (GAMES[0], ())
    with pytest.raises(UnknownName, match=r"no sheet is called 'Gams'.*Games"):
        read(tmp_path, content, sheet="Gams")
    with pytest.raises(ResultsRefused, match="the sheet 'Empty' is empty"):
        read(tmp_path, sheets(Games=GAMES, Empty=[]), sheet="Empty")


def test_a_first_sheet_without_results_is_refused_where_another_has_some(tmp_path: Path) -> None:
    """What to say is told; so it is where the others are looked for in vain."""
    for other in (GAMES, MATRIX):
        (problem,) = refusal(tmp_path, sheets(Notes=[["read me"], ["all"]], Games=other))
        assert "the first sheet, 'Notes', has no results, but 'Games' may have some" in problem
        assert "--sheet 'Games' reads that" in problem
    (warning,) = read(tmp_path, sheets(Notes=[["x", "y"], ["1", "2"]], More=[["z"]])).warnings
    assert warning.what == "only the first sheet, 'Notes', was read; not 'More'"


def test_other_sheets_with_results_are_told(tmp_path: Path) -> None:
    """The first is read, unless it has players only."""
    (warning,) = read(tmp_path, sheets(First=GAMES, Old=GAMES, Notes=[["x"]])).warnings
    assert "not 'Old', 'Notes', of which 'Old' may have results, too" in warning.what
    (problem,) = refusal(tmp_path, sheets(First=PEOPLE, Old=GAMES))
    assert "the first sheet, 'First', has no results, but 'Old' may have some" in problem
    reading = read(tmp_path, sheets(First=[["a", "b", "c"], *GAMES[1:]], Old=GAMES), columns=MAPPED)
    assert len(reading.frame) == 1


def test_one_workbook_of_results_and_players(tmp_path: Path) -> None:
    """As a players file its first sheet with players is read, which is told."""
    path = tmp_path / "club.xlsx"
    path.write_bytes(sheets(Games=GAMES, People=PEOPLE, Old=PEOPLE))
    ratings = bz.rate(path, "elo", path)
    assert dict(ratings.to_frame().select("player", "rating").iter_rows())["A"] == 1516.0
    told = "only the sheet 'People' was read for players; not 'Games', 'Old'"
    assert told in " ".join(map(str, ratings.warnings))
    lone = read(tmp_path, sheets(A=[["x"]], B=[["y"]]), players=True)
    assert lone.frame.columns == ["x"]


MAPPED = {"player_1": "a", "player_2": "b", "result": "c"}


def test_a_table_without_sheets_is_asked_for_none(tmp_path: Path) -> None:
    """A sheet of a CSV is not looked for in silence."""
    path = tmp_path / "t.csv"
    path.write_text("player_1,player_2,result\nA,B,1-0\n")
    with pytest.raises(ResultsRefused, match="CSV has no sheets, but sheet 'Games' is wanted"):
        read_file(path, ReadOptions(sheet="Games"))


def test_an_empty_sheet_and_a_header_alone(tmp_path: Path) -> None:
    """No cell is refused; whether no rows are too few is the validation's to say."""
    assert refusal(tmp_path, workbook([])) == ["t.xlsx: the sheet 'Results' is empty"]
    (told,) = refusal(tmp_path, sheets(Blank=[], Games=GAMES, Rest=[], People=PEOPLE))
    assert "the sheet 'Blank' is empty, but 'Games', 'People' have rows" in told
    assert "--sheet 'Games' reads that" in told
    assert read(tmp_path, workbook([["player", "place"]])).frame.shape == (0, 2)


def test_two_columns_of_one_name_are_refused(tmp_path: Path) -> None:
    """Both positions are named, in the row of the header."""
    (problem,) = refusal(tmp_path, workbook([[], ["player", "x", "Player"], ["A", "", "B"]]))
    assert problem.startswith("t.xlsx, row 2, column player: columns 1 ('player') and 3 ('Player')")


def test_what_is_no_workbook_is_refused(tmp_path: Path) -> None:
    """Text, a picture, a page with another ending, a cut and a faked archive."""
    whole = workbook([["player"], ["A"]])
    assert "seems to be text" in refusal(tmp_path, b"player\nA\n")[0]
    assert "an HTML page" in refusal(tmp_path, b"<html><table><tr><td>player</td></tr></table>")[0]
    assert "broken workbook" in refusal(tmp_path, whole[: len(whole) // 2])[0]
    assert (
        "cannot be read as a workbook" in refusal(tmp_path, b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1")[0]
    )
    content = io.BytesIO()
    with zipfile.ZipFile(content, "w") as archive:
        archive.writestr("xl/workbook.xml", "<workbook>")
    assert "cannot be read as a workbook" in refusal(tmp_path, content.getvalue())[0]


def test_a_workbook_that_unpacks_to_far_too_much_is_refused(tmp_path: Path) -> None:
    """A trap is told by its directory, before anything is unpacked."""
    content = io.BytesIO()
    with zipfile.ZipFile(content, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("xl/worksheets/sheet1.xml", b"\0" * 20_000_000)
    assert "unpacks to 20000000 bytes" in refusal(tmp_path, content.getvalue())[0]


def test_open_document_sheets_are_read(tmp_path: Path) -> None:
    """A sheet of LibreOffice is read, with a warning that errors in cells cannot be told."""
    names = " ".join(
        f'xmlns:{short}="urn:oasis:names:tc:opendocument:xmlns:{short}:1.0"'
        for short in ("office", "table", "text")
    )
    row = (
        '<table:table-row><table:table-cell office:value-type="string"><text:p>{}</text:p>'
        "</table:table-cell></table:table-row>"
    )
    rows = row.format("player") + row.format("007")
    xml = (
        f"<office:document-content {names}><office:body><office:spreadsheet>"
        f'<table:table table:name="S">{rows}</table:table>'
        "</office:spreadsheet></office:body></office:document-content>"
    )
    content = io.BytesIO()
    with zipfile.ZipFile(content, "w") as archive:
        archive.writestr("mimetype", ODS_TYPE)
        archive.writestr("META-INF/manifest.xml", "<manifest/>")
        archive.writestr("content.xml", xml)
    reading = read(tmp_path, content.getvalue(), name="t.ods")
    assert reading.frame.to_dict(as_series=False) == {"player": ["007"]}
    assert "count as empty" in reading.warnings[0].what


def test_recognition_looks_into_the_archive(tmp_path: Path) -> None:
    """A zip archive is a workbook if it packs one; an old Office file may be one."""
    path = tmp_path / "results"
    path.write_bytes(workbook([["player"], ["A"]]))
    assert IMPORTER.recognise(path.read_bytes()[:65_536], path) == 0.99
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("a.csv", "player")
    assert IMPORTER.recognise(path.read_bytes(), path) == 0.0
    old = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
    assert IMPORTER.recognise(old, Path("t.xls")) > IMPORTER.recognise(old, Path("t.doc")) > 0.1
    assert IMPORTER.recognise(b"PK\x03\x04" + ODS_TYPE, Path("t.ods")) == 0.0


def test_a_title_above_the_header(tmp_path):
    """A row that is a title is left aside and told; numbers stay exact, rows those of the sheet."""
    rows: list[Row] = [["May Open", None], [], ["player", "rating"], ["A", 0.1], ["B", 2]]
    path = tmp_path / "players.xlsx"
    path.write_bytes(workbook(rows))
    reading = IMPORTER.read(path, ReadOptions())
    assert reading.frame.rows() == [("A", 0.1), ("B", 2.0)]
    assert reading.first_row == 4
    assert [warning.row for warning in reading.warnings] == [3]


def test_a_crosstable_on_a_sheet(tmp_path):
    """With numbers as numbers, a title above, and notes below; rows are those of the sheet."""
    content = workbook(
        [
            ["Spring Cup"],
            [None],
            ["No.", "Name", "Rtg", 1, 2, "Pts"],
            [1, "Ann", 2000, "2w1", "3b½", 1.5],
            [2, "Bo", 0, "1b0", None, 0],
            [3, "Cy", 1500, None, "1w½", 1],
            [None],
            ["Judge: Di"],
        ]
    )
    reading = read(tmp_path, content)
    assert reading.frame.select("player_1", "player_2", "result", "round").rows() == [
        ("Ann", "Bo", "1-0", "1"),
        ("Cy", "Ann", "1/2-1/2", "2"),
    ]
    assert reading.rows.to_list() == [4, 4]
    assert reading.players["rating"].to_list() == [2000.0, None, 1500.0]
    told = " ".join(map(str, reading.warnings))
    assert "row 6, column Pts: 1 is printed, but the results add up to 0.5" in told
    assert "'Spring Cup'" in told


def test_a_matrix_of_numbers(tmp_path):
    """Points that the sheet keeps as numbers, the diagonal blank."""
    rows = [["Player", 1, 2, 3], ["Ann", None, 1, 0.5], ["Bo", 0, None, 1], ["Cy", 0.5, 0, None]]
    reading = read(tmp_path, workbook(rows))
    assert reading.frame["result"].to_list() == ["1-0", "1/2-1/2", "1-0"]


def test_two_rows_of_header_and_notes_below(tmp_path):
    """As merged cells are kept: the first of them holds the text."""
    rows = [
        ["White", None, "Black", None, "Result"],
        ["Name", "Elo", "Name", "Elo", None],
        ["Ann", 1500, "Bo", 1400, "1-0"],
        [None],
        ["Played in Kiel"],
    ]
    reading = read(tmp_path, workbook(rows))
    assert reading.frame.select("player_1", "player_2", "result").rows() == [("Ann", "Bo", "1-0")]
    assert "row 5: this row is taken for a note" in " ".join(map(str, reading.warnings))


def test_given_and_family_names_of_players(tmp_path):
    """In a players file in another language."""
    rows = [["Vorname", "Nachname", "Elo", "Verein"], ["Ann", "Berg", 1500, "Kiel"]]
    reading = read(tmp_path, workbook(rows))
    assert reading.frame.to_dicts() == [{"player": "Ann Berg", "rating": 1500.0, "club": "Kiel"}]
