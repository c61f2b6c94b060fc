"""Problems: what is told of them, however much a file says."""

from __future__ import annotations

from banzuke.model.problems import MOST_LETTERS, Problem


def test_what_is_endless_is_cut():
    """A name of a million letters does not fill the terminal, whichever part it stands in."""
    problem = Problem("x" * 10**6, "y" * 10**6, "z" * 10**6, 3, "v" * 10**6)
    assert len(str(problem)) < 4 * MOST_LETTERS + 50
    assert str(problem).startswith("z" * MOST_LETTERS + "…, row 3, column v")
    assert Problem("x" * MOST_LETTERS).what == "x" * MOST_LETTERS
