"""Explanations of all changes of a list, and of one at a time by an index: the same."""

from __future__ import annotations

from collections import Counter

from banzuke.engine.explained import Explained
from banzuke.engine.explainer import Explainer
from banzuke.engine.explaining_all import every_change, explain_all
from banzuke.engine.histories import Histories
from banzuke.engine.rated import Rated
from builders import day, rate, rules

#: An event over several days, beside another one; games of two pools; a bye; a friendly game.
TEXT = """
    date       event pool round player_1 player_2 result status
    2024-01-01 One   a    1     A        B        1-0    played
    2024-01-02 Two   a    1     A        C        1-0    played
    2024-01-03 One   a    2     A        C        0-1    played
    2024-01-03 One   b    1     A        B        1-0    played
    2024-01-04 One   a    3     D        .        .      bye
    2024-01-05 .     a    .     B        C        1-0    played
    2024-01-06 Late  a    1     A        B        1-0    friendly
"""


def _every(rated: Rated) -> list[Explained]:
    return list(explain_all(rated, Histories(rated)))


def test_each_change_once():
    """One of each player, event and pool, of each game without an event, of who had a bye."""
    found = Counter((told.player, told.which, told.pool) for told in _every(rate(TEXT)))
    assert set(found.values()) == {1}
    assert sorted(found) == [
        ("A", "One", "a"),
        ("A", "One", "b"),
        ("A", "Two", "a"),
        ("B", "One", "a"),
        ("B", "One", "b"),
        ("B", "row 5", "a"),
        ("C", "One", "a"),
        ("C", "Two", "a"),
        ("C", "row 5", "a"),
        ("D", "One", "a"),
    ]


def test_they_are_those_asked_for():
    """Each is what the index gives when asked for it alone."""
    rated = rate(TEXT)
    explainer = Explainer(rated, Histories(rated))
    for told in _every(rated):
        if told.kind == "event":
            assert told in explainer.in_event(told.player, told.which)
        else:
            game = int(explainer.games_without_event(told.player)[0])
            assert explainer.in_game(told.player, game) == [told]


def test_what_happened_meanwhile_is_told():
    """An event that another one interrupts says that other games moved the rating as well."""
    (told,) = [t for t in _every(rate(TEXT)) if (t.player, t.which, t.pool) == ("A", "One", "a")]
    assert [game.round for game in told.games] == ["1", "2"]
    assert "1 other game in between moved the rating as well" in told.why


def test_games_say_who_was_met():
    """Each game has its opponents with their ratings before it, and how it ended."""
    (told,) = [t for t in _every(rate(TEXT)) if (t.player, t.which) == ("C", "Two")]
    (game,) = told.games
    (met,) = game.met
    assert (met.name, met.partner, met.rating, met.place) == ("A", False, 1216.0, 1)
    assert (game.date, game.place, game.sides, game.players) == ("2024-01-02", 2, 2, 2)
    assert game.change == told.change


def test_partners_and_games_of_many():
    """Partners are told apart from opponents; of more than eight players only the number is."""
    text = "date game side player place\n"
    text += "".join(f"2024-01-01 1 {at // 2} P{at} {at // 2 + 1}\n" for at in range(4))
    text += "".join(f"2024-01-02 2 {at} P{at} {at + 1}\n" for at in range(9))
    every = {(t.player, t.which): t for t in _every(rate(text))}
    (pairs,), (many,) = every["P0", "1"].games, every["P0", "2"].games
    assert [(met.player, met.partner) for met in pairs.met] == [
        ("P1", True),
        ("P2", False),
        ("P3", False),
    ]
    assert (many.met, many.players, many.sides) == ((), 9, 9)


def test_adjustments_are_changes_too():
    """A decree is told once for everybody whom it moved, after the games."""
    lift = {"on": day("2024-01-04"), "title": "lift", "add": 10.0}
    rated = rate(TEXT, rules(base="elo", pooling="together", adjustment=[lift]))
    lifted = [told for told in _every(rated) if told.which == "lift 2024-01-04"]
    assert [told.player for told in lifted] == ["A", "B", "C"]
    assert {told.change for told in lifted} == {10.0}
    asked = [found.which for _, found in every_change(rated, Histories(rated))]
    assert asked.count("lift 2024-01-04") == 3
