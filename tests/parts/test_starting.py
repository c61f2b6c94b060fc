"""Starting values: what is said, what stands where nothing is, and what cannot be."""

from __future__ import annotations

import numpy as np

from banzuke.model.phrases import message
from banzuke.model.system import Complaint, Given
from banzuke.parts.starting import wrong_values


def test_what_is_said_goes_before_what_stands_otherwise():
    """A column has what the players file says, else one value for all or each player's own."""
    given = Given({"rating": np.array([np.nan, 1500.0])}, {"rank": ["", "3d"]})
    assert given.numbers("rating", 2, 1200.0).tolist() == [1200.0, 1500.0]
    assert given.numbers("peak", 2, np.array([1.0, 2.0])).tolist() == [1.0, 2.0]
    assert given.words("rank", 2) == ["", "3d"]
    assert given.words("grade", 2) == ["", ""]


def test_columns_are_arrays_of_their_own():
    """Who writes into a column leaves what the players file says."""
    given = Given({"rating": np.array([1500.0])}, {"rank": ["3d"]})
    given.numbers("rating", 1)[0] = 0.0
    given.words("rank", 1)[0] = ""
    assert given.numbers("rating", 1).tolist() == [1500.0]
    assert given.words("rank", 1) == ["3d"]


def test_wrong_values_are_told_with_their_player():
    """Each wrong value is a complaint about its player, with every digit that was written."""
    values = np.array([5.0, -1.0, 1234567.5])
    wrong = np.array([False, True, True])
    assert wrong_values(
        "rating", values, wrong, message("{value:.10g} is no rating"), "0 to 9"
    ) == [
        Complaint(1, "rating", "-1 is no rating", "0 to 9"),
        Complaint(2, "rating", "1234567.5 is no rating", "0 to 9"),
    ]
