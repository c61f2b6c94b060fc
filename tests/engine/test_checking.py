"""Everything wrong with a file is told in one go: its cells, and what the system has against it."""

from __future__ import annotations

import contextlib

import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st

from banzuke import BanzukeError, ResultsRefused, rate

CELLS = st.sampled_from(["", "0", "34", "30", "32", "64", "-1", "x", "nan", "A", "B", "1.5", "2"])


def problems_of(table: dict[str, list[str]], rules: str) -> list[tuple[int | None, str]]:
    """(row, column) of each problem of a table."""
    with pytest.raises(ResultsRefused) as caught:
        rate(pl.DataFrame(table), rules)
    return [(problem.row, problem.column) for problem in caught.value.problems]


def test_cells_and_discs_together():
    """Discs that do not add up are told beside a cell that is no number, each in its row."""
    table = {
        "player_1": ["Lotta", "Maja", "Nils", "Kalle", "Kalle"],
        "player_2": ["Kalle", "Maja", "", "Lotta", "Nils"],
        "score_1": ["34", "40", "12", "x", "60"],
        "score_2": ["31", "24", "52", "3", "5"],
    }
    found = problems_of(table, "othello-sweden")
    assert found == [
        (0, "score_1"),
        (1, "player_2"),
        (2, "player_2"),
        (3, "score_1"),
        (4, "score_1"),
    ]


def test_what_follows_from_a_fault_is_not_told():
    """An event whose number of players cannot be read is not told to lack it as well."""
    table = {
        "event": ["E", "E", "F"],
        "date": ["2010-01-01", "2010-01-01", "2011-01-01"],
        "player": ["A", "B", "A"],
        "place": ["1", "2", "1"],
        "event_players": ["x", "30", "30"],
    }
    assert problems_of(table, "dip-pouch") == [(0, "event_players"), (2, "event_rounds")]


def answered(frame: pl.DataFrame, rules: str) -> None:
    """Rate a frame; one of our own errors is an answer, any other is not."""
    with contextlib.suppress(BanzukeError):
        rate(frame, rules)


@given(st.lists(st.tuples(CELLS, CELLS, CELLS, CELLS), min_size=1, max_size=6))
def test_any_cells(rows):
    """Whatever the cells of duels, the answer is a list or a refusal."""
    frame = pl.DataFrame(rows, schema=["player_1", "player_2", "score_1", "score_2"], orient="row")
    for rules in ("othello-sweden", "dash-baduk", "warlight"):
        answered(frame, rules)


@given(st.lists(st.tuples(CELLS, CELLS, CELLS, CELLS, CELLS), min_size=1, max_size=6))
def test_any_standings(rows):
    """Whatever the cells of standings or entries, the answer is a list or a refusal."""
    standings = ["event", "player", "place", "event_players", "event_rounds"]
    entries = ["game", "player", "place", "side", "score"]
    answered(pl.DataFrame(rows, schema=standings, orient="row"), "dip-pouch")
    answered(pl.DataFrame(rows, schema=entries, orient="row"), "warlight")
