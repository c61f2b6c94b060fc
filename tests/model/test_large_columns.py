"""Columns in blocks and runs: the fast ways must find what the plain ones find."""

from __future__ import annotations

import numpy as np
import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st

from banzuke.model import dates, duel_rows
from banzuke.model.coded_names import clean_name, code_together
from banzuke.model.large_columns import BLOCK, counts_of, is_same_value, look_up, same_value
from banzuke.model.raw_table import is_rated
from banzuke.model.row_problems import Problems

NAMES = [
    *("a", "b", "a ", " a", "b  c", "b c", "é", "e\u0301", "", "  ", "Ｚ", "z", "~", "\x1fa", "ß"),
    *("𐍈", "a\tb", "a\u00a0b", "a\u3000b", None),
]
DAYS = ["2024-05-30", "2024-05-31", "2024-06-01"]


def chunked(column: list[str | None], cut: int) -> pl.Series:
    """A column in two pieces of memory."""
    parts = [pl.Series("date", part, dtype=pl.String) for part in (column[:cut], column[cut:])]
    return pl.concat(parts, rechunk=False)


@given(st.lists(st.tuples(st.sampled_from(NAMES), st.sampled_from(NAMES)), max_size=30))
def test_names_are_coded_in_order_of_clean_names(rows):
    """The code of a name is its place among all cleaned names; empty cells have none."""
    columns = [[row[0] for row in rows], [row[1] for row in rows]]
    cleaned = [[clean_name(name or "") for name in column] for column in columns]
    names = sorted({name for column in cleaned for name in column if name})
    codes, found, _ = code_together([pl.Series(column, dtype=pl.String) for column in columns])
    assert found == names
    assert codes.T.tolist() == [
        [names.index(name) if name else -1 for name in column] for column in cleaned
    ]


@given(
    st.lists(st.sampled_from([*DAYS, *DAYS, " 2024-05-31", "2024-13-01", None]), min_size=1),
    st.integers(0, 40),
)
def test_runs_of_days_are_read_like_single_days(column, cut):
    """Dates of which many neighbours are equal come out as each alone would."""
    series = chunked(sorted(column, key=str), cut)
    runs = dates.times(series, "", "UTC", Problems("f", int))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(dates, "_days_in_runs", lambda series: None)
        plain = dates.times(series, "", "UTC", Problems("f", int))
    assert runs.micros.tolist() == plain.micros.tolist()
    assert runs.missing.tolist() == plain.missing.tolist()
    assert runs.stamped == plain.stamped


def test_days_in_runs_are_found():
    """The fast way is taken where many neighbours are equal, and only there."""
    assert dates._days_in_runs(chunked(DAYS[:1] * 5 + DAYS[1:2] * 5, 3)) is not None
    assert dates._days_in_runs(chunked(DAYS * 2, 3)) is None


@pytest.mark.parametrize("kind", [np.int32, np.float64])
def test_swapped_pairs(kind):
    """Two columns become pairs, exchanged where a mask says so; NaN stays what it is."""
    rng = np.random.default_rng(1)
    count = BLOCK + 7
    one, two = rng.integers(-1, 50, (2, count)).astype(kind)
    if kind is np.float64:
        one[::3] = np.nan
    swap = rng.random(count) < 0.5
    pairs = duel_rows._swapped(one, two, swap).reshape(-1, 2)
    assert pairs.dtype == kind
    np.testing.assert_array_equal(pairs[:, 0], np.where(swap, two, one))
    np.testing.assert_array_equal(pairs[:, 1], np.where(swap, one, two))


def test_counts_and_look_ups_go_over_blocks():
    """What is done block by block is done to the end."""
    codes = np.random.default_rng(2).integers(0, 9, 5 * BLOCK + 3).astype(np.uint32)
    assert counts_of(codes).tolist() == np.bincount(codes).tolist()
    assert counts_of(codes[:0]).tolist() == [0]
    table = np.arange(9)[::-1].copy()
    assert (look_up(table, codes) == table[codes]).all()


def test_one_value_for_all_lines():
    """A column of one value takes no memory, and what holds for one line holds for all."""
    status = same_value(np.int32(0), 5)
    said = same_value(np.int32(-1), 5)
    assert is_same_value(status)
    assert not is_same_value(status.copy())
    assert is_rated(status, said).tolist() == is_rated(status.copy(), said.copy()).tolist()
