"""Tie-breaks of Othello: the Brightwell quotient and the count of discs."""

from __future__ import annotations

from fractions import Fraction

import pytest

from banzuke.scoring.games import Game, RoundKind, Seat
from banzuke.scoring.standings import standings
from banzuke.scoring.tournament import TournamentRule


def game(round_: int, one: str, two: str, discs: int) -> Game:
    """A game of 64 discs, of which the first has so many."""
    places = (1, 2) if discs > 32 else (2, 1) if discs < 32 else (1, 1)
    seats = (Seat(one, places[0], Fraction(discs)), Seat(two, places[1], Fraction(64 - discs)))
    return Game(seats, str(round_))


def bye(round_: int, name: str) -> Game:
    """A round without an opponent."""
    return Game((Seat(name),), str(round_), kind=RoundKind.BYE)


#: Me: 40, 25 and 33 discs against opponents who end with 2, 3 and 1 points; 2 points myself.
THREE_ROUNDS = [
    game(1, "Me", "Two", 40),
    game(2, "Me", "Three", 25),
    game(3, "Me", "One", 33),
    game(1, "Three", "A", 40),
    game(3, "Three", "B", 40),
    game(2, "Two", "A", 40),
    game(3, "Two", "A", 40),
    game(1, "One", "B", 40),
    game(2, "One", "C", 20),
]


def value(games: list[Game], tie_break: object, player: str = "Me") -> Fraction | None:
    """One player's value of a tie-break."""
    rule = TournamentRule(points="results", tie_breaks=(tie_break,))
    return standings(games, rule).row(player).tie_breaks[0]


def test_quotient():
    """98 discs and six times the six points of the opponents make 134."""
    assert value(THREE_ROUNDS, "brightwell") == 134


def test_quotient_with_an_opponent_who_withdrew():
    """For who left before the last round, 32 and six times one's own points stand: 139."""
    games = [
        *[one for one in THREE_ROUNDS if "One" not in {seat.player for seat in one.seats}],
        game(1, "Me", "Left", 33),
        game(3, "Me", "Two", 40),
    ]
    games = [
        one
        for one in games
        if not ({seat.player for seat in one.seats} == {"Me", "Two"} and one.round == "1")
        and not ({seat.player for seat in one.seats} == {"Two", "A"} and one.round == "3")
    ]
    games.append(game(1, "Two", "B", 40))
    assert value(games, "brightwell") == 139


def test_quotient_with_a_bye():
    """A bye counts as 32 and six times one's own points: 139 again."""
    games = [one for one in THREE_ROUNDS if one.round != "3" or one.seats[0].player != "Me"]
    assert value([*games, bye(3, "Me")], "brightwell") == 139


def test_factor_is_a_parameter():
    """Another factor weighs the opponents otherwise."""
    assert value(THREE_ROUNDS, {"key": "brightwell", "factor": 5}) == 98 + 30


def test_unknown_discs_give_no_quotient():
    """Who has a game whose discs are not known has no quotient and no count of discs."""
    games = [*THREE_ROUNDS, Game((Seat("Me", 1), Seat("A", 2)), "4")]
    assert value(games, "brightwell") is None
    assert value(games, "score-sum") is None


@pytest.mark.parametrize(("unplayed", "expected"), [(0, 65), (32, 97)])
def test_count_of_discs(unplayed, expected):
    """All discs count; what a bye counts is a parameter."""
    games = [one for one in THREE_ROUNDS if one.round != "3" or one.seats[0].player != "Me"]
    tie_break = {"key": "score-sum", "unplayed": unplayed}
    assert value([*games, bye(3, "Me")], tie_break) == expected


def test_score_difference():
    """What was scored less what the opponents scored."""
    assert value(THREE_ROUNDS, "score-difference") == (40 - 24) + (25 - 39) + (33 - 31)
