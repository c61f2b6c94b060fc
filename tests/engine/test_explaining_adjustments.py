"""Explanations of adjustments: the one term, and why a rating was not moved."""

from __future__ import annotations

import pytest

from banzuke.engine.explaining import explain
from banzuke.engine.history import history
from banzuke.model.errors import UnknownName, WrongUse
from builders import day, rate, rules

TEXT = """
    date       event player_1 player_2 result
    2024-01-01 One   A        B        1-0
    2024-02-01 Two   A        C        1-0
    2025-03-01 Three A        C        1-0
"""
SEASON = {
    "on": day("2024-01-15"),
    "every": "year",
    "title": "season",
    "toward": 1200.0,
    "share": 0.25,
}
LIFT = {"on": day("2024-01-15"), "title": "lift", "add": 10.0, "below": 1205.0}


def test_part_of_the_way():
    """One term says from where to where, and its source the adjustment and the day."""
    rated = rate(TEXT, rules(adjustment=[SEASON]))
    told = explain(rated, "A", "season 2024-01-15")
    assert (told.kind, told.which, told.rated, told.why) == ("event", "season 2024-01-15", True, "")
    (term,) = told.terms
    assert term.name == "25 % of the way from 1216.0 to 1200"
    assert term.source == "adjustment “season” of the rulebook warlight, made on 2024-01-15"
    assert (told.before, term.value, told.change, told.after) == (1216.0, -4.0, -4.0, 1212.0)


def test_the_newest_of_a_yearly_one():
    """The title alone means the newest, and the others are told; all agree with the history."""
    rated = rate(TEXT, rules(adjustment=[SEASON]))
    told = explain(rated, "A", "season")
    assert told.why == "also made as season 2024-01-15"
    assert told.terms[0].source.endswith("made on 2025-01-15")
    rows = [row for row in history(rated, "A").to_dicts() if row["event"] == "season"]
    for row in rows:
        one = explain(rated, "A", f"season {row['date']}")
        assert (one.before, one.change, one.after) == (row["before"], row["change"], row["after"])
    assert len(rows) == 2


@pytest.mark.parametrize(
    ("limits", "name"),
    [
        ({}, "+10 for everybody"),
        ({"below": 2000.0}, "+10 for everybody below 2000"),
        ({"below": 2000.0, "above": 100.5}, "+10 for everybody below 2000 and above 100.5"),
        (
            {"add": 0.0, "toward": 1200.0, "share": 0.125, "above": 1.0},
            "12.5 % of the way from 1200.0 to 1200, for everybody above 1",
        ),
    ],
)
def test_what_is_added_and_to_whom(limits, name):
    """Limits are said; a move over no distance is a term of 0."""
    once = {"on": day("2024-01-01"), "title": "lift", "add": 10.0, **limits}
    told = explain(rate(TEXT, rules(adjustment=[once]), {"A": 1200.0}), "A", "lift")
    assert [term.name for term in told.terms] == [name]
    assert told.rated
    assert told.after == told.before + told.change


def test_rounding_is_said():
    """Where ratings are whole numbers, the term says that it was rounded."""
    once = {"on": day("2024-01-15"), "title": "fall", "toward": 0.0, "share": 0.333}
    text = "date event player place\n2024-01-01 X A 1\n2024-01-01 X B 2"
    book = rules(base="codeforces", adjustment=[once])
    rated = rate(text, book, {"A": 1500.0, "Z": 100.0}, as_of=day("2024-01-15"))
    (term,) = explain(rated, "Z", "fall").terms
    assert term.name == "33.3 % of the way from 100 to 0, rounded to a whole rating"
    assert term.value == -33.0


def test_who_is_not_moved():
    """Beyond the limits, or without a rating: not rated, and why."""
    rated = rate(TEXT, rules(adjustment=[SEASON, LIFT]))
    told = explain(rated, "A", "lift")
    assert not told.rated
    assert (told.terms, told.change, told.before, told.after) == ((), 0.0, 1212.0, 1212.0)
    assert told.why == "only ratings below 1205 are adjusted, and this was 1212 on 2024-01-15"
    assert explain(rated, "B", "lift").rated
    told = explain(rated, "C", "lift")
    assert not told.rated
    assert told.why == "C had no rating yet on 2024-01-15"


def test_the_rating_between_two_adjustments_of_a_day():
    """What one adjustment did not move stands as it was before the next."""
    rated = rate(TEXT, rules(adjustment=[LIFT, {**SEASON, "every": ""}]))
    assert explain(rated, "A", "lift").before == 1216.0


def test_one_title_for_two_limits():
    """Adjustments of a day that share a title are explained together."""
    more = {"on": day("2024-01-15"), "title": "lift", "add": 2.0, "above": 1205.0}
    book = rules(adjustment=[LIFT, more])
    told = explain(rate(TEXT, book), "A", "lift")
    assert [term.name for term in told.terms] == ["+2 for everybody above 1205"]
    low = rate(TEXT, rules(adjustment=[LIFT, {**more, "above": 1190.0}]), {"Z": 1200.0})
    told = explain(low, "Z", "lift")
    assert [term.value for term in told.terms] == [10.0, 2.0]
    assert (told.before, told.change, told.after) == (1200.0, 12.0, 1212.0)
    apart = rules(adjustment=[{**LIFT, "below": 900.0}, {**more, "above": 1300.0}])
    told = explain(rate(TEXT, apart), "A", "lift")
    assert told.why.startswith("only ratings below 900 or above 1300 are adjusted")


def test_an_adjustment_without_a_title():
    """It is called by its day."""
    rated = rate(TEXT, rules(adjustment=[{"on": day("2024-01-15"), "add": 3.0}]))
    told = explain(rated, "A", "2024-01-15")
    assert told.terms[0].source == "adjustment of the rulebook warlight, made on 2024-01-15"


def test_several_pools():
    """Where an adjustment moved several ratings, the pool must be said."""
    text = """
        date       pool player_1 player_2 result
        2024-01-01 a    A        B        1-0
        2024-01-01 b    A        C        1-0
        2024-02-01 a    A        B        1-0
    """
    rated = rate(text, rules(adjustment=[LIFT | {"below": None}]))
    with pytest.raises(WrongUse, match="several pools there: say which, a or b"):
        explain(rated, "A", "lift")
    assert explain(rated, "A", "lift", pool="b").pool == "b"
    assert explain(rated, "C", "lift").pool == "b"


def test_near_names():
    """Titles of adjustments are among the names that were perhaps meant."""
    with pytest.raises(UnknownName, match="did you mean season"):
        explain(rate(TEXT, rules(adjustment=[SEASON])), "A", "seasn")


def test_what_cannot_be_explained():
    """An adjustment has no games, and may not be made in the results."""
    rated = rate(TEXT, rules(adjustment=[LIFT]), as_of=day("2024-01-14"))
    with pytest.raises(WrongUse, match="lift is an adjustment, which has no games"):
        explain(rated, "A", "lift", "1")
    with pytest.raises(WrongUse, match="adjusted from the first rated game to 2024-01-14"):
        explain(rated, "A", "lift")
    undated = rate("player_1 player_2 result\nA B 1-0", rules(adjustment=[LIFT]))
    with pytest.raises(WrongUse, match="the results have no dates"):
        explain(undated, "A", "lift")
    later = "date player_1 player_2 result\n2024-02-01 A B 1-0"
    first = rate(TEXT, rules(adjustment=[LIFT]), as_of=day("2024-01-20"))
    going_on = rate(later, rules(adjustment=[LIFT]), earlier=first.states())
    with pytest.raises(WrongUse, match="adjusted after 2024-01-20 to 2024-02-01"):
        explain(going_on, "A", "lift")


def test_an_event_comes_first():
    """Where an event has the name of an adjustment, the event is explained."""
    rated = rate(TEXT, rules(adjustment=[{**LIFT, "title": "Two"}]))
    assert explain(rated, "A", "Two").terms[0].name == "won against C"


def test_named_players():
    """An adjustment that names players moves them alone, and says so."""
    rated = rate(TEXT, rules(adjustment=[{**LIFT, "below": None, "players": ["B", "C"]}]))
    told = explain(rated, "B", "lift")
    assert (told.change, told.terms[0].name) == (10.0, "+10 for B, C")
    other = explain(rated, "A", "lift")
    assert (other.rated, other.change, other.why) == (False, 0.0, "it is about B, C only")
    assert explain(rated, "C", "lift").why == "C had no rating yet on 2024-01-15"
