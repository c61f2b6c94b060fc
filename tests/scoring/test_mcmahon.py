"""McMahon scores: ranks as numbers, floor and bar, and who must say one."""

from __future__ import annotations

import pytest

from banzuke.model.errors import ResultsRefused
from banzuke.model.parameters import checked
from banzuke.model.ranks import rank_number
from banzuke.scoring.mcmahon import start_of
from banzuke.scoring.standings import event_standings
from banzuke.scoring.tournament import TournamentRule
from builders import results

EVENT = """
    round player_1 player_2 result entry_rank_1 entry_rank_2
    1     Ann      Bob      1-0    5d           2d
    1     Cid      Dan      0-1    3k           25k
    2     Ann      Dan      1-0    5d           25k
"""


@pytest.mark.parametrize(
    ("rank", "score"), [("20k", 10), ("1k", 29), ("1d", 30), ("4d", 33), ("9d", 38), ("3p", 38)]
)
def test_scale(rank, score):
    """20 kyu is 10, 1 dan 30, and professionals begin with the strongest amateurs."""
    assert start_of(rank_number(rank)) == score


def test_floor_and_bar():
    """Who is stronger than the bar begins there, who is weaker than the floor there."""
    rule = TournamentRule(start="rank", floor="20k", bar="3d", tie_breaks=("sos",))
    table = event_standings(results(EVENT), rule)
    assert {row.player: row.start for row in table.rows} == {
        "Ann": 32,
        "Bob": 31,
        "Cid": 27,
        "Dan": 10,
    }
    assert [row.player for row in table.rows] == ["Ann", "Bob", "Cid", "Dan"]
    assert table.row("Ann").total == 34
    # A round without an opponent adds what one began with.
    assert table.row("Bob").tie_breaks[0] == 34 + 31
    given = event_standings(results(EVENT), rule, starts={"Dan": 40})
    assert given.row("Dan").total == 41


def test_without_a_rank_nobody_can_begin():
    """Everybody whose rank is missing is named; a rank that is none is refused with the rule."""
    text = """
        player_1 player_2 result entry_rank_1
        Ann      Bob      1-0    5d
        Cid      Bob      1-0    .
    """
    with pytest.raises(ResultsRefused) as refused:
        event_standings(results(text), TournamentRule(start="rank"))
    assert [problem.what for problem in refused.value.problems] == [
        "the rank of 'Bob' is not said",
        "the rank of 'Cid' is not said",
    ]
    faults = checked(TournamentRule, {"start": "rank", "bar": "strong"})[1]
    assert [fault.where for fault in faults] == [("bar",)]
