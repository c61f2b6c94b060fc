"""Months that hold whole events: one that runs over their end is rated where it ends."""

from __future__ import annotations

from dataclasses import replace

import pytest

from banzuke.engine.rated import rate_results
from banzuke.engine.selection import select
from banzuke.model.errors import StateRefused
from builders import day, rate, ratings, results, rules

GAMES = """
    date       event player_1 player_2 result
    2024-01-30 Cup   A        B        1-0
    2024-01-31 Open  C        D        1-0
    2024-02-02 Cup   A        B        1-0
    2024-02-10 Open2 C        D        1-0
    2024-03-01 .     A        C        1-0
"""
WHOLE = rules(period={"kind": "month", "events": "whole"})
APART = rules(period={"kind": "month"})


def test_an_event_is_rated_where_it_ends():
    """The game of January is rated with those of February, from the ratings before both."""
    assert ratings(rate(GAMES, WHOLE))["A"] > ratings(rate(GAMES, APART))["A"]
    log = select(results(GAMES), WHOLE, None).logs[0].log
    assert log.period.tolist() == [0, 1, 4, 5]
    log = select(results(GAMES), APART, None).logs[0].log
    assert log.period.tolist() == [0, 2, 4, 5]


def test_a_declared_end_dates_the_event():
    """An event that ends, by its declaration, in March is rated there."""
    games = """
        date       event event_end  player_1 player_2 result
        2024-01-30 Cup   2024-03-01 A        B        1-0
        2024-02-10 Open  2024-02-10 A        B        1-0
    """
    log = select(results(games), WHOLE, None).logs[0]
    assert log.games.tolist() == [1, 0]
    assert log.n_periods == 2


def test_as_of_leaves_out_what_has_not_ended():
    """On the last of January the cup still runs: none of its games is rated."""
    rated = rate(GAMES, WHOLE, as_of=day("2024-01-31"))
    assert len(rated.runs[0].pool.games) == 1


def test_the_month_in_which_an_event_began():
    """A system that asks is told it where events are whole; else it is the game's own month."""
    for book, wanted in ((WHOLE, [0, 0, 0, 1, 2]), (APART, [0, 0, 1, 1, 2])):
        asking = replace(
            book, system=replace(book.system, reads=("begin",)), needed=book.needed | {"begin"}
        )
        log = select(results(GAMES), asking, None).logs[0].log
        assert [month - 12 * 2024 for month in log.begin.tolist()] == wanted


def test_going_on_with_a_later_month():
    """Going on gives what all in one go gives; an event that is half rated is refused."""
    lines = GAMES.strip().splitlines()
    first, rest = "\n".join([*lines[:2], lines[3], lines[2]]), "\n".join([lines[0], *lines[4:]])
    past = rate(first, WHOLE)
    # The second game of the cup comes with the first: January and a part of February.
    with pytest.raises(StateRefused):
        rate_results(results(rest), WHOLE, earlier=past.states())
    early, late = "\n".join([lines[0], lines[2]]), "\n".join([lines[0], lines[1], *lines[3:]])
    past = rate(early, WHOLE)
    both = rate_results(results(late), WHOLE, earlier=past.states())
    assert ratings(both) == ratings(rate(GAMES, WHOLE))
    again = "\n".join([lines[0], "2024-04-01 Open2 C D 1-0"])
    with pytest.raises(StateRefused, match="already rated"):
        rate_results(results(again), WHOLE, earlier=both.states())
