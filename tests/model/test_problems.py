"""Problems: what is told of them, however much a file says."""

from __future__ import annotations

from banzuke.model.phrases import Phrase, phrase
from banzuke.model.problems import MOST_LETTERS, Problem


def test_what_is_endless_is_cut():
    """A name of a million letters does not fill the terminal, whichever part it stands in."""
    problem = Problem("x" * 10**6, "y" * 10**6, "z" * 10**6, 3, "v" * 10**6)
    assert len(str(problem)) < 4 * MOST_LETTERS + 50
    assert str(problem).startswith("z" * MOST_LETTERS + "…, row 3, column v")
    assert Problem("x" * MOST_LETTERS).what == "x" * MOST_LETTERS


def test_a_phrase_stays_one_however_long_its_values():
    """Of a phrase the values are cut first, so that it can still be told in another language."""
    long = Problem(phrase("{who} never met {whom}", who="a" * 10**6, whom="b" * 10**6)).what
    assert isinstance(long, Phrase)
    assert len(long) <= MOST_LETTERS
    assert " never met b" in long
    assert type(Problem(phrase("a" * 10**6)).what) is str


def test_a_problem_is_told_as_one_phrase():
    """Where, what and right are one phrase with the same text; with a plain part none."""
    what, right = phrase("{score:g} is odd", score=3.0), phrase("0 or more")
    told = Problem(what, right, "games.csv", 7, "score").told
    assert isinstance(told, Phrase)
    assert told == "games.csv, row 7, column score: 3 is odd (0 or more)"
    assert Problem(what).told == what
    mixed = Problem(what, "anything", "rules.toml", 7).told
    assert type(mixed) is str
    assert mixed == "rules.toml, line 7: 3 is odd (anything)"
