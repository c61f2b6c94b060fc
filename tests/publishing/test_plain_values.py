"""Plain values: numbers keep every bit, and nothing that is no number is written."""

from __future__ import annotations

import json
from datetime import date, datetime

import polars as pl
from hypothesis import given
from hypothesis import strategies as st

from banzuke.model.system import Period
from banzuke.publishing.plain_values import compact, json_list, json_text, rows


@given(st.floats())
def test_floats_come_back_to_the_bit(value):
    """A finite number reads back as itself, any other as null."""
    read = json.loads(compact({"x": value}))["x"]
    if value - value == 0:
        assert read == value
        assert str(read) == str(value)
    else:
        assert read is None


def test_rows_have_no_nan():
    """Frames with NaN and infinity become rows with null."""
    frame = pl.DataFrame({"x": [1.5, float("nan"), float("inf"), None], "n": [1, 2, 3, 4]})
    assert [row["x"] for row in rows(frame)] == [1.5, None, None, None]
    assert [row["n"] for row in rows(frame)] == [1, 2, 3, 4]


def test_documents_read_back():
    """A document with lists, dates and names of all letters is what was put in."""
    document = {
        "day": date(2024, 5, 31),
        "time": datetime.fromisoformat("2024-05-31T19:00"),
        "kind": Period.EVENT,
        "rows": [{"player": "Müller", "when": date(2024, 1, 1)}, {"player": "山田"}],
        "empty": [],
        "pair": (1, 2),
    }
    assert json.loads(json_text(document)) == {
        "day": "2024-05-31",
        "time": "2024-05-31T19:00:00",
        "kind": "event",
        "rows": [{"player": "Müller", "when": "2024-01-01"}, {"player": "山田"}],
        "empty": [],
        "pair": [1, 2],
    }
    assert "Müller" in json_text(document)


def test_lists_are_an_item_a_line():
    """A list is printed so that two of them can be compared line by line."""
    assert json_list([{"a": 1}, {"a": 2}]) == '[\n  {"a": 1},\n  {"a": 2}\n]\n'
    assert json_list([]) == "[]\n"
