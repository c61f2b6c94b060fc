"""Tie-breaks of Go: the worked tournament of five, and stones that were given."""

from __future__ import annotations

from fractions import Fraction

import pytest

from banzuke.scoring.games import Game, RoundKind, Seat
from banzuke.scoring.standings import Entrants, Standings, standings
from banzuke.scoring.tournament import TournamentRule

STARTS = {"A": 3, "B": 3, "C": 2, "D": 1, "E": 1}


def won(round_: int, winner: str, loser: str, received: int = 0) -> Game:
    """A game, in which the loser may have received stones."""
    seats = (Seat(winner, 1), Seat(loser, 2, handicap=Fraction(received)))
    return Game(seats, str(round_))


def alone(round_: int, name: str, kind: RoundKind) -> Game:
    """A round without an opponent."""
    return Game((Seat(name),), str(round_), kind=kind)


GAMES = [
    won(1, "A", "B"),
    won(1, "C", "D"),
    alone(1, "E", RoundKind.HALF_BYE),
    won(2, "A", "C"),
    won(2, "B", "E"),
    alone(2, "D", RoundKind.BYE),
    won(3, "A", "D"),
    won(3, "B", "C"),
    alone(3, "E", RoundKind.BYE),
]


def table(*tie_breaks: object, games: list[Game] = GAMES) -> Standings:
    """The McMahon table of the five."""
    rule = TournamentRule(points="results", unplayed_rounded_down=True, tie_breaks=tie_breaks)
    return standings(games, rule, Entrants(starts=STARTS))


def values(*tie_breaks: object) -> list[Fraction | None]:
    """The values of a tie-break, A to E."""
    told = table(*tie_breaks)
    return [told.row(name).tie_breaks[0] for name in "ABCDE"]


def test_scores():
    """The start and the wins; the points of byes and absences are rounded down: 2½ is 2."""
    told = table("sos")
    assert [told.row(name).total for name in "ABCDE"] == [6, 5, 3, 2, 2]
    assert told.row("E").rounding == Fraction(-1, 2)
    assert [row.player for row in told.rows] == ["A", "B", "C", "D", "E"]
    assert told.row("D").why == "before E by SOS, 10 to 7"


@pytest.mark.parametrize(
    ("tie_break", "expected"),
    [
        ("sos", [10, 11, 13, 10, 7]),
        ("sodos", [10, 5, 2, 0, 0]),
        ("points-made", [3, 2, 1, 1, 1]),
        ({"key": "sos", "cut": 1}, [8, 9, 11, 9, 6]),
        ({"key": "sos", "cut": 2}, [5, 6, 6, 6, 5]),
        ({"key": "sos", "from_round": 2}, [5, 5, 11, 7, 6]),
    ],
)
def test_values(tie_break, expected):
    """Every value of the worked tournament, and those with opponents left out."""
    assert values(tie_break) == expected


def test_sosos():
    """The SOS of the opponents; what a missed round adds is not ruled, so only of who has none."""
    assert values("sosos")[:3] == [34, 30, 31]


def test_running_totals_begin_with_the_start():
    """CUSS is the progressive score with the start: A has 4, 5, 6."""
    assert values({"key": "progressive", "with_start": True})[0] == 15


def test_stones_correct_the_score_of_the_opponent():
    """Who gave two stones met a stronger opponent than the score says, who received, a weaker."""
    games = [won(1, "A", "D", received=2)]
    told = table("sos", games=games)
    assert told.row("A").tie_breaks[0] == 1 + 2
    assert told.row("D").tie_breaks[0] == 4 - 2
    plain = table({"key": "sos", "stones": False}, games=games)
    assert plain.row("A").tie_breaks[0] == 1
    assert table("sodos", games=games).row("A").tie_breaks[0] == 3


def test_direct_comparison_needs_all_to_have_met():
    """Of two who met, the winner is first; among three who did not all meet, all have 0."""
    rule = TournamentRule(points="results", tie_breaks=("direct-comparison",))
    two = standings([won(1, "A", "B"), alone(2, "B", RoundKind.BYE)], rule)
    assert [(row.place, row.player) for row in two.rows] == [(1, "A"), (2, "B")]
    chain = [won(1, "A", "B"), won(2, "B", "C"), won(2, "A", "D"), won(3, "C", "A")]
    rest = [won(1, "C", "D"), won(3, "B", "D"), won(4, "D", "E")]
    assert [row.tie_breaks[0] for row in standings([*chain, *rest], rule).rows[:3]] == [1, 1, 1]
    open_ = standings([won(1, "A", "D"), won(1, "B", "E")], rule)
    assert [row.tie_breaks[0] for row in open_.rows] == [0, 0, 0, 0]
