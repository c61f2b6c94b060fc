"""Matches of teams and their tie-breaks, by hand."""

from __future__ import annotations

from fractions import Fraction

import pytest

from banzuke.model.errors import ResultsRefused
from banzuke.scoring.games import Game, RoundKind, Seat
from banzuke.scoring.standings import standings
from banzuke.scoring.table import Standings
from banzuke.scoring.teams import team_games
from banzuke.scoring.tournament import TournamentRule

TEAMS = {f"{team}{board}": f"Team {team}" for team in "ABCD" for board in (1, 2)}
PLACES = {"1": (1, 2), "0": (2, 1), "=": (1, 1)}

#: Round, teams, and what the first one made on each board.
MATCHES = [
    (1, "A", "B", "1="),
    (1, "C", "D", "10"),
    (2, "A", "C", "0="),
    (2, "B", "D", "11"),
    (3, "A", "D", "11"),
    (3, "B", "C", "=1"),
]


def games(matches=MATCHES, kind: RoundKind = RoundKind.PLAYED) -> list[Game]:
    """The games of matches of two boards."""
    found = []
    for round_, one, two, results in matches:
        for board, result in enumerate(results, 1):
            own, other = PLACES[result]
            seats = (Seat(f"{one}{board}", own, first=board == 1), Seat(f"{two}{board}", other))
            found.append(Game(seats, str(round_), str(board), kind))
    return found


def table(*tie_breaks: object, points: str = "results", matches=MATCHES) -> Standings:
    """The table of the teams, a won match 2, a drawn one 1."""
    rule = TournamentRule(points=points, win=2, draw=1, bye=2, tie_breaks=tie_breaks)
    return standings(team_games(games(matches), TEAMS), rule)


def values(told: Standings) -> list[Fraction | None]:
    """The values of the first tie-break, A to D."""
    return [told.row(f"Team {name}").tie_breaks[0] for name in "ABCD"]


def totals(told: Standings) -> list[Fraction | None]:
    """The totals, A to D."""
    return [told.row(f"Team {name}").total for name in "ABCD"]


def test_match_points_and_game_points():
    """A match is won by more boards; either score ranks, the other parts ties."""
    by_matches = table("other-team-score")
    assert totals(by_matches) == [4, 4, 3, 1]
    assert values(by_matches) == [4, 4, 3, 1]
    by_games = table("other-team-score", points="scores")
    assert totals(by_games) == [4, 4, 3, 1]
    assert values(by_games) == [4, 4, 3, 1]
    assert totals(table(matches=MATCHES[:2])) == [2, 0, 1, 1]
    assert totals(table(points="scores", matches=MATCHES[:2])) == [
        Fraction(3, 2),
        Fraction(1, 2),
        1,
        1,
    ]


@pytest.mark.parametrize(
    ("tie_break", "expected"),
    [
        # A met B 4, C 3, D 1 with game points 1½, ½, 2; C met D 1, A 4, B 4 with 1, 1½, ½.
        ({"key": "extended-sonneborn-berger"}, ["9.5", "8.5", "9", "3"]),
        ({"key": "extended-sonneborn-berger", "cut": 1}, ["7.5", "6.5", "8", "0"]),
        # A with match points 2, 0, 2; B with 0, 2, 2.
        ({"key": "extended-sonneborn-berger", "own": "match"}, ["10", "8", "9", "3"]),
        ({"key": "extended-sonneborn-berger", "opponents": "game"}, ["9.5", "8.5", "9", "3"]),
        # A: board 1 gave 1, 0, 1, board 2 ½, ½, 1; B: 0, 1, ½ and ½, 1, 1.
        ("board-count", ["6", "6.5", "3.5", "2"]),
    ],
)
def test_tie_breaks_of_teams(tie_break, expected):
    """Every value of a tournament of four teams by hand."""
    assert values(table(tie_break)) == [Fraction(one) for one in expected]


def test_board_results():
    """The first board decides, or all but the last."""
    told = table({"key": "board-results"})
    assert told.row("Team A").texts == ("2, 2",)
    assert told.row("Team A").why == "before Team B by top board, 2, 2 to 1.5, 2.5"
    told = table({"key": "board-results", "order": "bottom"})
    assert told.row("Team B").texts == ("1.5",)


def test_extended_direct_encounter():
    """Of two equal teams, who won their match is first; a drawn one is decided by its boards."""
    assert table("team-encounter").row("Team A").why == (
        "before Team B by extended direct encounter, 1 to 2"
    )
    drawn = [(1, "A", "B", "10"), (1, "C", "D", "11"), (2, "A", "C", "11"), (2, "B", "D", "11")]
    equal = table("team-encounter", matches=drawn)
    assert [row.place for row in equal.rows[:2]] == [1, 1]
    for boards in ("count", "top", "bottom"):
        told = table({"key": "team-encounter", "boards": boards}, matches=drawn)
        assert [row.player for row in told.rows[:2]] == ["Team A", "Team B"]
    by_games = table("team-encounter", points="scores")
    assert [row.player for row in by_games.rows[:2]] == ["Team A", "Team B"]


def test_byes_and_forfeits_of_teams():
    """Where all players of a team have a bye, it is the team's; a match not played is a forfeit."""
    bye = [Game((Seat(f"C{board}"),), "1", str(board), RoundKind.BYE) for board in (1, 2)]
    played = games([(1, "A", "B", "11")], RoundKind.FORFEIT)
    matches = team_games([*played, *bye], TEAMS)
    assert [(match.kind, len(match.seats)) for match in matches] == [
        (RoundKind.FORFEIT, 2),
        (RoundKind.BYE, 1),
    ]
    told = standings(matches, TournamentRule(win=2, draw=1, bye=2))
    assert [(row.player, row.total) for row in told.rows] == [
        ("Team A", 2),
        ("Team C", 2),
        ("Team B", 0),
    ]
    late = Game((Seat("A2"),), "1", "", RoundKind.HALF_BYE)
    assert len(team_games([*played, late], TEAMS)) == 1


def test_boards_without_numbers_are_not_compared():
    """Where no board is named, which one is the first is not guessed."""
    unnamed = [Game(game.seats, game.round) for game in games(MATCHES[:1])]
    match = team_games(unnamed, TEAMS)[0]
    assert [seat.boards for seat in match.seats] == [(), ()]
    assert [seat.score for seat in match.seats] == [Fraction(3, 2), Fraction(1, 2)]


def test_games_that_are_of_no_match_are_refused():
    """A player without a team, and a game within a team, are told together."""
    wrong = [
        Game((Seat("A1", 1), Seat("X1", 2)), "1", "1"),
        Game((Seat("A1", 1), Seat("A2", 2)), "1", "2"),
    ]
    with pytest.raises(ResultsRefused) as refused:
        team_games(wrong, TEAMS)
    assert [problem.what for problem in refused.value.problems] == [
        "round 1, board 1: 'X1' is in no team",
        "round 1, board 2: the players are not of two teams",
    ]
