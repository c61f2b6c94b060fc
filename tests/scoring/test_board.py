"""What is told of a board becomes one, or is refused with everything that is wrong."""

from __future__ import annotations

import numpy as np
import pytest

from banzuke.model.errors import BoardRefused, WrongUse
from banzuke.scoring.board import board

NAMED = {"Austria": 20, "England": 14, "Italy": 0}


def refused(*args, **facts) -> str:
    """The text of a refusal."""
    with pytest.raises(BoardRefused) as caught:
        board(*args, **facts)
    return str(caught.value)


def test_powers_without_names_are_numbered():
    """Counts alone give powers 1, 2, 3, of which nothing else is known."""
    played = board([9, 8, 0])
    assert played.powers == ("1", "2", "3")
    assert played.out == (None, None, None)
    assert played.draw is None


def test_powers_are_meant_by_name_or_number():
    """Years, draws and solos name powers, or number them from 1."""
    played = board(NAMED, out={"Italy": 1904}, ended=1907, draw=["Austria", 2])
    assert played.out == (None, None, 1904)
    assert played.draw == {0, 1}
    assert board([20, 14, 0], out=[0, 0, 1904]).out == played.out


def test_whole_numbers_of_any_library_count():
    """Counts and years may come as NumPy has them."""
    played = board(np.array([20, 14, 0]), out={3: np.int64(1904)}, ended=np.int32(1907))
    assert played == board([20, 14, 0], out={"3": 1904}, ended=1907)
    assert all(type(held) is int for held in played.centres)


def test_a_draw_of_one_is_a_concession():
    """Who is alone in the draw was given the game."""
    assert board([10, 9], draw=[2]) == board([10, 9], concession=2)


def test_earlier_years_begin_with_the_latest():
    """Earlier counts stand from the latest to the first, in whatever order they come."""
    played = board([9, 8], earlier={1905: [7, 7], 1906: {"1": 8, "2": 7}})
    assert played.earlier == ((1906, (8, 7)), (1905, (7, 7)))


def test_everything_wrong_is_told_at_once():
    """A board with several faults is refused with each of them."""
    told = refused(
        {"Austria": 5, "England": -1, "Italy": 0},
        out={"Austria": 1905, "Italy": 1909, "Itly": 1904},
        ended=1907,
        draw=["Italy"],
    )
    for part in (
        "England cannot hold -1",
        "Austria holds 5 and is said to be out in 1905",
        "Italy is out in 1909, after the end in 1907",
        "'Itly', which is no power of the board (did you mean Italy?)",
        "the draw goes to Italy, which is dead (a survivor)",
    ):
        assert part in told
    assert "5 problems" in told


def test_what_tells_of_no_board_is_wrong_use():
    """A misspelt fact is not passed over, and a text or number is no list of counts."""
    with pytest.raises(WrongUse, match="endd cannot be told of a board; did you mean ended"):
        board([5, 4], endd=1907)
    for centres in ("9 7 7", 9, None):
        with pytest.raises(WrongUse, match="centres are a count a power"):
            board(centres)


@pytest.mark.parametrize(
    ("centres", "facts", "part"),
    [
        ([34], {}, "a board cannot have 1 power (from 2 to 100, a count each"),
        ([0, 0], {}, "nobody holds anything"),
        ({1: 5, "1": 4}, {}, "two powers have the same name (each its own)"),
        ([5, 4], {"draw": "Italy"}, "the draw names 'Italy'"),
        ([1.5, 2], {}, "cannot hold 1.5 (a whole number from 0 to 1000)"),
        ([True, 2], {}, "cannot hold True"),
        ([5, 0], {"out": [1904]}, "1 years of elimination for 2 powers (one each)"),
        ([5, 4], {"ended": "1907"}, "'1907' is no year of the end (a year such as 1907)"),
        ([5, 4], {"solo": 3}, "the solo names '3'"),
        ([5, 4], {"draw": []}, "a draw of nobody"),
        ([5, 4], {"solo": 1, "concession": 2}, "a solo, a concession or a draw (one of them)"),
        ([5, 4], {"earlier": {1905: [3]}}, "1905 has 1 counts for 2 powers (one each)"),
        ([5, 4], {"earlier": {1905: {"1": 3}}}, "2 in 1905 cannot hold None"),
        ([5, 4], {"earlier": {1907: [3, 3]}, "ended": 1907}, "1907 is not before the end"),
    ],
)
def test_bad_boards_are_refused_in_words(centres, facts, part):
    """Each kind of fault is told with what would be right."""
    assert part in refused(centres, **facts)
