"""Problems of a table, summed up where they are very many."""

from __future__ import annotations

from banzuke.model.cells import numbers
from banzuke.model.row_problems import MOST_PROBLEMS_OF_A_KIND
from builders import column


def test_very_many_problems_are_summed_up():
    """Of very many problems of one kind the last is how many more there are."""
    series, problems = column(["x"] * (MOST_PROBLEMS_OF_A_KIND + 7))
    numbers(series, problems)
    assert len(problems.found) == MOST_PROBLEMS_OF_A_KIND + 1
    assert problems.found[-1].what == "… and 7 more rows with the same problem"
