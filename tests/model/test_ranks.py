"""Ranks as results write them: numbered, told back, or refused with their place."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

import banzuke as bz
from banzuke.model.ranks import rank_number, rank_text
from banzuke.workflows.reading import read


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("12k", -12),
        (" 1 Kyu", -1),
        ("3D", 3),
        ("3-dan", 3),
        ("18 kup", -18),
        ("3K*", -3),
        ("9p", 109),
        ("1 pro", 101),
        ("0k", None),
        ("51k", None),
        ("10d", None),
        ("k", None),
        ("3", None),
        ("", None),
    ],
)
def test_spellings(text: str, number: float | None):
    """Kyu count down below zero, dan up, professionals from 101; the rest is no rank."""
    assert rank_number(text) == number


@given(
    st.one_of(
        st.integers(-50, -1),
        st.integers(1, 9),
        st.integers(101, 109),
    )
)
def test_texts_come_back(number: int):
    """Each number has a text that is read as this number."""
    assert rank_number(rank_text(float(number))) == number


DUEL = {"player_1": "A", "player_2": "B", "result": "0-1"}


def test_ranks_of_duels():
    """Ranks stay with their players, whoever wins; an empty cell is an empty cell."""
    rows = [
        {**DUEL, "entry_rank_1": "3 kyu", "entry_rank_2": "1d"},
        {**DUEL, "entry_rank_1": "", "entry_rank_2": "2d"},
        {**DUEL, "player_2": "", "result": "", "status": "bye", "entry_rank_1": "2k"},
    ]
    frame = read(rows).to_frame()
    found = list(frame.select("player", "entry_rank").iter_rows())
    assert found == [("B", "1d"), ("A", "3k"), ("B", "2d"), ("A", None), ("A", "2k")]
    assert read(frame).to_frame()["entry_rank"].to_list() == frame["entry_rank"].to_list()


def test_one_column_is_enough():
    """Only one player's rank may be known."""
    frame = read([{**DUEL, "entry_rank_2": "1p"}]).to_frame()
    assert frame["entry_rank"].to_list() == ["1p", None]


def test_what_is_no_rank_is_refused():
    """All ranks that are none are told at once, each with its row and column."""
    rows = [{**DUEL, "entry_rank_1": "strong"}, DUEL, {**DUEL, "entry_rank_2": "10d"}]
    with pytest.raises(bz.ResultsRefused) as caught:
        read(rows)
    found = [(problem.row, problem.column, problem.what) for problem in caught.value.problems]
    assert found == [
        (0, "entry_rank_1", "'strong' is no rank"),
        (2, "entry_rank_2", "'10d' is no rank"),
    ]
