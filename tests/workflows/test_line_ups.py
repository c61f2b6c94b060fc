"""Line-ups in words."""

from __future__ import annotations

import pytest

from banzuke.model.errors import UnknownName, WrongUse
from banzuke.workflows.line_ups import handicaps_of, line_up_of
from builders import rate

TEXT = """
    date       player_1    player_2 result
    2024-01-01 Jan_v_Dijk  C++      1-0
    2024-01-02 A           B        1-0
    2024-01-03 D_v_E       D        1-0
    2024-01-03 E           A        1-0
"""
RATED = rate(TEXT, players=[{"player": "B", "name": "Bo Li"}])


@pytest.mark.parametrize(
    ("text", "sides"),
    [
        ("A v B", [["A"], ["B"]]),
        ("A+B vs. C++", [["A", "B"], ["C++"]]),
        ("Jan v Dijk v A + bo  li", [["Jan v Dijk"], ["A", "B"]]),
        ("C++ + A v Jan  v Dijk", [["C++", "A"], ["Jan v Dijk"]]),
        ("a v b v D", [["A"], ["B"], ["D"]]),
        ("D v E", [["D v E"]]),
    ],
)
def test_names_may_hold_what_stands_between_names(text, sides):
    """A text is cut into names that are known, the longest that fit."""
    assert line_up_of(RATED, text) == sides


@pytest.mark.parametrize(
    ("text", "error"),
    [("A v Z", UnknownName), ("A v ", WrongUse), ("v A", WrongUse), ("", WrongUse)],
)
def test_what_is_no_line_up(text, error):
    """Unknown names and empty sides are refused."""
    with pytest.raises(error):
        line_up_of(RATED, text)


def test_handicaps():
    """They are given by any spelling, each player once."""
    assert handicaps_of(RATED, {"bo li": "2"}, [["A"], ["B"]]) == [[0.0], [2.0]]
    assert handicaps_of(RATED, {}, [["A"], ["B"]]) is None
    with pytest.raises(WrongUse, match="twice"):
        handicaps_of(RATED, {"b": "2", "Bo Li": "3"}, [["A"], ["B"]])
    with pytest.raises(UnknownName, match="player of this game"):
        handicaps_of(RATED, {"D": "2"}, [["A"], ["B"]])
