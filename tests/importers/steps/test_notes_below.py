"""Totals and notes below a table."""

from __future__ import annotations

import polars as pl
import pytest

from banzuke.importers.steps.notes_below import without_notes_below

ROW = ("A", "B", "1-0")
BLANK = (None, None, None)


def kept(*below: tuple[str | None, ...], above: int = 2) -> tuple[int, list[int | None]]:
    """How many rows are left of a table with these rows below it, and the rows of the notes."""
    names = ["player_1", "player_2", "result"]
    frame = pl.DataFrame([ROW] * above + list(below), schema=names, orient="row")
    left, notes = without_notes_below(frame, "t.csv", lambda line: line + 2)
    return len(left), [note.row for note in notes]


@pytest.mark.parametrize(
    ("below", "left", "notes"),
    [
        ([], 2, []),
        ([BLANK], 3, []),
        ([BLANK, ("Played in Kiel", None, None)], 2, [5]),
        ([BLANK, ("Played in Kiel", None, None), BLANK], 2, [5]),
        ([BLANK, BLANK, ("a", None, None), ("b", None, None)], 3, [6, 7]),
        ([("Total", None, "2")], 2, [4]),
        ([("Summe:", None, "2")], 2, [4]),
        ([("Sum", "B", "1-0")], 3, []),
        ([("* by default", None, None)], 2, [4]),
        ([("Source: the club", None, None)], 2, [4]),
        ([("Source", None, None)], 3, []),
        ([("Played in Kiel", None, None)], 3, []),
        ([BLANK, ROW, ("Played in Kiel", None, None)], 5, []),
        ([BLANK, ("A", "B", None)], 4, []),
        ([("Total", None, "2"), ROW], 4, []),
    ],
)
def test_what_is_no_row(below, left, notes):
    """Only what stands at the end, apart from the table or marked as a note, is left aside."""
    assert kept(*below) == (left, notes)


def test_narrow_tables_have_no_notes():
    """In two columns nothing tells a note from a row."""
    frame = pl.DataFrame({"player": ["A", None, "Note"], "rating": ["1", None, None]})
    assert without_notes_below(frame, "t.csv", int) == (frame, ())
