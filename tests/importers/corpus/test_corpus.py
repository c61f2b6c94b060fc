"""Small hostile files, and files in strange house styles, each with the exact report it gives.

The reports stand in ``reports.txt``, under the names of the files' cases.
"""

from __future__ import annotations

import gzip
import io
import re
import zipfile
from datetime import date
from pathlib import Path
from typing import NamedTuple

import pytest
import xlsxwriter

from banzuke.workflows.checking import check_files, report_text

REPORTS = Path(__file__).with_name("reports.txt")

#: The list of all formats, which grows.
FORMATS = re.compile(r"\(can be read: .*\)")

DUELS = "player_1,player_2,result"
SIDES = ("player_1", "player_2", "result")


class Case(NamedTuple):
    """A file: its name and its bytes."""

    name: str
    content: bytes


def lines(*written: str, encoding: str = "utf-8", end: str = "\n") -> bytes:
    """Lines as the bytes of a file."""
    return "".join(line + end for line in written).encode(encoding)


def text(name: str, *written: str, encoding: str = "utf-8", end: str = "\n") -> Case:
    """A text file of these lines."""
    return Case(name, lines(*written, encoding=encoding, end=end))


def workbook(*rows: tuple[object, ...], sheets: int = 1) -> bytes:
    """An Excel workbook of these rows; a text that begins with = is a formula without a value."""
    content = io.BytesIO()
    options = {"strings_to_numbers": False, "strings_to_formulas": False}
    with xlsxwriter.Workbook(content, options) as book:
        day = book.add_format({"num_format": "yyyy-mm-dd"})
        for number in range(sheets):
            sheet = book.add_worksheet(f"sheet {number + 1}")
            for row, cells in enumerate(rows):
                for column, cell in enumerate(cells):
                    if isinstance(cell, date):
                        sheet.write_datetime(row, column, cell, day)
                    elif isinstance(cell, str) and cell.startswith("="):
                        sheet.write_formula(row, column, cell, value="#N/A")
                    else:
                        sheet.write(row, column, cell)
    return content.getvalue()


def workbooks(sheets: dict[str, tuple[tuple[object, ...], ...]]) -> bytes:
    """An Excel workbook of these sheets."""
    content = io.BytesIO()
    with xlsxwriter.Workbook(content) as book:
        for name, rows in sheets.items():
            sheet = book.add_worksheet(name)
            for row, cells in enumerate(rows):
                sheet.write_row(row, 0, cells)
    return content.getvalue()


def archive() -> bytes:
    """A zip archive that packs no workbook."""
    content = io.BytesIO()
    with zipfile.ZipFile(content, "w") as packed:
        packed.writestr("a.txt", "x")
    return content.getvalue()


CASES = {
    "empty": Case("t.csv", b""),
    "white space only": Case("t.csv", b" \n\t\n\r\n"),
    "a header only": text("t.csv", DUELS),
    "a mark and nothing": Case("t.csv", "\ufeff".encode()),
    "no header": text("t.csv", "Ann,Bo,1-0", "Bo,Cy,0-1"),
    "one word": Case("t.csv", b"hello"),
    "a PDF": Case("t.csv", b"%PDF-1.4\n..."),
    "a picture": Case("t.xlsx", b"\x89PNG\r\n\x1a\n0000"),
    "a zip without a workbook": Case("t.xlsx", archive()),
    "a program": Case("t.csv", b"\x7fELF" + bytes(60)),
    "an HTML page without a table": Case("t.xls", b"<html><p>Login</p></html>"),
    "an HTML table named xls": Case(
        "t.xls", b"<html><table><tr><th>White<th>Black<th>Result<tr><td>Ann<td>Bo<td>1-0</table>"
    ),
    "binary": Case("t.csv", bytes(range(256))),
    "a NUL in a text": Case("t.csv", b"player_1,player_2,result\nAn\x00n,Bo,1-0\n"),
    "cut gzip": Case("t.csv.gz", gzip.compress(lines(DUELS, *["Ann,Bo,1-0"] * 50), mtime=0)[:40]),
    "gzip": Case("t.csv.gz", gzip.compress(lines(DUELS, "Ann,Bo,1-0"), mtime=0)),
    "cut workbook": Case("t.xlsx", workbook(SIDES, ("Ann", "Bo", "1-0"))[:400]),
    "cut Parquet": Case("t.parquet", b"PAR1" + bytes(40)),
    "Windows-1252": text("t.csv", DUELS, "Müller,Bo,1-0", encoding="cp1252"),
    "UTF-16 with a mark": text("t.csv", DUELS, "Müller,Bo,1-0", encoding="utf-16"),
    "UTF-16 without a mark": text("t.csv", DUELS, "Müller,Bo,1-0", encoding="utf-16-le"),
    "doubly encoded": text("t.csv", DUELS, "MÃ¼ller,Bo,1-0"),
    "lost letters": text("t.csv", DUELS, "M\ufffdller,Bo,1-0"),
    "one line in another set": Case(
        "t.csv",
        lines(DUELS, "Müller,Bo,1-0", "Åke,Bo,1-0") + lines("Müller,Cy,1-0", encoding="cp1252"),
    ),
    "invisible letters": text("t.csv", DUELS, "An\u200bn,Bo,1-0", "Ann,Bo,0-1"),
    "control characters": Case("t.csv", b"player_1,player_2,result\nAn\x07n,Bo,1-0\n"),
    "old Mac lines": text("t.csv", DUELS, "Ann,Bo,1-0", end="\r"),
    "Windows lines": text("t.csv", DUELS, "Ann,Bo,1-0", end="\r\n"),
    "no last line end": Case("t.csv", b"player_1,player_2,result\nAnn,Bo,1-0"),
    "cut in a line": Case("t.csv", b"player_1,player_2,result\nAnn,Bo,1-0\nBo,C"),
    "an open quote": text("t.csv", DUELS, 'Ann,"Bo,1-0', "Bo,Cy,0-1"),
    "text behind a quote": text("t.csv", DUELS, '"Ann" B,Bo,1-0'),
    "a cell too many": text("t.csv", DUELS, "Ann,Bo,1-0,", "Ann,Bo,1-0,x"),
    "unquoted commas in names": text("t.csv", DUELS, "Berg, Ann,Cole, Bo,1-0"),
    "semicolons": text("t.csv", "player_1;player_2;score_1;score_2", "Ann;Bo;0,5;0,5"),
    "sep=": text("t.csv", "sep=;", "player_1;player_2;result", "Ann;Bo;1-0"),
    "tabs": text("t.tsv", "player_1\tplayer_2\tresult", "Ann\tBo\t1-0"),
    "blank rows": text("t.csv", DUELS, "", "Ann,Bo,1-0", ",,", ""),
    "a title above": text("t.csv", "Maiturnier 2026,,", DUELS, "Ann,Bo,1-0"),
    "two rows of header": text(
        "t.csv", "White,,Black,,Result", "Name,Elo,Name,Elo,", "Ann,1500,Bo,1400,1-0"
    ),
    "a name twice": text("t.csv", "player_1,Player 1,result", "Ann,Bo,1-0"),
    "two pairs": text("t.csv", "white,black,team1,team2,result", "Ann,Bo,X,Y,1-0"),
    "German": text("t.csv", "Weiß;Schwarz;Ergebnis;Datum", "Ann;Bo;1:0;31.05.2026"),
    "French": text("t.csv", "Blancs;Noirs;Résultat", "Ann;Bo;½-½"),
    "a missing result": text("t.csv", "player_1,player_2,comment", "Ann,Bo,good"),
    "one player only": text("t.csv", "player_1,result", "Ann,1-0"),
    "given and family names": text(
        "t.csv", "event,place,first name,last name", "E,1,Ann,Berg", "E,2,Bo,Cole"
    ),
    "totals and notes below": text(
        "t.csv",
        "player_1,player_2,score_1,score_2",
        "Ann,Bo,2,1",
        "Total,,2,1",
        "",
        "Source: the club",
    ),
    "scores as results": text("t.csv", DUELS, "Ann,Bo,3:1", "Bo,Cy,0:0"),
    "sets as results": text("t.csv", DUELS, 'Ann,Bo,"11-8,9-11,11-5"'),
    "1-0 made a day": text("t.csv", DUELS, "Ann,Bo,Jan-00", "Bo,Ann,0-1"),
    "2-1 made a day": text("t.csv", DUELS, "Ann,Bo,02. Jan"),
    "a day in a workbook": Case("t.xlsx", workbook(SIDES, ("Ann", "Bo", date(2000, 1, 1)))),
    "no result": text("t.csv", DUELS, "Ann,Bo,", "Bo,Ann,won"),
    "a score of two": text("t.csv", "player_1,player_2,score_1,score_2", "Ann,Bo,3,", "Bo,Ann,x,1"),
    "scores against the result": text(
        "t.csv", "player_1,player_2,result,score_1,score_2", "Ann,Bo,1-0,1,3"
    ),
    "not a number": text(
        "t.csv",
        "player_1,player_2,score_1,score_2",
        "Ann,Bo,nan,1",
        "Ann,Bo,1e999,1",
        'Ann,Bo,"1,000",1',
    ),
    "out of proportion": text("t.csv", "player_1,player_2,score_1,score_2", "Ann,Bo,1e300,1"),
    "against oneself": text("t.csv", DUELS, "Ann,Ann,1-0", " ann , Bo ,1-0"),
    "no player": text("t.csv", DUELS, ",Bo,1-0", "Ann,,0-1"),
    "an endless name": text("t.csv", DUELS, "A" * 2000 + ",Bo,1-0"),
    "formulas": text("t.csv", DUELS, "'=1+1,Bo,1-0", "=HYPERLINK(1),Bo,1-0"),
    "a player twice in a game": text("t.csv", "game,player,place", "1,Ann,1", "1,Ann,2"),
    "a game of one": text("t.csv", "game,player,place", "1,Ann,1"),
    "a place that cannot be": text("t.csv", "game,player,place", "1,Ann,1", "1,Bo,5", "1,Cy,0"),
    "places against scores": text(
        "t.csv", "game,player,place,score", "1,Ann,1,5", "1,Bo,2,9", "2,Ann,1,9", "2,Bo,2,5"
    ),
    "no such day": text(
        "t.csv", "date,player_1,player_2,result", "2026-02-30,Ann,Bo,1-0", "2026-02-28,Ann,Bo,1-0"
    ),
    "two forms of dates": text(
        "t.csv", "date,player_1,player_2,result", "2026-02-27,Ann,Bo,1-0", "28.02.2026,Ann,Bo,1-0"
    ),
    "a date of two ways": text("t.csv", "date,player_1,player_2,result", "05/06/2026,Ann,Bo,1-0"),
    "a date of one way": text("t.csv", "date,player_1,player_2,result", "05/31/2026,Ann,Bo,1-0"),
    "a date missing": text(
        "t.csv", "date,player_1,player_2,result", "2026-02-27,Ann,Bo,1-0", ",Ann,Bo,1-0"
    ),
    "a year of no calendar": text(
        "t.csv", "date,player_1,player_2,result", "0026-02-27,Ann,Bo,1-0"
    ),
    "seconds since 1970": text("t.csv", "date,player_1,player_2,result", "1704067200,Ann,Bo,1-0"),
    "cut JSON": Case("t.json", b'[{"player_1": "Ann", "player_2": "Bo", "resu'),
    "JSON that is no table": Case("t.json", b'{"players": ["Ann", "Bo"]}'),
    "a broken line of JSON": text(
        "t.jsonl", '{"player_1": "Ann", "player_2": "Bo", "result": "1-0"}', '{"player_1": '
    ),
    "a name twice in JSON": text("t.jsonl", '{"player_1": "Ann", "player_1": "Bo"}'),
    "a crosstable": text("t.csv", "No;Name;1;2", "1;Ann;2w1;", "2;Bo;1b0;"),
    "a crosstable that contradicts itself": text(
        "t.csv", "No;Name;1;2;Pts", "1;Ann;2w1;3b1;2", "2;Bo;1b1;;1", "3;Cy;;1w0;0"
    ),
    "a matrix that contradicts itself": text(
        "t.csv", ";Ann;Bo;Cy", "Ann;;1;1", "Bo;1;;1", "Cy;0;0;"
    ),
    "an error in a cell": Case("t.xlsx", workbook(SIDES, ("Ann", "=NA()", "1-0"))),
    "numbers for names": Case(
        "t.xlsx", workbook(("player_1", "player_2", "score_1", "score_2"), (7, 8, 1, 0))
    ),
    "a final table without event": text("Spring Cup.csv", "Rank,Name,Points", "1,Ann,5", "2,Bo,4"),
    "an endless line": Case("t.csv", b"x" * 70_000),
    "two sheets": Case("t.xlsx", workbook(SIDES, ("Ann", "Bo", "1-0"), sheets=2)),
    "a packed trap": Case("t.csv.gz", gzip.compress(bytes(5_000_000), mtime=0)),
    "a name of theirs twice": text("t.csv", "Round 1,Round 1", "Ann,Bo"),
    "votes": text("t.jsonl", '{"model_a": "x", "model_b": "y", "winner": "tie (bothbad)"}'),
    "a crosstable in text": text(
        "t.txt", "Pl Name  1    2   Pts", " 1 Ann   2w1  -1  2", " 2 Bo    1b0      0"
    ),
    "wide rounds": text(
        "t.csv",
        "first,last,round,game,score,round,game,score,total",
        "A,Berg,1,x,5,2,y,1,6",
        "B,Cole,1,x,2,2,y,3,6",
    ),
    "an endless number": text("t.csv", "No;Name;1;2", f"{'9' * 5000};Ann;2w1;", "2;Bo;1b0;"),
    "an endless date": text("t.csv", f"date,{DUELS}", f"{'9' * 5000},Ann,Bo,1-0"),
    "an endless name of a column": text("t.csv", f"{'z' * 5000},y", "1,2"),
    "a table of a million columns": text(
        "t.html", "<html><table><tr>" + "<td colspan=1000 rowspan=1000>x" * 1000 + "</table>"
    ),
    "tables in tables without end": text("t.html", "<html>" + "<table><tr><td>" * 1000),
    "entities in XML": text(
        "t.xml",
        '<?xml version="1.0"?><!DOCTYPE l [<!ENTITY a "xxxxxxxxxx"><!ENTITY b "&a;&a;&a;&a;">]>',
        "<playerslist><player><fideid>1</fideid><name>&b;</name></player></playerslist>",
    ),
    "a first sheet without rows": Case(
        "t.xlsx", workbooks({"Blank": (), "Games": (SIDES, ("Ann", "Bo", "1-0"))})
    ),
    "a report with two faults": text(
        "t.trf",
        "012 Cup",
        f"001    1      {'Ask, Ada':<33} 1500 {'':27} 1.0    1     2 w 1",
        f"001    x      {'Berg, Bo':<33} 1400 {'':27} 0.0    2     1 q 0",
    ),
    "a Go table that contradicts itself": text(
        "t.h9", "; CL[A]", "; EV[Cup]", "1 Ask Ada 3d SE X 30 2+/w0", "2 Berg Bo 2d SE Y 29 1+/b0"
    ),
    "chess games without and with dates": text(
        "t.pgn",
        *('[Event "A"]', '[White "Ann"]', '[Black "Bo"]', '[Result "1-0"]', "", "1-0", ""),
        *('[Event "B"]', '[Date "2026.05.??"]', '[White "Ann"]', '[Black "Bo"]'),
        *('[Result "2-0"]', "", "1-0"),
    ),
    "a ranking as results": text(
        "t.txt",
        "World Diplomacy Database",
        "RankFirstName LastNameLoc.Nat.Score",
        "1Ada BYRON84.08",
    ),
    "a place that is no number": text("t.csv", "event,player,place", "E,Ann,1", "E,Bo,3", "E,Cy,x"),
}


def reports() -> dict[str, str]:
    """{name of a case: its report}."""
    parts = REPORTS.read_text("utf-8").split("## ")[1:]
    return {part.partition("\n")[0]: part.partition("\n")[2] for part in parts}


@pytest.mark.parametrize("case", CASES)
def test_report(case, tmp_path):
    """What is read, left aside, refused and odd is told in these words, row by row."""
    name, content = CASES[case]
    path = tmp_path / name
    path.write_bytes(content)
    told = report_text(check_files([path]))
    assert FORMATS.sub("(can be read: …)", told) == reports()[case]


def test_each_case_has_a_report():
    """And each report a case; there are at least sixty."""
    assert list(reports()) == list(CASES)
    assert len(CASES) >= 60
