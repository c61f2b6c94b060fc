"""Tie-breaks of games of many sides: who won alone, who drew, whose best game is better."""

from __future__ import annotations

from fractions import Fraction

import pytest

from banzuke.scoring.games import Game, Seat
from banzuke.scoring.standings import Standings, standings
from banzuke.scoring.tournament import TournamentRule

DAANZ = ("solos", "draws", "best-game", {"key": "best-game", "number": 2})


def board(round_: int, *seats: tuple[str, int, float]) -> Game:
    """A board of (player, centres, points); places are by centres."""
    centres = [one[1] for one in seats]
    return Game(
        tuple(
            Seat(
                name,
                1 + sum(other > own for other in centres),
                Fraction(own),
                points=Fraction(str(points)),
            )
            for name, own, points in seats
        ),
        str(round_),
        str(seats[0][0]),
    )


def table(games: list[Game], *tie_breaks: object, **said: object) -> Standings:
    """The standings by the sum of points."""
    return standings(games, TournamentRule(points="scores", tie_breaks=tie_breaks, **said))


def test_win_before_draws_of_equal_points():
    """A win of 100 and 12 stand before draws of 60 and 52."""
    games = [
        board(1, ("A", 18, 100), ("X", 16, 0)),
        board(2, ("A", 5, 12), ("X", 9, 20)),
        board(1, ("B", 10, 60), ("Y", 9, 40)),
        board(2, ("B", 9, 52), ("Y", 10, 48)),
    ]
    told = table(games, *DAANZ)
    assert [row.player for row in told.rows[:2]] == ["A", "B"]
    assert told.row("A").why == "before B by solo wins, 1 to 0"


def test_better_best_game():
    """Of draws with 40 and 30, and with 45 and 25, the second has the better best game."""
    games = [
        board(1, ("C", 8, 40), ("X", 9, 60)),
        board(2, ("C", 7, 30), ("X", 9, 60)),
        board(1, ("D", 8, 45), ("Y", 9, 60)),
        board(2, ("D", 7, 25), ("Y", 9, 60)),
    ]
    told = table(games, *DAANZ)
    order = [row.player for row in told.rows]
    assert order.index("D") < order.index("C")
    assert told.row("C").why == (
        "after D by best game, draw, 40 points, place 2 to draw, 45 points, place 2"
    )
    assert told.row("D").tie_breaks[:2] == (0, 2)


@pytest.mark.parametrize(
    ("better", "worse"),
    [
        ((18, 5, 16), (10, 90, 9)),
        ((10, 1, 9), (0, 90, 9)),
        ((0, 1, 9), (9, 90, 18)),
        ((8, 50, 9), (9, 40, 8)),
        ((9, 40, 8), (8, 40, 9)),
        ((9, 40, 8), (9, 40, 9)),
    ],
)
def test_games_compare(better, worse):
    """A win, a draw, an elimination, a loss; then points; then the place and who shares it."""
    rows = [(better, "B"), (worse, "W")]
    games = [
        board(1, (name, own, points), (f"other {name}", other, 0))
        for (own, points, other), name in rows
    ]
    told = table(games, "best-game")
    values = {row.player: row.tie_breaks[0] for row in told.rows}
    assert values["B"] > values["W"]


def test_best_and_dropped_results():
    """The best round counts also if it is dropped; the dropped one is what does not count."""
    games = [
        board(number, ("A", 5, points), ("B", 5, other))
        for number, (points, other) in enumerate([(50, 40), (30, 40), (10, 20)], 1)
    ]
    said = {"combine": "best", "best": 2}
    told = table(games, "best-result", "dropped-result", **said)
    assert told.row("A").tie_breaks == (50, 10)
    assert told.row("B").tie_breaks == (40, 20)
    assert told.row("A").why == "before B by best result, 50 to 40"
    second = table(games, {"key": "best-result", "number": 2}, **said)
    assert second.row("B").why == "before A by best result, number 2, 40 to 30"
    fourth = table(games, {"key": "best-result", "number": 4}, **said)
    assert fourth.row("A").tie_breaks == (None,)


def test_games_that_they_shared():
    """Only games in which all of the tied sat count between them."""
    games = [
        board(1, ("A", 5, 30), ("B", 5, 20)),
        board(2, ("A", 5, 20), ("C", 5, 1)),
        board(2, ("B", 5, 30), ("D", 5, 1)),
    ]
    told = table(games, "games-shared")
    assert told.row("A").why == "before B by games that they shared, 30 to 20"


def test_most_best_results():
    """Who has the highest result more often is first, whatever the total is made of."""
    games = [
        board(1, ("A", 5, 200), ("B", 5, 160)),
        board(2, ("A", 5, 100), ("B", 5, 140)),
    ]
    told = table(games, "most-best-results")
    assert told.row("A").why == (
        "before B by most best results, 1 × 200, 1 × 100 to 1 × 160, 1 × 140"
    )


def test_best_game_needs_no_scores():
    """Where no scores are known, who alone is first has won."""
    games = [Game((Seat("A", 1, points=Fraction(9)), Seat("B", 2, points=Fraction(1))))]
    told = table(games, "best-game")
    assert told.row("A").texts == ("win, 9 points, place 1",)
    assert told.row("B").texts == ("draw, 1 point, place 2",)
