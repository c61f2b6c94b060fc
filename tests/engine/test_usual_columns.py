"""Columns that a format always has are not told as unused; those of a table made by hand are."""

from __future__ import annotations

from datetime import date

import polars as pl

from banzuke.engine.rated import rate_results
from banzuke.engine.rulebook import load_rulebook
from banzuke.model.combining import combine
from banzuke.model.importer import Reading
from banzuke.model.results import Results
from banzuke.model.validation import validate


def results(source: str, usual: frozenset[str]) -> Results:
    """Two games that differ in komi, of which one says who moved first."""
    frame = pl.DataFrame(
        {
            "event": [source, source],
            "date": [date(2026, 5, 1), date(2026, 5, 2)],
            "player_1": ["A", "B"],
            "player_2": ["B", "A"],
            "result": ["1-0", "1-0"],
            "advantage": ["1", None],
            "komi": [6.5, 7.5],
        }
    )
    return validate(Reading(frame, source, usual=usual))


def told(*parts: Results) -> set[tuple[str, str]]:
    """The columns that a rulebook without a use for them warns of, and in which file."""
    rated = rate_results(combine(parts), load_rulebook("glicko"))
    return {(one.source, one.column) for one in rated.selection.warnings}


def test_usual_columns_are_not_told() -> None:
    """Nobody chose to say them; but they are told of those of several files that chose them."""
    usual = frozenset({"advantage", "komi"})
    assert told(results("a", usual)) == set()
    assert told(results("a", frozenset())) == {("a", "advantage"), ("a", "komi")}
    assert told(results("a", usual), results("b", frozenset({"komi"}))) == {("b", "advantage")}
    assert told(results("b", frozenset({"advantage"})), results("c", usual)) == {("b", "komi")}
