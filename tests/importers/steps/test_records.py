"""Records of delimited text: quotes in order, and how many cells each has."""

from __future__ import annotations

import csv
import io

import numpy as np
import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st

from banzuke.importers.steps import records
from banzuke.importers.steps.records import Layout, is_orderly, read_slowly, refuse_ragged
from banzuke.importers.steps.utf8 import marks_of
from banzuke.model.errors import ResultsRefused

CELL = st.text(st.sampled_from('a,"\n\r'), max_size=4)


@pytest.mark.parametrize(
    ("text", "orderly"),
    [
        ("a,b\n1,2\n", True),
        ("a,b\r\n1,2\r\n", True),
        ('"a","b ""c"""\n"",2', True),
        ('\ufeff"a",b\n', True),
        ('a,"b\r\nc"\n', True),
        ("a,b\r1,2\r", False),
        ("a,b\n1,2\r", False),
        ('a "b",c\n', False),
        ('"a" ,c\n', False),
        ('"a",c"\n', False),
        ('"a,c\n', False),
    ],
)
def test_order_is_what_a_fast_reader_takes(text: str, orderly: bool) -> None:
    """Quotes around whole cells, doubled inside; lines that end as usual."""
    data = text.encode()
    assert is_orderly(data, ",", marks_of(data)) == orderly


@given(st.lists(st.lists(CELL, min_size=2, max_size=4), min_size=1, max_size=6), st.integers(1, 9))
def test_ragged_records_are_those_with_other_counts(table: list[list[str]], chunk: int) -> None:
    """However the text is cut into pieces, the rows and counts are those that were written."""
    table = [[cell.replace("\r", "x") for cell in line] for line in table]
    text = io.StringIO()
    writer = csv.writer(text, quoting=csv.QUOTE_ALL, lineterminator="\n")
    writer.writerow(["x", "y"])
    writer.writerows(table)
    wanted = [
        (row, len(line))
        for row, line in enumerate(table, start=2)
        if len(line) != 2 and "".join(line).strip()
    ]
    data = text.getvalue().encode()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(records, "CHUNK", chunk)
        assert is_orderly(data, ",", marks_of(data))
        try:
            refuse_ragged(data, Layout(",", 2, 1, 2), None, "t.csv")
            found = []
        except ResultsRefused as refused:
            found = [(p.row, int(p.what.split()[0])) for p in refused.problems]
    assert found == wanted


@given(st.lists(st.tuples(CELL, CELL), max_size=6))
def test_the_careful_reader_reads_what_was_written(table: list[tuple[str, str]]) -> None:
    """Cells come back to the letter, empty ones as null."""
    text = io.StringIO()
    csv.writer(text, quoting=csv.QUOTE_ALL).writerows([("x", "y"), *table])
    frame = read_slowly(text.getvalue().encode(), Layout(",", 2, 1, 2), ["x", "y"], "t.csv")
    assert frame.rows() == [(one or None, two or None) for one, two in table]


def test_a_frame_that_is_whole_is_not_counted_again() -> None:
    """A quoted text whose last column has no gap cannot hold a short record."""
    frame = pl.DataFrame({"x": ["a"], "y": ["b"]})
    refuse_ragged(b'x,y\n"a","b"\n', Layout(",", 2, 1, 2), frame, "t.csv")


def test_one_column_has_no_ragged_records() -> None:
    """Blank lines are records without cells, not short ones."""
    refuse_ragged(b"x\n\na\n", Layout(",", 1, 1, 2), pl.DataFrame({"x": [None, "a"]}), "t.csv")


def test_a_million_records_are_counted_in_pieces() -> None:
    """Rows stay right across pieces of the text."""
    data = b"x,y\n" + b"1,\n" * 6_000_000 + b"2\n"
    assert len(data) > records.CHUNK
    frame = pl.DataFrame({"y": pl.Series([None], dtype=pl.String).new_from_index(0, 6_000_001)})
    with pytest.raises(ResultsRefused) as refused:
        refuse_ragged(data, Layout(",", 2, 1, 2), frame, "t.csv")
    (problem,) = refused.value.problems
    assert problem.row == 6_000_002
    assert np.uint32(problem.row) == problem.row
