"""What tables say of their events in words: once an event, and the same in all its rows."""

from __future__ import annotations

from typing import Any

import polars as pl
import pytest

from banzuke.model.combining import combine
from banzuke.model.errors import ResultsRefused
from banzuke.model.importer import Reading
from banzuke.model.validation import validate


def read(*rows: dict[str, Any]) -> Any:
    """Results of rows."""
    return validate(Reading(pl.DataFrame(list(rows), infer_schema_length=None), "a.csv"))


def duel(event: str | None, **said: str) -> dict[str, Any]:
    """A duel of an event of which something is said."""
    return {"player_1": "A", "player_2": "B", "result": "1-0", "event": event, **said}


def test_what_one_row_says_holds_for_the_event():
    """Before and after it, in duels as in entries; a row without an event keeps its own."""
    results = read(
        duel("Cup"), duel("Cup", event_place=" Lund "), duel("Open"), duel(None, event_place="Home")
    )
    said = results.games.event_place
    assert said is not None
    assert said.to_list() == ["Lund", "Lund", None, "Home"]
    entries = read(
        *({"game": "1", "player": name, "place": place, "event": "Cup", "event_scoring": scoring}
          for name, place, scoring in (("A", 1, None), ("B", 2, "squares")))
    )  # fmt: skip
    assert entries.games.event_scoring.to_list() == ["squares"]


def test_two_different_texts_of_one_event_are_told_with_their_row():
    """Of two events each may have its own."""
    with pytest.raises(ResultsRefused) as refused:
        read(duel("Cup", event_place="Lund"), duel("Open", event_place="Oslo"),
             duel("Cup", event_place="Oslo"))  # fmt: skip
    assert str(refused.value.problems[0]) == (
        "a.csv, row 4, column event_place: event 'Cup' has two different values"
    )


def test_kinds_are_words_of_a_list():
    """Capitals do not matter; another word is refused with those that there are."""
    results = read(duel("Cup", event_kind="LEAGUE"))
    assert results.games.event_kind.to_list() == ["league"]
    with pytest.raises(ResultsRefused, match="tournament, league, match, ladder"):
        read(duel("Cup", event_kind="party"))


def test_they_are_written_into_tables_and_joined():
    """What is written is read again; a file that says nothing has nothing in its rows."""
    one = read(duel("Cup", event_country="SE", event_director="Ann Ek"))
    again = validate(Reading(one.to_frame().cast(pl.String), "a.csv"))
    assert again.to_frame().equals(one.to_frame())
    both = combine([one, read(duel("Open"))])
    assert both.games.event_country.to_list() == ["SE", None]
