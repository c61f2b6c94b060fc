"""Awards: the best of each country by every way of comparing, and scores of teams."""

from __future__ import annotations

from fractions import Fraction

import pytest

from banzuke.scoring.awards import Comparing, best_of_roles
from banzuke.scoring.games import Game, Seat
from banzuke.scoring.standings import Entrants, standings
from banzuke.scoring.table import Standings
from banzuke.scoring.tournament import TournamentRule


def austrias(*games: tuple[str, float, int], others: int = 10, unranked: str = "") -> Standings:
    """An event in which players had Austria, each with points and centres, on one board each."""
    return standings(
        [
            Game(
                (
                    Seat(name, 1, Fraction(own), "Austria", points=Fraction(str(points))),
                    Seat(f"T{at}", 2, Fraction(others), "Turkey", points=Fraction(1)),
                ),
                "1",
                str(at),
            )
            for at, (name, points, own) in enumerate(games, 1)
        ],
        TournamentRule(points="scores"),
        Entrants(unranked=frozenset({unranked} - {""})),
    )


THREE = (("A", 9.5, 5), ("B", 9.5, 6), ("C", 5, 7))


@pytest.mark.parametrize(
    ("comparing", "order"),
    [
        (Comparing.POINTS, ["B", "A", "C"]),
        (Comparing.SCORE, ["C", "B", "A"]),
        (Comparing.SCORE_ALONE, ["C", "B", "A"]),
    ],
)
def test_best_country(comparing, order):
    """By points the second of three Austrias is best, by centres the third."""
    austria = best_of_roles(austrias(*THREE), comparing)[0]
    assert austria.role == "Austria"
    assert [line.player for line in austria.lines] == order
    assert austria.winners == (order[0],)


def test_equal_games_share_the_award():
    """Equal in points and centres, two share it; the third is third."""
    austria = best_of_roles(austrias(("A", 5, 5), ("B", 5, 5), ("C", 1, 1)))[0]
    assert [line.place for line in austria.lines] == [1, 1, 3]
    assert austria.winners == ("A", "B")


def test_a_draw_before_a_loss_with_more_points():
    """An Austria in a draw with 20 stands before one that lost to a solo with 25."""
    games = [
        Game(
            (
                Seat("A", 1, Fraction(8), "Austria", points=Fraction(20)),
                Seat("T", 2, Fraction(7), "Turkey", points=Fraction(1)),
            ),
            "1",
        ),
        Game(
            (
                Seat("B", 2, Fraction(9), "Austria", points=Fraction(25)),
                Seat("U", 1, Fraction(18), "Turkey", points=Fraction(100)),
            ),
            "2",
        ),
    ]
    table = standings(games, TournamentRule(points="scores"))
    assert best_of_roles(table, Comparing.ENDING)[0].winners == ("A",)
    assert best_of_roles(table)[0].winners == ("B",)


def test_ranked_players_stand_before_unranked_ones():
    """Who fills a seat has no award as long as anybody else played the country."""
    austria = best_of_roles(austrias(*THREE, unranked="B"))[0]
    assert [line.player for line in austria.lines] == ["A", "C", "B"]


def test_games_without_roles_have_no_award():
    """Where no roles are told, there is nothing to compare."""
    table = standings([Game((Seat("A", 1), Seat("B", 2)))], TournamentRule(points="results"))
    assert best_of_roles(table) == []
