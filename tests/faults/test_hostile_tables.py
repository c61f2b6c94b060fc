"""Tables that nobody wrote by hand: each is read or refused in words, in a moment."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta, timezone
from pathlib import Path

import numpy as np
import polars as pl
import pyarrow as pa
import pytest

import banzuke as bz

DUEL = {"player_1": ["Ann"], "player_2": ["Bo"], "result": ["1-0"]}


@pytest.mark.parametrize(
    "day",
    [
        "0000-01-01",
        "-0001-01-01",
        "+10000-01-01",
        "0001-01-01T00:00:00+05:00",
        "9999-12-31T23:59:59-05:00",
        "0000-01-01T00:00",
        "-0001-01-01T00:00",
    ],
)
def test_days_of_no_calendar(day):
    """A year that no calendar has is refused with its row, also where only an offset leads to."""
    with pytest.raises(bz.ResultsRefused, match=r"row 0, column date: .* no year that results"):
        bz.rate(DUEL | {"date": [day]}, "warlight")


def test_a_list_as_of_the_end_of_the_calendar():
    """A moment that the zone's clock does not reach is wrong use; the last day of all is not."""
    results = DUEL | {"date": ["2024-01-01"]}
    end = datetime(9999, 12, 31, 23, 59, tzinfo=timezone(timedelta(hours=-5)))
    with pytest.raises(bz.WrongUse, match="outside the calendar of the zone UTC"):
        bz.rate(results, "warlight", as_of=end)
    ratings = bz.rate(results, "warlight", as_of="9999-12-31")
    assert ratings.as_of == "9999-12-31"
    ratings.update(DUEL | {"date": ["9999-12-31"]})
    assert len(ratings) == 2


def test_stamps_next_to_the_end_of_the_calendar():
    """Python's own last moment, on a clock behind, is refused in words as in a text."""
    late = datetime.max.replace(tzinfo=timezone(timedelta(hours=-5)))
    with pytest.raises(bz.ResultsRefused, match="no year that results"):
        bz.rate([{**{k: v[0] for k, v in DUEL.items()}, "date": late}], "warlight")
    fine = datetime(2024, 1, 1, tzinfo=UTC)
    assert len(bz.rate([{**{k: v[0] for k, v in DUEL.items()}, "date": fine}], "warlight")) == 2


@pytest.mark.parametrize(
    "zone", ["posix/Europe/Berlin", "right/UTC", "localtime", "Factory", "posixrules", "../x"]
)
def test_files_that_lie_beside_the_zones(zone):
    """What a machine keeps beside the zones, and what lies elsewhere, is no zone."""
    with pytest.raises(bz.ParameterRefused, match="is not a time zone"):
        bz.rate(DUEL, "warlight", parameters={"period.zone": zone})


def test_rounds_in_digits_of_other_scripts():
    """Full-width digits, and more digits than Python counts, are numbers like others."""
    huge = "9" * 900
    rounds = ["1０", "9", huge, huge + "1"]
    games = {"player_1": ["A", "B", "C", "D"], "player_2": ["B", "C", "D", "A"]}
    results = games | {"result": ["1-0"] * 4, "round": rounds}
    history = bz.rate(results, "warlight").history()
    assert history["round"].unique(maintain_order=True).to_list() == [
        rounds[i] for i in (1, 0, 2, 3)
    ]


@pytest.mark.parametrize("column", ["player_1", "event", "round", "game", "result", "pool"])
def test_texts_of_a_hundred_thousand_letters(column):
    """A cell longer than any name is refused with its row, and told in one short line."""
    with pytest.raises(bz.ResultsRefused) as refused:
        bz.rate(DUEL | {column: ["x" * 100_000]}, "warlight")
    text = str(refused.value)
    assert f"row 0, column {column}: " in text
    assert "has 100000 characters (at most 1000)" in text
    assert len(text) < 500


def test_a_player_of_a_hundred_thousand_letters():
    """A players file has the same limit."""
    with pytest.raises(bz.PlayersRefused, match="has 100000 characters"):
        bz.rate(DUEL, "warlight", {"x" * 100_000: 1200.0})


def test_halves_of_letters(tmp_path: Path):
    """A surrogate, which no file can hold, is told with its row, in JSON lines and in frames."""
    path = tmp_path / "r.jsonl"
    row = '{"player_1": "%s", "player_2": "Bo", "score_1": 1, "score_2": 0}\n'
    path.write_text(row % "Ann" + row % r"\ud800" + row % r"\ud83d\ude00", encoding="utf-8")
    with pytest.raises(bz.ResultsRefused, match="row 2: a text holds half of a letter") as refused:
        bz.rate(path, "warlight")
    assert len(refused.value.problems) == 1
    for cells in (["Ann", "\ud800"], ["Ann", "\ud800", 3]):
        games = {"player_1": cells, "player_2": ["Bo"] * len(cells), "result": ["1-0"] * len(cells)}
        with pytest.raises(bz.ResultsRefused, match=r"row 1: .* half of a letter"):
            bz.rate(games, "warlight")


@pytest.mark.parametrize("encoding", ["idna", "punycode", "undefined", "unicode_escape", "rot13"])
def test_encodings_that_no_file_has(tmp_path: Path, encoding):
    """What Python calls an encoding too, but no program writes files in, is not known."""
    path = tmp_path / "r.csv"
    path.write_text("player_1,player_2,result\nA,B,1-0\n", encoding="utf-8")
    with pytest.raises(bz.UnknownName, match="encoding"):
        bz.rate(path, "warlight", encoding=encoding)


@pytest.mark.parametrize("column", ["player_1", "result", "date", "weight"])
def test_spans_of_time_in_a_column(tmp_path: Path, column):
    """A column of durations is refused by its type, in a frame and in a Parquet file."""
    frame = pl.DataFrame(DUEL | {column: [timedelta(days=1)]})
    path = tmp_path / "r.parquet"
    frame.write_parquet(path)
    for results in (frame, path):
        with pytest.raises(bz.ResultsRefused, match=f"column {column}: .*Duration"):
            bz.rate(results, "warlight")


@pytest.mark.parametrize("path", [None, 5, "", b"x"])
def test_paths_that_are_none(path):
    """A state is saved to a path and loaded from one; anything else is wrong use."""
    ratings = bz.rate(DUEL, "warlight")
    with pytest.raises(bz.WrongUse, match="the path of a file"):
        ratings.save(path)
    with pytest.raises(bz.WrongUse, match="the path of a file"):
        bz.load(path)


@pytest.mark.parametrize(
    "columns",
    [
        {"date": np.array([2**62], dtype="datetime64[s]")},
        {"date": np.array(["30000-01-01"], dtype="datetime64[D]")},
        {"date": np.array([1], dtype="timedelta64[D]")},
        {"weight": np.array([1j])},
        {"weight": np.array([b"x"], dtype="V4")},
        {"event": ["E"], "event_end": pl.Series([2**30], dtype=pl.Int32).cast(pl.Date)},
        {"\ud800": ["x"]},
    ],
    ids=["seconds", "days", "span", "complex", "bytes", "end", "name"],
)
def test_columns_of_odd_types(columns):
    """Arrays of types that no table has, and stamps beyond microseconds, are refused in words."""
    with pytest.raises(bz.ResultsRefused):
        bz.rate(DUEL | columns, "warlight")


def test_arrow_columns_of_odd_types():
    """Types of Arrow that Polars does not know are named."""
    for kind, value in ((pa.decimal256(60), 1), (pa.map_(pa.string(), pa.int64()), [("a", 1)])):
        table = pa.table(DUEL | {"weight": pa.array([value], kind)})
        with pytest.raises(bz.ResultsRefused, match="column weight: the column holds"):
            bz.rate(table, "warlight")


def test_stamps_in_seconds():
    """A stamp in seconds is the moment that it is; an empty one is empty."""
    stamps = np.array(["2024-05-01T10:00:00"], dtype="datetime64[s]")
    assert bz.rate(DUEL | {"date": stamps}, "warlight").as_of == "2024-05-01T10:00:00"


@pytest.mark.parametrize("name", ["*", "^.*$", "^player_1$"])
def test_columns_that_are_called_as_patterns(tmp_path, name):
    """A note in a column called * or ^.*$ is a note like any other."""
    path = tmp_path / "t.csv"
    lines = [f"player_1,player_2,result,{name}", '\'=A,B,1-0,""', "B,C,1-0,x"]
    path.write_text("\n".join(lines) + "\n", "utf-8")
    assert len(bz.rate(path, "elo")) == 3
    rows = [{"player_1": "A", "player_2": "B", "result": "1-0", name: "x"}]
    assert len(bz.rate(rows, "elo")) == 2
    path.write_text(f"event,place,first name,last name,{name}\nE,1,A,B,\nE,2,C,D,x\n", "utf-8")
    assert bz.read(path).players == ["A B", "C D"]
