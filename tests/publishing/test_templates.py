"""Blank tables: each shape is read as itself once it is filled in."""

from __future__ import annotations

from pathlib import Path

import polars as pl
import pytest

import banzuke as bz
from banzuke.importers import read_file
from banzuke.model.columns import COLUMNS, columns_of
from banzuke.model.errors import FileProblem, ResultsRefused, UnknownName, WrongUse
from banzuke.model.validation import shape_of
from banzuke.publishing.templates import TEMPLATES, blank_table, write_template


@pytest.mark.parametrize("shape", TEMPLATES)
def test_columns_are_of_the_shape(shape):
    """Each column is one of ours that the shape knows, and none that it needs is missing."""
    names = TEMPLATES[shape]
    assert set(names) <= set(columns_of(shape))
    assert {one.name for one in COLUMNS if one.needed and shape in one.shapes} <= set(names)
    assert shape_of(names) == ("" if shape == "players" else shape)


@pytest.mark.parametrize("ending", [".xlsx", ".csv"])
@pytest.mark.parametrize("shape", TEMPLATES)
def test_a_blank_table_is_read_as_one_without_rows(tmp_path, shape, ending):
    """In both formats, with no warning."""
    path = tmp_path / f"blank{ending}"
    write_template(path, shape)
    reading = read_file(path)
    assert reading.frame.columns == list(TEMPLATES[shape])
    assert (len(reading.frame), reading.warnings) == (0, ())
    if shape != "players":
        with pytest.raises(ResultsRefused, match="a header, and no row below it"):
            bz.read(path)


def test_a_filled_table_is_rated(tmp_path):
    """Rows below the header are results."""
    path = tmp_path / "games.csv"
    write_template(path, "duels")
    with path.open("a", encoding="utf-8") as file:
        file.write("2026-05-01,Cup,1,1,Ann,Bo,1-0,,,\n")
    assert len(bz.read(path)) == 1


def test_nothing_is_overwritten(tmp_path):
    """A file that is there stays as it is."""
    path = tmp_path / "games.csv"
    path.write_text("mine", "utf-8")
    with pytest.raises(FileProblem, match="is there already"):
        write_template(path, "duels")
    assert path.read_text("utf-8") == "mine"


def test_other_endings_and_shapes(tmp_path):
    """Are refused with those that there are."""
    with pytest.raises(WrongUse, match=r"end it in .xlsx or .csv"):
        write_template(Path(tmp_path / "games.ods"), "duels")
    with pytest.raises(UnknownName, match="did you mean duels"):
        blank_table("duel")
    assert blank_table("players").schema["born"] == pl.String
