"""Raw columns made into a Reading."""

from __future__ import annotations

import polars as pl
import pytest

from banzuke.importers.steps.headers import Header
from banzuke.importers.steps.tidying import as_numbers, tidy
from banzuke.model.errors import ResultsRefused
from banzuke.model.importer import Reading


def tidied(
    columns: dict[str, list[object]], *unnamed: str, rows: list[int] | None = None
) -> Reading:
    """The Reading of these columns."""
    given = None if rows is None else pl.Series(rows, dtype=pl.UInt32)
    header = Header(list(columns), frozenset(unnamed))
    return tidy(pl.DataFrame(columns), header, "t.csv", 2, rows=given)


def test_blank_rows_go_and_given_rows_follow() -> None:
    """Nulls, empty texts and white space of any kind make a blank row."""
    columns = {"player": ["A", " \u3000", None, "", "B"], "note": ["x", "\t", "", None, None]}
    assert tidied(columns).blank_rows == 3
    reading = tidied(columns, rows=[5, 6, 7, 8, 9])
    assert reading.rows is not None
    assert reading.rows.to_list() == [5, 9]
    assert reading.frame.rows() == [("A", "x"), ("B", None)]


def test_a_number_alone_keeps_its_row() -> None:
    """A row is blank only if nothing at all stands in it."""
    assert tidied({"player": [None, None], "place": [1.0, None]}).blank_rows == 1


def test_columns_without_name_and_content_go() -> None:
    """Those with content stay."""
    reading = tidied({"column 1": [None, None], "player": ["A", "B"], "column 3": [None, "x"]})
    assert reading.frame.width == 3
    columns = {"column 1": ["", ""], "player": ["A", "B"], "column 3": ["", "x"]}
    assert tidied(columns, "column 1", "column 3").frame.columns == ["player", "column 3"]


def test_texts_are_numbers_only_together() -> None:
    """One cell that is none keeps the whole column as it is spelt."""
    assert as_numbers(pl.Series([" 1", "2.5 ", "", None])).to_list() == [1.0, 2.5, None, None]
    assert as_numbers(pl.Series([" 1", "x"])).to_list() == [" 1", "x"]


def test_lost_letters_are_refused_with_every_row() -> None:
    """In every text column."""
    with pytest.raises(ResultsRefused) as refused:
        tidied({"player": ["A\ufffd", "B"], "note": ["x", "\ufffd"]})
    assert [(p.row, p.column) for p in refused.value.problems] == [(2, "player"), (3, "note")]


def test_doubly_encoded_texts_are_told_once_in_order() -> None:
    """Each text once, where it stands first; names that only look strange are left in peace."""
    reading = tidied(
        {
            "player_1": ["JOÃO", "Ð˜Ð²Ð°Ð½", "MÃ¼ller", "Ânes"],
            "player_2": ["Łukasz", "HÃ¥kan", "MÃ¼ller", "Z"],
        }
    )
    told = [(warning.row, warning.column, warning.right) for warning in reading.warnings]
    assert told == [
        (3, "player_1", "it may be 'Иван'"),
        (3, "player_2", "it may be 'Håkan'"),
        (4, "player_1", "it may be 'Müller'"),
    ]


def test_many_doubly_encoded_texts_are_counted() -> None:
    """After twenty the rest are summed up."""
    reading = tidied({"player": [f"MÃ¼ller{i}" for i in range(50)]})
    assert len(reading.warnings) == 21
    assert "30 more" in reading.warnings[-1].what
