"""Parquet files: types that stay, names that become text, and broken files."""

from __future__ import annotations

import io
from datetime import date, datetime
from pathlib import Path
from typing import Any

import polars as pl
import pytest

from banzuke.importers.parquet import IMPORTER
from banzuke.model.errors import ResultsRefused
from banzuke.model.importer import Reading, ReadOptions

NOON = datetime.fromisoformat("2024-01-05T12:00")


def read(folder: Path, frame: pl.DataFrame, **options: Any) -> Reading:
    """What the importer makes of a file of this frame."""
    path = folder / "t.parquet"
    frame.write_parquet(path)
    return IMPORTER.read(path, ReadOptions(**options))


def refusal(folder: Path, content: bytes) -> list[str]:
    """Every problem of a refused file."""
    path = folder / "t.parquet"
    path.write_bytes(content)
    with pytest.raises(ResultsRefused) as refused:
        IMPORTER.read(path, ReadOptions())
    return [str(problem) for problem in refused.value.problems]


def test_types_stay_and_names_become_text(tmp_path: Path) -> None:
    """Numbers and dates keep their types; whatever names something is text."""
    frame = pl.DataFrame(
        {
            "Player 1": [7, 12],
            "player_2": pl.Series(["A", "B"], dtype=pl.Categorical),
            "score_1": [1, 0],
            "date": [date(2024, 1, 5), date(2024, 1, 6)],
            "note": [1.5, None],
            "event": [1.0, None],
            "round": [1.5, 2.0],
            "rated": [True, False],
        }
    )
    reading = read(tmp_path, frame)
    assert reading.frame.to_dict(as_series=False) == {
        "player_1": ["7", "12"],
        "player_2": ["A", "B"],
        "score_1": [1, 0],
        "date": [date(2024, 1, 5), date(2024, 1, 6)],
        "note": [1.5, None],
        "event": ["1", None],
        "round": ["1.5", "2.0"],
        "rated": ["true", "false"],
    }
    assert reading.first_row == 2


def test_blank_rows_are_dropped_and_time_stamps_stay(tmp_path: Path) -> None:
    """A row of nulls is blank."""
    frame = pl.DataFrame({"player": ["A", None, "B"], "date": [NOON, None, None]})
    reading = read(tmp_path, frame)
    assert reading.blank_rows == 1
    assert reading.rows is not None
    assert reading.rows.to_list() == [2, 4]
    assert reading.frame.schema["date"] == pl.Datetime("us")


def test_texts_of_numbers_become_numbers_if_all_are(tmp_path: Path) -> None:
    """A number column of texts is read as that of a CSV is."""
    reading = read(
        tmp_path, pl.DataFrame({"player": ["A", "B"], "place": ["1", ""], "score": ["1", "x"]})
    )
    assert reading.frame["place"].to_list() == [1.0, None]
    assert reading.frame["score"].to_list() == ["1", "x"]


def test_lists_in_our_columns_are_refused(tmp_path: Path) -> None:
    """All columns that hold more than one value a row are named."""
    frame = pl.DataFrame({"player": [["A"]], "place": [[1]], "note": [[1]]})
    path = tmp_path / "x"
    frame.write_parquet(path)
    problems = refusal(tmp_path, path.read_bytes())
    assert [problem.split(":")[0] for problem in problems] == [
        "t.parquet, column player",
        "t.parquet, column place",
    ]


def test_bytes_that_are_no_text_are_refused(tmp_path: Path) -> None:
    """A binary column may hold text, or not."""
    good = read(tmp_path, pl.DataFrame({"player": ["é".encode()]}))
    assert good.frame["player"].to_list() == ["é"]
    content = io.BytesIO()
    pl.DataFrame({"player": [b"\xff"]}).write_parquet(content)
    assert refusal(tmp_path, content.getvalue()) == [
        "t.parquet, column player: holds Binary that is not text (a text column)"
    ]


def test_broken_files_are_refused(tmp_path: Path) -> None:
    """Cut off, changed inside, or something else."""
    content = io.BytesIO()
    pl.DataFrame({"player": ["A"] * 100}).write_parquet(content)
    whole = content.getvalue()
    assert "end of the file is missing" in refusal(tmp_path, whole[:-30])[0]
    assert "broken Parquet file" in refusal(tmp_path, whole[:-40] + b"x" * 32 + whole[-8:])[0]
    assert "seems to be text" in refusal(tmp_path, b"player\nA\n")[0]
    assert refusal(tmp_path, b"PAR1")
    assert refusal(tmp_path, b"PAR1PAR1")


def test_recognition_goes_by_the_first_bytes() -> None:
    """The ending does not matter."""
    assert IMPORTER.recognise(b"PAR1\x15", Path("x.csv")) == 1.0
    assert IMPORTER.recognise(b"player", Path("x.parquet")) == 0.0
