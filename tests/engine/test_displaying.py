"""What is shown of a rating has one definition, and an explanation tells its parts."""

from __future__ import annotations

import polars as pl
import pytest

import banzuke as bz
from banzuke.numeric.rounding import written
from banzuke.publishing.explanation_text import explanation_text

BOOKS = ["trueskill", "weng-lin"]
ROWS = [
    {"player_1": "Ada", "player_2": "Bo", "result": "1-0", "game": "1"},
    {"player_1": "Ada", "player_2": "Cy", "result": "1-0", "game": "2"},
    {"player_1": "Bo", "player_2": "Cy", "result": "0-1", "game": "3"},
]


@pytest.mark.parametrize("book", BOOKS)
@pytest.mark.parametrize(("deviation", "shown"), [(25 / 3, "0.00"), (4.0, "13.00")])
def test_the_packaged_lists_are_cautious(book, deviation, shown):
    """A mean of 25 is shown as 0 with a deviation of 25/3, and as 13 with one of 4."""
    known = pl.DataFrame({"player": ["New"], "rating": [25.0], "deviation": [deviation]})
    unmoved = bz.rate(ROWS, book, known).listing
    everybody = pl.concat([unmoved.listed, unmoved.unlisted], how="diagonal")
    assert everybody.filter(pl.col("player") == "New")["shown"].to_list() == [shown]


@pytest.mark.parametrize("book", [*BOOKS, "glicko2", "warlight", "codeforces", "lichess"])
@pytest.mark.parametrize("value", ["as packaged", "2 * rating - 5"])
def test_list_history_and_explanation_show_the_same(book, value):
    """The list's number is that of the explanation and that of the columns of the history."""
    rows = [{**row, "date": "2026-01-01", "event": "E"} for row in ROWS]
    if book == "codeforces":
        rows = [
            {"event": "E", "player": name, "place": place} for place, name in enumerate("AB", 1)
        ]
    parameters = (
        {} if value == "as packaged" else {"display.value": value, "display.rank_table": ""}
    )
    rated = bz.rate(rows, book, parameters=parameters)
    display = bz.load_rulebook(book, parameters).display
    for listed in rated.listing.listed.iter_rows(named=True):
        told = rated.explain(listed["player"])
        last = rated.history_frame().filter(player=listed["player"]).row(-1, named=True)
        values = {"rating": last["after"], "": 1.0} | {
            name.removesuffix("_after"): number
            for name, number in last.items()
            if name.endswith("_after")
        }
        summed = sum(factor * values[column] for column, factor in display.terms.items())
        assert told.shown_after == pytest.approx(summed, abs=1e-9)
        text = written(pl.Series([told.shown_after]).to_numpy(), display.decimals, display.rounding)
        assert listed["shown"].rstrip("?") == text[0]


@pytest.mark.parametrize("book", BOOKS)
def test_the_parts_add_up(book):
    """What the mean and what the deviation did to the shown value is its whole change."""
    told = bz.rate(ROWS, book).explain("Ada", game="2")
    parts = {part.name: part.value for part in told.shown.parts}
    assert list(parts) == ["rating", "deviation"]
    assert parts["rating"] == pytest.approx(told.change, abs=1e-12)
    assert sum(parts.values()) == pytest.approx(told.shown_after - told.shown_before, abs=1e-12)
    assert told.to_dict()["shown_parts"] == [part._asdict() for part in told.shown.parts]


def test_a_win_that_shows_less_is_told_in_two_parts():
    """Who is sure and beats a beginner gains a little, and time takes more: both are printed."""
    known = pl.DataFrame({"player": ["Ada", "Bo"], "rating": [40.0, 10.0], "deviation": [1.0, 1.0]})
    rated = bz.rate(ROWS[:1], "trueskill", known)
    told = rated.explain("Ada")
    skill, surety = told.shown.parts
    assert skill.value > 0 > surety.value
    assert told.shown_after < told.shown_before == 37.0
    text = explanation_text(told, bz.load_rulebook("trueskill"), 100)
    assert "shown is rating - 3 * deviation" in text
    assert "37.0000" in text
    assert "shown" not in explanation_text(
        bz.rate(ROWS, "warlight").explain("Ada"), bz.load_rulebook("warlight"), 100
    )


LIFTED = """format = 1
extends = "trueskill"
[[adjustment]]
title = "lift"
on = 2026-01-15
add = 2.0
"""


def test_an_adjustment_shows_what_it_moves(tmp_path):
    """An adjustment moves the rating alone; the deviation stays in what is shown."""
    path = tmp_path / "lifted.toml"
    path.write_text(LIFTED, "utf-8")
    rows = [{**row, "date": f"2026-01-{row['game']}0"} for row in ROWS]
    rated = bz.rate(rows, path)
    told = rated.explain("Ada", event="lift")
    assert (told.before, told.after) == (told.after - 2, told.before + 2)
    assert told.shown_before == rated.explain("Ada", game="1").shown_after
    assert told.shown_after == pytest.approx(told.shown_before + 2, abs=1e-12)
    assert [part.value for part in told.shown.parts] == pytest.approx([2, 0], abs=1e-12)
