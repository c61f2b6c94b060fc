"""Text tables: alignment, width, and what must never reach a terminal."""

from __future__ import annotations

import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st

from banzuke.publishing.text_tables import document, prose, table_of, text_table

ROWS = [["1", "Ada"], ["12", "Grace Brewster Murray"]]


def test_numbers_stand_to_the_right():
    """Columns that are named are aligned to the right, header included; lines end in no space."""
    assert table_of(ROWS, ["n", "name"], right=["n"]) == [
        " n  name",
        " 1  Ada",
        "12  Grace Brewster Murray",
    ]


def test_an_empty_table_has_its_header():
    """Columns without rows leave the header."""
    assert table_of([], ["rank", "name"]) == ["rank  name"]
    assert text_table(pl.DataFrame()) == []


def test_wide_letters_keep_columns_in_line():
    """A letter that takes two places counts as two."""
    lines = table_of([["山田", "x"], ["Ada", "x"]], ["name", "y"])
    assert lines == ["name  y", "山田  x", "Ada   x"]


@pytest.mark.parametrize("width", [20, 40, 60, 80])
def test_cells_wrap_at_the_width(width):
    """No line is longer than the terminal, and every word is still there."""
    words = "the winner takes from the loser what a table says"
    lines = table_of([["rate", words], ["x", ""]], ["key", "meaning"], width=width)
    assert max(map(len, lines)) <= width
    assert " ".join(" ".join(lines).split()).count("table") == 1


def test_words_stay_whole_while_they_can():
    """The widest column gives way first; a word is broken only where nothing else helps."""
    rows = [["othello-sweden-harmonised", "a title of several words", "12"]]
    lines = table_of(rows, ["key", "title", "n"], ["n"], 40)
    assert [line[:25].strip() for line in lines[1:3]] == [rows[0][0], ""]
    assert (
        " ".join(" ".join(line[25:].split()) for line in lines[1:]) == "a title 12 of several words"
    )
    assert max(map(len, table_of(rows, ["key", "title", "n"], ["n"], 12))) <= 12


def test_dates_and_numbers_stay_whole_longest():
    """Headings and names are broken before dates and numbers."""
    rows = [["2026-01-12", "Thistlethwaite", "1204.5"]]
    lines = table_of(rows, ["date", "opponents", "expected"], ["expected"], 26)
    assert [line.split()[0] for line in lines if line.startswith("2")] == ["2026-01-12"]
    assert any("1204.5" in line for line in lines)
    assert max(map(len, lines)) <= 26


def test_long_lists_are_printed_whole():
    """Every row is there, however many there are."""
    assert len(table_of([[str(n)] for n in range(5000)], ["n"])) == 5001


@given(st.lists(st.text(max_size=20), min_size=1, max_size=5))
def test_a_row_is_a_line_whatever_it_holds(texts):
    """Control characters and marks of direction are replaced, and break no line."""
    lines = table_of([[text, "end"] for text in texts], ["text", "mark"])
    assert len(lines) == len(texts) + 1
    assert all(line.endswith((" end", "mark")) for line in lines)
    assert not any(character in line for line in lines for character in "\x1b\r\u202e\u2067")


def test_prose_keeps_items_apart():
    """A line that begins with a hyphen stays a line of its own."""
    text = "One\nparagraph.\n\nItems:\n- first\n- second of\nmany"
    assert prose(text, 80) == ["One paragraph.", "", "Items:", "- first", "- second of many"]
    assert prose("aa bb", 22, "    ", "- ") == ["- aa bb"]


def test_document_leaves_out_empty_blocks():
    """Blocks are apart by one blank line."""
    assert document(["a"], [], ["b", "c"]) == "a\n\nb\nc\n"
