"""Scores in one cell, sets, and results that a spreadsheet made days of."""

from __future__ import annotations

import polars as pl
import pytest

from banzuke.importers.steps.result_cells import scores_of, with_scores


def read(*results: str | None) -> tuple[pl.DataFrame, list[str]]:
    """The columns that these results become, and what is told."""
    frame, notes = with_scores(pl.DataFrame({"result": results}), "t.csv")
    return frame, [str(note) for note in notes]


def test_scores_are_two_columns():
    """With points, colons, dashes of any kind; what is no score stays a result beside them."""
    frame, notes = read("3:1", "0 – 0", "2,5-1½", "+:-", None)
    assert frame["score_1"].to_list() == [3.0, 0.0, 2.5, None, None]
    assert frame["score_2"].to_list() == [1.0, 0.0, 1.5, None, None]
    assert frame["result"].to_list() == [None, None, None, "+:-", None]
    assert notes == [
        "t.csv, column result: the results are scores, as '0 – 0': read as score_1 and score_2"
    ]
    assert "result" not in read("3:1", "1:1")[0].columns


@pytest.mark.parametrize("results", [["1-0", "0-1"], ["1-0", "½-½", "2-0"], ["1-0"] * 20 + ["2-0"]])
def test_results_stay(results):
    """Wins and losses alone are no scores, and a slip of the pen among them is left to be told."""
    frame, notes = read(*results)
    assert (frame["result"].to_list(), notes) == (results, [])


@pytest.mark.parametrize(
    ("cell", "scores"),
    [
        ("11-8,9-11,11-5", (2.0, 1.0)),
        ("6-4 3-6 7-6", (2.0, 1.0)),
        ("6:0; 6:0", (2.0, 0.0)),
        ("½:½", (0.5, 0.5)),
        ("10", None),
        ("3-1 (a.e.t.)", None),
        ("-1-2", None),
    ],
)
def test_scores_of_a_cell(cell, scores):
    """Two numbers, or the sets that each won."""
    assert scores_of(cell) == scores


@pytest.mark.parametrize("cell", ["Jan-00", "01. Jan 00", "1.1.2000", "2000-01-01 00:00:00"])
def test_one_to_nil_that_became_a_day(cell):
    """It is 1-0 again, and that is told; other days are left, to be refused as what they are."""
    frame, notes = read(cell, "0-1", "02. Jan")
    assert frame["result"].to_list() == ["1-0", "0-1", "02. Jan"]
    assert f"{cell!r} is what a spreadsheet makes of 1-0" in notes[0]
