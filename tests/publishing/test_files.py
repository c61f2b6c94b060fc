"""Files: CSV that is safe to open, Excel that keeps text as text, and nothing half written."""

from __future__ import annotations

import io
import os
from datetime import date, datetime, timedelta

import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st

from banzuke.importers import read_file
from banzuke.model.errors import FileProblem, WrongUse
from banzuke.publishing import files
from banzuke.publishing.files import csv_text, write_excel, write_parquet, write_text

START = datetime.fromisoformat("2024-05-31T19:00")
FORMULAS = ["=1+1", "+1", "-1", "@x", "\tx", "\rx", '=cmd|" /C calc"!A0']


@given(st.lists(st.floats(allow_nan=False, allow_infinity=False), min_size=1))
def test_csv_keeps_every_bit(values):
    """Numbers read back from CSV are the same numbers."""
    text = csv_text(pl.DataFrame({"x": values}))
    assert [float(cell) for cell in text.splitlines()[1:]] == values


def test_csv_guards_formulas():
    """Text that a spreadsheet would run begins with an apostrophe; other text does not."""
    plain = ["Ada", "'quoted", "a=b", "", "1-0", "é"]
    frame = pl.DataFrame(
        {"player": FORMULAS + plain, "rating": [-1.0] * (len(FORMULAS) + len(plain))}
    )
    read = pl.read_csv(io.StringIO(csv_text(frame)), missing_columns="raise")
    assert read["rating"].to_list() == frame["rating"].to_list()
    assert read["player"].fill_null("").to_list() == ["'" + text for text in FORMULAS] + plain


def test_what_is_guarded_is_read_back(tmp_path):
    """Names that look like formulas, and names that look guarded, come back as they were."""
    names = [*filter(str.strip, FORMULAS), "'=x", "''-y", "'quoted", "O'Neil", "=1+1"]
    names = list(dict.fromkeys(name.strip() for name in names))
    frame = pl.DataFrame({"player": names, "club": names, "rating": [-1.5] * len(names)})
    path = tmp_path / "players.csv"
    path.write_text(csv_text(frame), "utf-8")
    back = read_file(path)
    assert back.frame["player"].to_list() == names
    assert back.frame["club"].to_list() == names
    assert back.frame["rating"].to_list() == [-1.5] * len(names)
    told = [str(warning) for warning in back.warnings]
    assert any("'=1+1' looks like a formula (what it shows, as text)" in one for one in told)


@pytest.mark.parametrize("ending", ["csv", "xlsx", "jsonl", "parquet"])
def test_names_that_look_guarded_come_back(tmp_path, ending):
    """Of each kind of table, a name with an apostrophe before a sign is read as it was."""
    names = ["=1+1", "'=x", "''-y", "'quoted", "+49", "@x", "-5"]
    frame = pl.DataFrame({"player": names, "rating": [1500.0] * len(names)})
    path = tmp_path / f"list.{ending}"
    if ending == "xlsx":
        write_excel({"List": frame}, path)
    elif ending == "parquet":
        write_parquet(frame, path)
    elif ending == "csv":
        write_text(csv_text(frame), path)
    else:
        frame.write_ndjson(path)
    assert read_file(path).frame["player"].to_list() == names


def test_csv_keeps_shown_numbers():
    """A shown rating below zero is a number and stays one; a mark after it makes it text."""
    text = csv_text(pl.DataFrame({"shown": ["-12", "-12.50", "+3", "-12?", "5D*"]}))
    assert text.splitlines()[1:] == ["-12", "-12.50", "+3", "'-12?", "5D*"]


def test_csv_has_iso_dates():
    """Dates and times are written as ISO has them, fractions only where there are any."""
    frame = pl.DataFrame(
        {
            "day": [date(2024, 5, 31)] * 2,
            "time": [START, START + timedelta(milliseconds=500)],
        }
    )
    assert csv_text(frame).splitlines()[1:] == [
        "2024-05-31,2024-05-31T19:00:00",
        "2024-05-31,2024-05-31T19:00:00.500",
    ]


def test_excel_keeps_text_and_numbers(tmp_path):
    """Formulas stay text, digits in a text column too; numbers keep what Excel keeps of them."""
    import fastexcel

    path = tmp_path / "list.xlsx"
    texts = [*FORMULAS[:4], "007", "http://example.org"]
    numbers = [0.1 + 0.2, -1e-12, 1 / 3, 1e15 + 0.5, 1200.0, -0.5]
    write_excel(
        {"List": pl.DataFrame({"t": texts, "x": numbers}), "more": pl.DataFrame({"a": [1]})}, path
    )
    book = fastexcel.read_excel(path)
    assert book.sheet_names == ["List", "more"]
    sheet = book.load_sheet(0, dtypes={"t": "string"}).to_polars()
    assert sheet["t"].to_list() == texts
    assert sheet["x"].to_list() == pytest.approx(numbers, rel=1e-15, abs=0)


def test_excel_is_easy_to_read(tmp_path):
    """Whole numbers have no decimals, empty columns and empty further sheets are left out."""
    import fastexcel

    path = tmp_path / "list.xlsx"
    numbers = {"rating": [1159.0, 1200.0], "change": [0.25, 1.0]}
    frame = pl.DataFrame({"name": ["A", "B"], "pool": ["", ""], **numbers})
    write_excel({"List": frame, "unlisted": pl.DataFrame({"name": []})}, path)
    book = fastexcel.read_excel(path)
    assert book.sheet_names == ["List"]
    assert book.load_sheet(0).to_polars().columns == ["name", "rating", "change"]
    assert files.number_formats(frame) == {"rating": "0", "change": "0.0000"}


def test_excel_refuses_more_rows_than_a_sheet_holds(tmp_path, monkeypatch):
    """Rows are never dropped in silence."""
    monkeypatch.setattr(files, "MOST_EXCEL_ROWS", 2)
    with pytest.raises(WrongUse, match="history has 3 rows"):
        write_excel({"history": pl.DataFrame({"a": [1, 2, 3]})}, tmp_path / "x.xlsx")
    assert list(tmp_path.iterdir()) == []


def test_parquet_is_the_frame(tmp_path):
    """Parquet keeps values and types."""
    frame = pl.DataFrame({"a": [1, None], "b": ["x", "=y"], "c": [0.1, -0.0]})
    write_parquet(frame, tmp_path / "x.parquet")
    assert pl.read_parquet(tmp_path / "x.parquet").equals(frame)


@pytest.mark.skipif(os.name == "nt", reason="needs links and modes")
def test_links_and_permissions_stay(tmp_path):
    """Through a link its target is replaced, with the permissions that it had."""
    target = tmp_path / "real.csv"
    target.write_text("old", encoding="utf-8")
    target.chmod(0o640)
    link = tmp_path / "link.csv"
    link.symlink_to(target)
    write_text("new", link)
    assert link.is_symlink()
    assert target.read_text(encoding="utf-8") == "new"
    assert target.stat().st_mode & 0o777 == 0o640


def test_missing_folder_is_said(tmp_path):
    """A folder that is not there is an error of ours."""
    with pytest.raises(FileProblem, match="cannot be written"):
        write_text("x", tmp_path / "no" / "list.csv")
    with pytest.raises(FileProblem, match="cannot be written"):
        write_excel({"a": pl.DataFrame({"a": [1]})}, tmp_path / "no" / "list.xlsx")
