"""The printed list: what stands below it, and how it fits a narrow terminal."""

from __future__ import annotations

import polars as pl
import pytest

import banzuke
from banzuke.engine.reasons import by_status
from banzuke.publishing.documents import Circumstances
from banzuke.publishing.list_text import (
    below,
    changes,
    history_text,
    list_text,
    short,
    skipped_line,
)


def ratings(games):
    """Ratings of duels by the plain rulebook."""
    return banzuke.rate(pl.DataFrame(games), "warlight")


GAMES = {
    "date": ["2024-01-01", "2024-02-01"],
    "player_1": ["A rather long name of somebody who plays", "Bo"],
    "player_2": ["Bo", "Cy"],
    "score_1": [1, 1],
    "score_2": [0, 1],
}


@pytest.mark.parametrize("width", [40, 60, 80])
def test_narrow_terminals_do_not_break_it(width):
    """At any width each line fits, and a number stays on one line."""
    rated = ratings(GAMES)
    text = list_text(Circumstances(rated.rulebook, rated.as_of), rated.listing, {}, width)
    assert max(map(len, text.splitlines())) <= width
    assert "1216" in text
    long = history_text(Circumstances(rated.rulebook, rated.as_of), rated.history_frame(), width)
    assert max(map(len, long.splitlines())) <= width


@pytest.mark.parametrize(
    ("kind", "words"),
    [
        ("game", ""),
        ("month", ", rated by month"),
        ("round", ", rated by round"),
        ("all", ", all results together"),
    ],
)
def test_the_period_is_told(kind, words):
    """Where games of a period are rated together, the heading says how long it is."""
    key = "bradley-terry" if kind == "all" else "glicko2"
    settings = {"period.kind": kind}
    rated = banzuke.rate(pl.DataFrame(GAMES), key, parameters=settings)
    around = Circumstances(rated.rulebook, rated.as_of)
    assert list_text(around, rated.listing, {}, 80).splitlines()[0].endswith("2024-02-01" + words)
    assert around.head()["rulebook"]["period"] == kind


def test_reasons_are_counted():
    """One reason needs no count, several have theirs, and days do not split them."""
    whys = ["inactive since 2020-01-01", "inactive since 2021-01-01", "no rated game"]
    unlisted = pl.DataFrame({"name": list("ABCDEF"), "why": whys * 2})
    assert below(unlisted, {}) == [
        "6 players are not listed (4 inactive, 2 no rated game); --out list.xlsx names them"
    ]
    four = unlisted.filter(pl.col("name") < "F", pl.col("name") != "C")
    assert below(four, {})[0].startswith("4 players are not listed (inactive);")
    assert below(unlisted.head(0), {}) == []


def test_a_few_unlisted_are_named():
    """Up to three players stand below the list with the reason."""
    unlisted = pl.DataFrame({"name": ["A", "B"], "why": ["no rated game", "inactive since 2020"]})
    assert below(unlisted, {}) == ["Not listed: A (no rated game), B (inactive since 2020)"]


def test_newest_event():
    """One event for all pools is named once, several with their pools."""
    nobody = pl.DataFrame(schema={"name": pl.String, "why": pl.String})
    assert below(nobody, {"": "Spring Cup"}) == ["Newest event: Spring Cup"]
    assert below(nobody, {"a": "Cup", "b": "Cup"}) == ["Newest event: Cup"]
    assert below(nobody, {"a": "Cup", "b": "Open"}) == ["Newest event: Cup (a), Open (b)"]
    assert below(nobody, {"": ""}) == []


def test_skipped_games_are_counted_by_reason():
    """The most frequent reason comes first."""
    rulebook = banzuke.load_rulebook("warlight")
    skipped = [("", by_status(status)) for status in ("bye", "friendly", "friendly")]
    around = Circumstances(rulebook, "", skipped)
    assert skipped_line(around, "game") == "3 games are not rated: 2 friendly, 1 bye"
    one = Circumstances(rulebook, "", skipped[:1])
    assert skipped_line(one, "event") == "1 event is not rated: bye"
    assert skipped_line(Circumstances(rulebook, ""), "game") == ""


def test_changes():
    """No change is 0, whatever the decimals; a small one is not."""
    display = banzuke.load_rulebook("dip-pouch").display
    values = pl.Series("change", [0.0, 1.25, -0.001, -2.0])
    assert changes(values, display).to_list() == ["0", "1.25", "0.00", "-2.00"]


def test_short_numbers_and_times():
    """Six digits suffice to read, and idle seconds are left out."""
    assert short(pl.Series([0.06, 1 / 3, None])).to_list() == ["0.06", "0.333333", None]
    times = pl.Series(["2024-01-01T19:00", "2024-01-01T20:30"]).str.to_datetime()
    assert short(times).to_list() == ["2024-01-01 19:00", "2024-01-01 20:30"]


KEPT = {
    "date": ["2026-05-01"],
    "event": ["Open"],
    "player_1": ["Anna-Katharina Müller-Lüdenscheidt"],
    "player_2": ["Bernd"],
    "result": ["1-0"],
}


def dwz_columns(width: int) -> list[str]:
    """The headings of a DWZ list of two players, one of whom has a year of birth."""
    players = pl.DataFrame(
        {"player": [KEPT["player_1"][0], "Bernd"], "rating": [1650, 1800], "born": [1990, None]}
    )
    rated = banzuke.rate(pl.DataFrame(KEPT), "dwz-draft", players)
    text = list_text(Circumstances(rated.rulebook, rated.as_of), rated.listing, {}, width)
    assert max(map(len, text.splitlines())) <= width
    assert KEPT["player_1"][0] in text
    return text.splitlines()[2].split()


def test_what_is_kept_stands_behind_if_it_says_something():
    """What is 0 for all is left out, and so is, before a name is broken, what does not fit."""
    plain = ["rank", "name", "shown", "events", "change"]
    assert dwz_columns(80) == [*plain, "born"]
    assert dwz_columns(66) == plain
