"""The final table of one event."""

from __future__ import annotations

import polars as pl
import pytest

from banzuke.model.importer import Reading
from banzuke.model.validation import validate


def results(source: str = "Spring Cup 2026.csv", **columns: list[object]):
    """What a table becomes, and what is told."""
    found = validate(Reading(pl.DataFrame(columns), source))
    return found, [str(note).removeprefix(source).split(" (")[0] for note in found.warnings]


def test_ranks_are_places_and_the_file_names_the_event():
    """Both are told, and so is that names are players."""
    found, notes = results(rank=["1.", "2.", "2."], name=["A", "B", "C"])
    assert found.events == ["Spring Cup 2026"]
    assert found.entries.place.tolist() == [1, 2, 2]
    assert notes == [
        ", column name: name is read as player",
        ", column rank: rank is read as place",
        ": no column says which event it was: the file names it, 'Spring Cup 2026'",
    ]


@pytest.mark.parametrize(
    "columns",
    [
        {"rank": ["3K", "1D"], "player": ["A", "B"]},
        {"rank": ["2", "1"], "player": ["A", "B"]},
        {"rank": ["1", "2"], "note": ["A", "B"]},
        {"rank": [1, 2], "player": ["A", "B"], "shown": ["5", "4"], "change": [0.0, 1.0]},
    ],
)
def test_what_is_no_final_table(columns):
    """Ranks of another kind, or in no order, are no places."""
    with pytest.raises(ValueError, match="are not results"):
        results(**columns)


def test_ranks_in_several_events():
    """Where a column names the events, ranks begin anew in each."""
    found, notes = results(
        event=["E", "E", "F", "F"], player=["A", "B", "A", "B"], rank=[1, 2, 2, 1]
    )
    assert found.events == ["E", "F"]
    assert notes == [", column rank: rank is read as place"]


def test_a_frame_names_no_event():
    """Only a file has a name."""
    with pytest.raises(ValueError, match="are not results"):
        results("", place=[1, 2], player=["A", "B"])
