"""Tables of expected scores: every row, both sides, caps, and tables that are none."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from banzuke.numeric.compiling import compiled
from banzuke.parts.score_table import (
    ScoreBand,
    band_of,
    capped,
    score_by_difference,
    table_score,
    wrong_bands,
)

#: The last difference of .50, .51 … .99 in table 8.1.2 of FIDE's rating regulations.
ENDS = [
    *(3, 10, 17, 25, 32, 39, 46, 53, 61, 68, 76, 83, 91, 98, 106, 113, 121, 129, 137, 145),
    *(153, 162, 170, 179, 188, 197, 206, 215, 225, 235, 245, 256, 267, 278, 290, 302, 315),
    *(328, 344, 357, 374, 391, 411, 432, 456, 484, 517, 559, 619, 735),
]
FIDE = [
    *(ScoreBand(to=end, score=(50 + number) / 100) for number, end in enumerate(ENDS)),
    ScoreBand(score=1.0),
]
SCORES = score_by_difference(FIDE)


def test_each_row_begins_and_ends_where_it_is_printed():
    """The first and the last difference of each row give its score, from both sides."""
    assert wrong_bands(FIDE) == []
    for number, (low, high) in enumerate(zip([-1, *ENDS], [*ENDS, 5000], strict=True)):
        wanted = (50 + number) / 100
        for difference in (low + 1, high):
            assert table_score(difference, 0.0, SCORES) == wanted
            assert table_score(-difference, 0.0, SCORES) == (1.0 - wanted if difference else wanted)


@given(lead=st.floats(-1e9, 1e9), cap=st.sampled_from([0.0, 400.0, 350.5, 2000.0]))
def test_both_sides_make_one_point(lead: float, cap: float):
    """The two expected scores add up to 1 to the last bit, and lie between 0 and 1."""
    one, other = table_score(lead, cap, SCORES), table_score(-lead, cap, SCORES)
    assert one + other == 1.0
    assert 0.0 <= one <= 1.0
    assert abs(capped(lead, cap)) == (min(abs(lead), cap) if cap else abs(lead))


@given(lead=st.floats(-1000, 1000))
def test_lookup_is_the_table_row_by_row(lead: float):
    """The look-up says what reading the rows from the top says, also between whole numbers."""
    score = next(b.score for b in FIDE if b.highest is None or abs(lead) <= b.highest)
    assert table_score(lead, 0.0, SCORES) == (score if lead >= 0 else 1.0 - score)


@given(lead=st.floats(-2000, 2000), cap=st.sampled_from([0.0, 400.0]))
def test_compiled_gives_the_same_bits(lead: float, cap: float):
    """The compiled kernel and the plain one agree to the last bit."""
    assert compiled(table_score)(lead, cap, SCORES) == table_score(lead, cap, SCORES)


def test_cap_changes_the_row():
    """A lead of 420 counts as 400: 0.92 and 0.08, without a cap 0.93 and 0.07."""
    assert table_score(420.0, 400.0, SCORES) == 0.92
    assert table_score(-420.0, 400.0, SCORES) == pytest.approx(0.08)
    assert table_score(420.0, 0.0, SCORES) == 0.93


def test_table_of_one_row():
    """A table may say one thing of every difference."""
    scores = score_by_difference([ScoreBand(score=0.5)])
    np.testing.assert_array_equal(scores, [0.5])
    assert table_score(-1e9, 0.0, scores) == 0.5


@pytest.mark.parametrize(
    ("bands", "where"),
    [
        ([], [()]),
        ([ScoreBand(to=3, score=0.5)], [(0,)]),
        ([ScoreBand(score=0.5), ScoreBand(score=1)], [(0,)]),
        (
            [ScoreBand(to=9, score=0.6), ScoreBand(to=9, score=0.5), ScoreBand(score=1)],
            [(1, "to"), (1, "score")],
        ),
    ],
)
def test_what_is_no_table(bands: list[ScoreBand], where: list[tuple[object, ...]]):
    """Every fault is told with its row, all at once."""
    assert [fault.where for fault in wrong_bands(bands)] == where


def test_row_in_words():
    """A row is named by its bounds and both its scores."""
    assert band_of(FIDE, 0.0) == "row 0..3: 0.5 and 0.5"
    assert band_of(FIDE, 400.0) == "row 392..411: 0.92 and 0.08"
    assert band_of(FIDE, 2000.0) == "row 736 and up: 1 and 0"
