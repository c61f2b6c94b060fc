"""Crosstables in plain text: columns of spaces, blank cells, titles, and texts that are none."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from banzuke.importers import read_file, recognise_file
from banzuke.importers.text_table import IMPORTER
from banzuke.model.errors import ResultsRefused
from banzuke.model.importer import ReadOptions

TABLE = """\
Spring Cup 2026, Kiel

Pl  Name            Rtg   1    2    3    Pts
--------------------------------------------
 1. Ann Berg        2000  2w1  3b½  -1   2.5
 2. Bo van der Cole       1b0  4w1  3w+  2
 3. Cy Dee          1500  4b0  1w½  2b-  0.5
 4. Di Eng                3w1  2b0       1

Judge: E. Fo
"""


def write(folder: Path, text: str) -> Path:
    """A file with this text."""
    path = folder / "cup.txt"
    path.write_text(text, "utf-8")
    return path


@pytest.mark.parametrize("change", [str, lambda text: text.replace("\n", "\r\n")])
def test_a_printed_table(tmp_path, change):
    """Its columns are those that every player's line keeps apart; rows are the file's lines."""
    path = write(tmp_path, change(TABLE))
    assert recognise_file(path).key == "text"
    reading = read_file(path)
    assert reading.frame.select("player_1", "player_2", "result", "round").rows() == [
        ("Ann Berg", "Bo van der Cole", "1-0", "1"),
        ("Cy Dee", "Ann Berg", "1/2-1/2", "2"),
        ("Ann Berg", None, None, "3"),
        ("Bo van der Cole", "Di Eng", "1-0", "2"),
        ("Bo van der Cole", "Cy Dee", "1-0", "3"),
        ("Di Eng", "Cy Dee", "1-0", "1"),
    ]
    assert reading.rows.to_list()[0] == 5
    assert reading.frame["event"][0] == "Spring Cup 2026, Kiel"
    assert reading.players["rating"].to_list() == [2000.0, None, 1500.0, None]


def test_what_is_wrong_has_its_line(tmp_path):
    """A cell that is no game, and a game of one line only."""
    path = write(tmp_path, TABLE.replace("4b0", "4x7").replace("1w½", "1w0"))
    with pytest.raises(ResultsRefused) as refused:
        read_file(path)
    told = [str(problem).split(" (")[0] for problem in refused.value.problems]
    assert "cup.txt, row 7, column round 1: '4x7' is no game" in told
    assert "cup.txt, row 5, column round 2: drawn here, but the line of 'Cy Dee'" in told


@pytest.mark.parametrize("text", ["1 a\n2 b\n", "Dear officer,\n1 is enough.\n2 are not.\n", "x"])
def test_other_texts(tmp_path, text):
    """Are not taken for a table, and are refused where a person says they are one."""
    assert IMPORTER.recognise(text.encode(), Path("t.txt")) == 0.0
    with pytest.raises(ResultsRefused, match="no crosstable in this text"):
        IMPORTER.read(write(tmp_path, text), ReadOptions())


@given(st.text(" 123wb½-=+ABann\n\t", max_size=200))
def test_any_text_is_recognised_or_not(text):
    """Whatever stands in columns, how sure it is lies between 0 and 1."""
    assert 0.0 <= IMPORTER.recognise(text.encode(), Path("t.txt")) <= 1.0
