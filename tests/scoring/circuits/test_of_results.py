"""The table of a circuit from the results of its events."""

from __future__ import annotations

from dataclasses import replace
from datetime import date

from banzuke.scoring.circuits.circuit import load_circuit
from banzuke.scoring.circuits.of_results import EventPlayed, season_of_events
from builders import results

EVENTS = """
    date       event  round player_1 player_2 result
    2024-03-14 Spring 1     Ann      Bob      1-0
    2024-02-14 Winter 1     Ann      Bob      0-1
"""


def _events(**facts: str) -> list[EventPlayed]:
    played = results(EVENTS)
    return [EventPlayed("Spring", played, {}), EventPlayed("Winter", played, facts)]


def _season(**facts: str):
    return season_of_events(_events(**facts), load_circuit("othello-european-gp"))


def test_events_stand_by_their_last_days():
    """That which is known of an event, else that of its latest result."""
    assert _season().standings.rounds == ("Winter", "Spring")
    later = _season(end=str(date(2024, 3, 15)))
    assert later.standings.rounds == ("Spring", "Winter")
    assert later.standings.rows[0].total == _season().standings.rows[0].total


def test_an_event_counts_by_plain_points_and_says_so():
    """Where its scoring system cannot score it, or is not known; the others are not touched."""
    for key in ("c-diplo-100", "no-such-system"):
        season = _season(scoring=key)
        assert season.standings == _season().standings
        assert list(season.by_plain_points) == ["Winter"]
        assert not season.left_out
    assert not _season().by_plain_points


def test_an_event_that_cannot_be_reckoned_is_left_out():
    """With its reason, and the others make the table."""
    played = results("event player_1 player_2 result\nCup Ann Bob 1-0")
    # As after somebody was merged with an opponent.
    played = replace(played, players=("Ann", "Ann"))
    events = [*_events(), EventPlayed("Cup", played, {})]
    season = season_of_events(events, load_circuit("othello-european-gp"), called={"Ann": "A. L."})
    assert "'A. L.' has two seats" in season.left_out["Cup"]
    assert season.standings.rounds == ("Winter", "Spring")
