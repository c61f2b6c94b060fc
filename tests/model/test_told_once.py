"""What is wrong with a cell is told once: what follows from it is not told, and all is counted."""

from __future__ import annotations

import polars as pl
import pytest

import banzuke as bz
from banzuke.model.errors import ResultsRefused
from banzuke.model.row_problems import MOST_PROBLEMS_OF_A_KIND


def refused(rows: object, rules: str = "warlight") -> ResultsRefused:
    """What is said of results that are refused."""
    with pytest.raises(ResultsRefused) as caught:
        bz.rate(rows, rules)
    return caught.value


def test_a_bad_date_is_told_once():
    """Rows of the same game are not said to differ from the one whose date is none."""
    rows = [
        {"game": "1", "player": "X", "place": 1, "date": "2024-02-30"},
        {"game": "1", "player": "Y", "place": 2, "date": "2024-02-28"},
    ]
    (problem,) = refused(rows).problems
    assert (problem.row, problem.column) == (0, "date")


def test_a_bad_date_of_a_form_is_told_once():
    """What is no date in the form that was said is not told as missing, too."""
    rows = {
        "date": ["01.05.2026", "2026-05-02", None],
        "player_1": ["A", "B", "C"],
        "player_2": ["B", "C", "A"],
        "result": ["1-0", "1-0", "1-0"],
    }
    with pytest.raises(ResultsRefused) as refused_:
        bz.rate(pl.DataFrame(rows), "warlight", date_format="%d.%m.%Y")
    assert [(problem.row, problem.what) for problem in refused_.value.problems] == [
        (1, "'2026-05-02' is not a date"),
        (2, "the date is missing, but other rows have one"),
    ]


def test_a_bad_end_is_told_once():
    """An event whose end is no date does not end before its games."""
    facts = {"event": "A", "date": "2024-02-01", "event_players": 2, "event_rounds": 3}
    rows = [
        {**facts, "player": "X", "place": 1, "event_end": "2024-02-30"},
        {**facts, "player": "Y", "place": 2, "event_end": ""},
    ]
    (problem,) = refused(rows, "dip-pouch").problems
    assert (problem.row, problem.column) == (0, "event_end")


def test_every_bad_date_is_told():
    """A column without one good date is not left at its first cell."""
    dates = ["2024-02-30", "31.11.2024", "2024-02-31"]
    rows = [{"date": day, "player_1": "X", "player_2": "Y", "result": "1-0"} for day in dates]
    assert [problem.row for problem in refused(rows).problems] == [0, 1, 2]


def test_an_odd_one_among_dates_of_another_form():
    """Only the cell that is no date is refused, so that only its row is left out."""
    dates = ["30.11.2024", "31.11.2024", "1.12.2024"]
    rows = [{"date": day, "player_1": "X", "player_2": "Y", "result": "1-0"} for day in dates]
    (odd,) = refused(rows).problems
    assert (odd.row, odd.what, odd.right) == (
        1,
        "'31.11.2024' is not a date",
        "written as %d.%m.%Y",
    )
    assert len(bz.read(rows, skip_refused=True)) == 2


def test_dates_of_two_forms_are_not_decided_by_the_many():
    """Where the odd cell is a date in another form, nobody knows what the others are."""
    dates = ["13/06/2026", "14/06/2026", "06/15/2026"]
    rows = [{"date": day, "player_1": "X", "player_2": "Y", "result": "1-0"} for day in dates]
    form, odd = refused(rows).problems
    assert (form.row, form.right) == (0, "if it is %d/%m/%Y, say --date-format %d/%m/%Y")
    assert (odd.row, odd.what) == (
        2,
        "'06/15/2026' is not a date in the form of the others, %d/%m/%Y",
    )


def test_all_are_counted():
    """The head counts every problem, also those that are summed up."""
    count = 3 * MOST_PROBLEMS_OF_A_KIND
    frame = pl.DataFrame({"player_1": ["X"] * count, "player_2": ["Y"] * count, "result": "2-1x"})
    error = refused(frame)
    assert str(error).startswith(f"results refused: {count} problems\n")
    assert f"… and {count - MOST_PROBLEMS_OF_A_KIND} more rows" in error.problems[-1].what
    assert str(error).endswith(f"… and {count - 50} more")


def test_problems_of_a_file_are_told_by_row(tmp_path):
    """Whichever check finds them, with rows left out and without."""
    file = tmp_path / "club.csv"
    lines = ("x,Y,Y,1-0", "2026-02-01,X,Y,1-0x", "2026-02-02,X,X,1-0")
    file.write_text("date,player_1,player_2,result\n" + "\n".join(lines), encoding="utf-8")
    for skip in (False, True):
        with pytest.raises(ResultsRefused) as caught:
            bz.read(file, skip_refused=skip)
        rows = [problem.row for problem in caught.value.problems]
        assert rows == sorted(rows) == [2, 2, 3, 4]
