"""Frames of every kind in, the same kind out; cells of every type, and errors at their place."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta, timezone
from decimal import Decimal
from fractions import Fraction
from typing import Any

import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest
from hypothesis import given
from hypothesis import strategies as st

import banzuke as bz
from banzuke.model.errors import BanzukeError, ResultsRefused, UnknownName, WrongUse
from banzuke.workflows.frames import cells, take_frame

ROWS = [
    {"date": "2024-01-01", "player_1": "A", "player_2": "B", "score_1": 3, "score_2": 1},
    {"date": "2024-01-02", "player_1": "C", "player_2": "A", "score_1": 2, "score_2": 2},
]
KINDS = {
    "polars": pl.DataFrame,
    "lazy": lambda rows: pl.DataFrame(rows).lazy(),
    "pandas": pd.DataFrame,
    "pandas of arrow": lambda rows: pd.DataFrame(rows).convert_dtypes(dtype_backend="pyarrow"),
    "pandas nullable": lambda rows: pd.DataFrame(rows).convert_dtypes(),
    "pyarrow": pa.Table.from_pylist,
    "dicts": list,
    "tuple of dicts": tuple,
    "columns": lambda rows: {name: [row[name] for row in rows] for name in rows[0]},
    "arrays": lambda rows: {name: np.array([row[name] for row in rows]) for name in rows[0]},
}
OUT = {
    "pandas": pd.DataFrame,
    "pandas of arrow": pd.DataFrame,
    "pandas nullable": pd.DataFrame,
    "pyarrow": pa.Table,
}


def as_dicts(frame: Any) -> list[dict[str, Any]]:
    """A frame of any kind as rows."""
    if isinstance(frame, pd.DataFrame):
        return frame.to_dict("records")
    return frame.to_pylist() if isinstance(frame, pa.Table) else frame.to_dicts()


@pytest.mark.parametrize("kind", KINDS)
def test_every_kind_of_frame(kind):
    """All kinds give the same numbers, each in its own kind of frame."""
    ratings = bz.rate(KINDS[kind](ROWS), "warlight")
    plain = bz.rate(pl.DataFrame(ROWS), "warlight")
    for method in ("to_frame", "history", "unlisted"):
        found, wanted = getattr(ratings, method)(), getattr(plain, method)()
        assert isinstance(found, OUT.get(kind, pl.DataFrame))
        assert len(as_dicts(found)) == len(wanted)
        for column in ("rating", "player", "change"):
            if column in wanted.columns:
                rows = [row[column] for row in as_dicts(found)]
                assert rows == wanted[column].to_list()


@pytest.mark.parametrize("kind", KINDS)
def test_forecasts_come_beside_the_games(kind):
    """A frame of games comes back as it is, with the chances as columns."""
    ratings = bz.rate(pl.DataFrame(ROWS), "warlight")
    games = [
        {"player_1": "A", "player_2": "B", "note": "x"},
        {"player_1": "B", "player_2": "C", "note": None},
    ]
    given_games = KINDS[kind](games)
    found = ratings.predict(given_games)
    if kind in OUT:
        assert isinstance(found, OUT[kind])
    rows = found if isinstance(found, list) else as_dicts(found)
    wanted = [ratings.predict([["A"], ["B"]]), ratings.predict([["B"], ["C"]])]
    assert [[row["chance_1"], row["chance_2"]] for row in rows] == wanted
    assert rows[0]["note"] == "x"


def test_a_pandas_index_is_kept():
    """A pandas frame keeps its index and types when forecasts are added."""
    ratings = bz.rate(pl.DataFrame(ROWS), "warlight")
    games = pd.DataFrame({"player_1": ["A"], "player_2": ["B"]}, index=["g"])
    games["player_1"] = games["player_1"].astype("category")
    found = ratings.predict(games)
    assert found.index.to_list() == ["g"]
    assert found["player_1"].dtype == "category"
    assert "chance_1" not in games.columns


@pytest.mark.parametrize("make", [pd.DataFrame, pl.DataFrame, list])
def test_identifiers_may_be_numbers(make):
    """Players, events and games named by numbers are their digits, with and without gaps."""
    rows = [
        {"event": 7, "game": 1, "player_1": 101, "player_2": 20, "result": 1.0},
        {"event": None, "game": 2, "player_1": 101, "player_2": 3, "result": 0.5},
    ]
    ratings = bz.rate(make(rows), "warlight")
    history = ratings.history_frame()
    assert set(history["player"]) == {"101", "20", "3"}
    assert history["event"].to_list() == [None, None, "7", "7"]
    assert ratings.explain("101", game="1").change > 0


def test_long_identifiers_with_gaps():
    """Whole numbers beyond what floats hold keep their digits."""
    long = 2**60 + 1
    frame = pd.DataFrame(
        {
            "player_1": pd.array([long, 5], dtype="Int64"),
            "player_2": pd.array([7, long], dtype="Int64"),
            "result": ["1-0", "1-0"],
            "game": pd.array([long, None], dtype="Int64"),
        }
    )
    history = bz.rate(frame, "warlight").history_frame()
    assert str(long) in history["player"].to_list()
    assert history["game"].to_list() == [None] * 2 + [str(long)] * 2


@pytest.mark.parametrize("empty", [None, float("nan"), pd.NA, pd.NaT, np.float64("nan")])
@pytest.mark.parametrize("make", [pd.DataFrame, list])
def test_empty_cells(make, empty):
    """Every way to say that a cell is empty."""
    rows = [
        {"date": "2024-01-01", "player_1": "A", "player_2": "B", "result": "1-0", "event": empty},
        {"date": "2024-01-02", "player_1": "A", "player_2": empty, "result": empty, "event": "E"},
    ]
    ratings = bz.rate(make(rows), "warlight")
    assert ratings.history_frame()["event"].to_list() == [None, None]
    assert ratings.skipped == [("row 1", "bye: not rated")]


def test_nan_is_no_score():
    """A score that is NaN is missing, and refused at its row."""
    frame = pl.DataFrame(ROWS).with_columns(score_2=pl.Series([1.0, float("nan")]))
    with pytest.raises(ResultsRefused, match=r"row 1, column score_2: one score of two is missing"):
        bz.rate(frame, "warlight")


@pytest.mark.parametrize(
    "column",
    [
        pd.Series(["A", "C"], dtype="category"),
        pd.Series(["A", "C"], dtype=object),
        pd.Series(["A", "C"], dtype="string"),
        pl.Series(["A", "C"], dtype=pl.Categorical),
        pl.Series(["A", "C"], dtype=pl.Enum(["C", "A"])),
        pl.Series(["A", "C"], dtype=pl.Object),
        np.array(["A", "C"], dtype=object),
        np.array(["A", "C"]),
        ["A", "C"],
    ],
)
def test_types_of_text(column):
    """Categories, objects and strings of every kind are names."""
    columns = {name: [row[name] for row in ROWS] for name in ROWS[0]}
    frame = pd.DataFrame(columns) if isinstance(column, pd.Series) else columns
    frame["player_1"] = column
    assert bz.rate(frame, "warlight").history_frame()["player"].to_list() == ["A", "B", "A", "C"]


@pytest.mark.parametrize(
    "values",
    [
        [Decimal(3), Decimal(2)],
        [Fraction(3), Fraction(2)],
        [np.int8(3), np.int8(2)],
        [np.float32(3), np.float32(2)],
        ["3", "2"],
        ["3,0", "2,0"],
    ],
)
def test_types_of_numbers(values):
    """Decimals, fractions, numbers of NumPy and texts are numbers."""
    rows = [{**row, "score_1": value} for row, value in zip(ROWS, values, strict=True)]
    for make in (list, pd.DataFrame):
        assert len(bz.rate(make(rows), "warlight").history_frame()) == 4


@pytest.mark.parametrize("rated", [[True, False], ["yes", "no"], [1, 0], [1.0, 0.0]])
def test_types_of_yes_and_no(rated):
    """Yes and no as truth values, words or numbers."""
    for make in (pl.DataFrame, pd.DataFrame, list):
        frame = make([{**row, "rated": value} for row, value in zip(ROWS, rated, strict=True)])
        assert len(bz.rate(frame, "warlight").history_frame()) == 2


EAST = timezone(timedelta(hours=9))
MOMENTS = {
    "dates": [date(2024, 1, 1), date(2024, 1, 2)],
    "stamps": [datetime(2024, 1, 1, 12), datetime(2024, 1, 2, 12)],  # noqa: DTZ001  # on the clock
    "zoned": [datetime(2024, 1, 1, 3, tzinfo=UTC), datetime(2024, 1, 2, 3, tzinfo=UTC)],
    "east": [datetime(2024, 1, 1, 12, tzinfo=EAST), datetime(2024, 1, 2, 12, tzinfo=EAST)],
    "texts": ["2024-01-01T03:00Z", "2024-01-02T12:00+09:00"],
}


@pytest.mark.parametrize("kind", MOMENTS)
@pytest.mark.parametrize("make", [pl.DataFrame, pd.DataFrame, pa.Table.from_pylist, list])
def test_types_of_dates(kind, make):
    """Dates and stamps, with and without zone, are on the rulebook's clock."""
    rows = [{**row, "date": value} for row, value in zip(ROWS, MOMENTS[kind], strict=True)]
    ratings = bz.rate(make(rows), "warlight", parameters={"period.zone": "Asia/Tokyo"})
    dates = ratings.history_frame()["date"].cast(pl.String).to_list()
    assert [text[:10] for text in dates[::2]] == ["2024-01-01", "2024-01-02"]
    if kind != "dates":
        assert dates[0].startswith("2024-01-01 12:00")


def test_dates_of_numpy():
    """Columns of NumPy dates, and of pandas stamps in any unit."""
    days = np.array(["2024-01-01", "2024-01-02"], dtype="datetime64[D]")
    for unit in ("s", "ms", "us", "ns"):
        frame = pd.DataFrame(ROWS).assign(date=pd.Series(days).astype(f"datetime64[{unit}]"))
        assert bz.rate(frame, "warlight").as_of.startswith("2024-01-02")
    columns = {name: [row[name] for row in ROWS] for name in ROWS[0]}
    assert bz.rate({**columns, "date": days}, "warlight").as_of.startswith("2024-01-02")


def test_columns_are_mapped():
    """Their names become ours, whatever they are called; ours are met in any spelling."""
    rows = [{"Home Team": "A", "Away": "B", "Score 1": 3, "SCORE-2": 1}]
    for make in (pl.DataFrame, pd.DataFrame, pa.Table.from_pylist, list):
        columns = {"player_1": "Home Team", "player_2": "Away"}
        ratings = bz.rate(make(rows), "warlight", columns=columns)
        assert ratings.history_frame()["player"].to_list() == ["A", "B"]


def test_mapped_identifiers_with_gaps():
    """A mapped column of numbers with gaps is names as well."""
    frame = pd.DataFrame({"w": [1.0, 2.0], "l": [2.0, 3.0], "e": [float("nan"), 5.0]})
    columns = {"winner": "w", "loser": "l", "event": "e"}
    history = bz.rate(frame, "warlight", columns=columns).history_frame()
    assert set(history["player"]) == {"1", "2", "3"}
    assert history["event"].to_list() == [None, None, "5", "5"]


@pytest.mark.parametrize(
    ("columns", "error", "message"),
    [
        ({"player_1": "hme"}, ResultsRefused, "did you mean home"),
        ({"player_1": "home", "player_2": "home"}, ResultsRefused, "is wanted both as"),
        ({"player_9": "home"}, UnknownName, "is called 'player_9'"),
    ],
)
def test_wrong_maps(columns, error, message):
    """A column that is not there, wanted twice or for nothing we know."""
    frame = pl.DataFrame({"home": ["A"], "player_2": ["B"], "result": ["1-0"]})
    with pytest.raises(error, match=message):
        bz.rate(frame, "warlight", columns=columns)


def test_two_columns_of_one_name():
    """Columns that are ours by two spellings, or have one name, are refused."""
    frame = pl.DataFrame({"Player 1": ["A"], "player_1": ["C"], "player_2": ["B"], "result": ["1"]})
    with pytest.raises(ResultsRefused, match="are both player_1"):
        bz.rate(frame, "warlight")
    names = ["player_1", "player_1", "result"]
    double = pd.DataFrame([["A", "B", "1-0"]], columns=names)
    for frame in (double, pa.table([["A"], ["B"], ["1-0"]], names=names)):
        with pytest.raises(ResultsRefused, match="columns 1 and 2 have one name, 'player_1'"):
            bz.rate(frame, "warlight")


@pytest.mark.parametrize("cell", [["A"], {"a": 1}, b"A"], ids=["list", "dict", "bytes"])
def test_cells_that_are_no_cells(cell):
    """Columns of lists, tables or bytes are refused by name."""
    frame = pl.DataFrame({"player_1": [cell], "player_2": ["B"], "result": ["1-0"]})
    with pytest.raises(ResultsRefused, match="column player_1: the column holds"):
        bz.rate(frame, "warlight")


def test_columns_that_we_do_not_know_may_hold_anything():
    """What is not ours is left aside, whatever it holds."""
    frame = pl.DataFrame(ROWS).with_columns(moves=pl.Series([[1, 2], [3]]), 七=pl.lit(1))
    assert len(bz.rate(frame, "warlight")) == 3


@pytest.mark.parametrize("results", [5, object(), [1, 2], {"player_1": "A"}, np.zeros((2, 2))])
def test_what_is_no_frame(results):
    """What is neither a path nor a frame is wrong use, with what would be right."""
    with pytest.raises(WrongUse, match="results"):
        bz.rate(results, "warlight")


def test_columns_of_unlike_length():
    """A dict of columns must be of one length."""
    with pytest.raises(WrongUse, match="the columns have 1 and 2 rows"):
        bz.rate({"winner": ["A"], "loser": ["B", "C"]}, "warlight")


def test_errors_name_row_and_column():
    """Rows of a frame are counted as its index is, from 0."""
    rows = [*ROWS, {**ROWS[0], "score_1": "many", "date": "2024-13-01"}]
    for make in (pl.DataFrame, list):
        with pytest.raises(ResultsRefused) as caught:
            bz.rate(make(rows) if make is list else pl.DataFrame(rows, strict=False), "warlight")
        where = {(problem.row, problem.column) for problem in caught.value.problems}
        assert (2, "date") in where


def test_empty_frames():
    """No rows, or no columns, is told as that."""
    for frame in (pl.DataFrame(), pd.DataFrame(), [], pl.DataFrame(ROWS).clear()):
        with pytest.raises(ResultsRefused, match=r"are not results|there are no results"):
            bz.rate(frame, "warlight")


anything = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(),
    st.floats(),
    st.text(max_size=5),
    st.decimals(),
    st.dates(),
    st.datetimes(),
    st.datetimes(timezones=st.just(UTC)),
    st.binary(max_size=3),
    st.lists(st.integers(), max_size=2),
    st.just(pd.NA),
    st.just(np.int64(3)),
)


@given(st.lists(anything, max_size=8))
def test_any_cells_become_a_column(values):
    """Whatever Python values stand in a column, it is one of numbers, texts, truths or dates."""
    column = cells(values)
    assert len(column) == len(values)
    assert column.dtype in (pl.Boolean, pl.Int64, pl.Float64, pl.String, pl.Date) or isinstance(
        column.dtype, pl.Datetime
    )


@given(
    st.lists(
        st.fixed_dictionaries(
            {"player_1": anything, "player_2": anything},
            optional={"result": anything, "date": anything, "score_1": anything, "event": anything},
        ),
        max_size=4,
    )
)
def test_any_rows_are_rated_or_refused(rows):
    """Any rows are rated, or refused by an error of ours."""
    for given_rows in (rows, pd.DataFrame(rows, dtype=object)):
        try:
            bz.rate(given_rows, "warlight")
        except BanzukeError as error:
            said = str(error)
        else:
            said = "rated"
        assert said


def test_taking_leaves_the_frame():
    """The frame that came in is not changed."""
    frame = pd.DataFrame(ROWS)
    before = frame.copy()
    take_frame(frame, "results", {"event": "date"})
    pd.testing.assert_frame_equal(frame, before)
