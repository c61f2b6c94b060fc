"""Tie-breaks of chess: a tournament with every kind of unplayed round, and small ones by hand."""

from __future__ import annotations

from dataclasses import replace
from datetime import date
from fractions import Fraction

import pytest

from banzuke.scoring.standings import standings
from banzuke.scoring.tournament import TournamentRule
from crosstables import column, games_from, table

VECTOR = """
1  4w1  2b=  3w1  5b+  6w1
2  5b1  1w=  6b1  3w0  4b1
3  6w1  7b1  1b0  2b1  H
4  1b0  5w=  U    6w=  2w0
5  2w0  4b=  7w1  1w-  Z
6  3b0  H    2w0  4b=  1b0
7  U    3w0  5b0  Z    Z
"""


def numbers(text: str) -> list[Fraction]:
    """Numbers in a line."""
    return [Fraction(one) for one in text.split()]


@pytest.mark.parametrize(
    ("tie_break", "expected"),
    [
        ({"key": "buchholz", "rules": "2024"}, "14.5 13 14.5 13 10.5 14.5 8.5"),
        ({"key": "buchholz", "rules": "2024", "cut": 1}, "13.5 12 11 12 9 13.5 7.5"),
        ({"key": "buchholz", "rules": "2024", "median": 1}, "9 7.5 6.5 7.5 5.5 9 4"),
        ({"key": "sonneborn-berger", "rules": "2024"}, "12.75 7.25 8.25 3.5 3 1.5 1"),
        ({"key": "sonneborn-berger", "rules": "2024", "cut": 1}, "11.75 6.25 6.5 3 3 1 1"),
        ({"key": "buchholz", "rules": "2026"}, "12 13 13.5 13 10.5 14.5 8.5"),
        ({"key": "buchholz", "rules": "2026", "cut": 1}, "11 12 11 12 9 13.5 7.5"),
        ({"key": "buchholz", "rules": "2026", "median": 1}, "7.5 7.5 6.5 7.5 5.5 9 4"),
        ({"key": "sonneborn-berger", "rules": "2026"}, "10.25 7.25 7.75 3.5 3 1.5 1"),
        ({"key": "sonneborn-berger", "rules": "2026", "cut": 1}, "9.25 6.25 6.5 3 3 1 1"),
        ("progressive", "13 11 11.5 6 5 3 5"),
        ({"key": "progressive", "cut": 1}, "12 10 10.5 6 5 3 4"),
        ("wins", "4 3 3 1 1 0 1"),
        ("games-won", "3 3 3 0 1 0 0"),
        ("black-games", "1 3 3 1 1 3 1"),
    ],
)
def test_vector(tie_break, expected):
    """Every value of the tournament of seven, by both rules of unplayed rounds."""
    assert column(table(VECTOR, tie_break)) == numbers(expected)


@pytest.mark.parametrize(
    ("day", "expected"),
    [(date(2026, 2, 28), "14.5"), (date(2026, 3, 1), "12"), (None, "12")],
)
def test_rules_of_the_day(day, expected):
    """The rule of unplayed rounds is the one in force on the event's first day, else the newest."""
    games = [replace(game, day=day) for game in games_from(VECTOR)]
    games.append(replace(games.pop(), day=date(2026, 6, 1) if day else None))
    rule = TournamentRule(points="results", tie_breaks=("buchholz",))
    assert standings(games, rule).row("1").tie_breaks == (Fraction(expected),)


def test_vector_points_and_direct_encounter():
    """The points of the tournament of seven; two of three ties are broken by direct encounter."""
    told = table(VECTOR, "direct-encounter")
    points = {row.player: row.total for row in told.rows}
    assert [points[str(n)] for n in range(1, 8)] == numbers("4.5 3.5 3.5 2 1.5 1 1")
    assert [(row.place, row.player) for row in told.rows] == [
        (1, "1"),
        (2, "3"),
        (3, "2"),
        (4, "4"),
        (5, "5"),
        (6, "6"),
        (6, "7"),
    ]
    assert column(told) == [None, 2, 1, None, None, 1, 1]
    assert told.row("3").why == "before 2 by direct encounter, 1 to 2"
    assert told.row("6").why == "shares the place with 7: equal in everything"


ROUND_ROBIN = """
1 2w1 3w0 4w1
2 1b0 4w1 3b1
3 4b0 1b1 2w0
4 3w1 2b0 1b0
"""


def test_direct_encounter_of_all_who_met():
    """Of two with equal points who met, the winner of their game is first."""
    told = table(ROUND_ROBIN, "direct-encounter")
    assert [row.player for row in told.rows] == ["1", "2", "4", "3"]


def test_direct_encounter_repeats_within_those_still_equal():
    """Three in a ring and one who lost to all: the ring stays tied, the last is parted."""
    ring = """
    1 2w1 3w0 4w1
    2 1b0 4w1 3b1
    3 4b1 1b1 2w0
    4 3w0 2b0 1b0
    """
    told = table(ring, "direct-encounter")
    assert [(row.place, row.player) for row in told.rows] == [
        (1, "1"),
        (1, "2"),
        (1, "3"),
        (4, "4"),
    ]


def test_direct_encounter_in_a_swiss_puts_first_who_is_surely_first():
    """Who beat both others of the tie is first although they did not meet."""
    swiss = """
    1 2w1 3w1 Z   Z
    2 1b0 Z   U   U
    3 Z   1b0 U   U
    """
    told = table(swiss, "direct-encounter")
    assert [(row.place, row.player) for row in told.rows] == [(1, "1"), (2, "2"), (2, "3")]
    open_tie = """
    1 2w1 Z   U
    2 1b0 U   U
    3 F   U   Z
    """
    told = table(open_tie, "direct-encounter")
    assert [(row.place, row.player) for row in told.rows] == [(1, "1"), (1, "2"), (1, "3")]


def test_forfeited_games_are_not_met_unless_pairings_were_fixed():
    """A forfeit decides a direct encounter only where everybody was to meet everybody."""
    forfeited = """
    1 2w+ 3w0
    2 1b- 3b1
    3 1b1 2w0
    """
    swiss = table(forfeited, {"key": "direct-encounter"})
    assert [row.place for row in swiss.rows] == [1, 1, 1]
    pair = """
    1 2w+ 3w0 4w0
    2 1b- 3b1 4b0
    3 1b1 2w0 4w0
    4 1b1 2w1 3b1
    """
    apart = """
    1 2w+ Z
    2 1b- U
    """
    assert [row.place for row in table(apart, "direct-encounter").rows] == [1, 1]
    fixed = table(apart, {"key": "direct-encounter", "fixed_pairings": True})
    assert [(row.place, row.player) for row in fixed.rows] == [(1, "1"), (2, "2")]
    assert table(pair, "direct-encounter").rows[0].player == "4"


def test_fixed_pairings_leave_out_rounds_without_an_opponent():
    """In a round robin of three, the free round adds nothing and a forfeit counts as a game."""
    three = """
    1 2w1 3b+ Z
    2 1b0 Z   3w1
    3 Z   1w- 2b0
    """
    fixed = {"key": "sonneborn-berger", "fixed_pairings": True}
    assert column(table(three, fixed)) == numbers("1 0 0")
    fixed = {"key": "buchholz", "fixed_pairings": True}
    assert column(table(three, fixed)) == numbers("1 2 3")


def test_fore_buchholz_takes_the_last_round_as_drawn():
    """Whatever happens in the last round, Fore Buchholz does not move."""
    before = "1 2w1 3b{0}\n2 1b0 4b1\n3 4w= 1w{1}\n4 3b= 2w0"
    lines = [before.format(*pair) for pair in ("10", "01", "==")]
    first, second, drawn = (column(table(text, "fore-buchholz")) for text in lines)
    assert first == second == drawn
    # 1 has 1½ with a draw, 2 ½, 3 and 4 one: 1 met 2 and 3.
    assert first == numbers("1.5 2.5 2.5 1.5")
    assert column(table(lines[2].replace("4b1", "4b=").replace("2w0", "2w="), "buchholz")) == first


def test_average_of_opponents_buchholz():
    """The mean of the Buchholz of those whom one met, halves up at the third place."""
    told = table(VECTOR, {"key": "average-buchholz", "rules": "2024"})
    # Player 7 met 3 and 5: (14.5 + 10.5) / 2; player 1 met 4, 2, 3 and 6 over the board.
    assert column(told)[6] == Fraction("12.5")
    assert column(told)[0] == Fraction("13.75")


def test_koya_counts_points_against_the_upper_half():
    """Points against those who have at least half of the points that could be made."""
    told = table(VECTOR, "koya")
    # Half of five is 2.5: only 1, 2 and 3 have it.
    assert column(told) == numbers("1.5 0.5 1 0 0 0 0")


def test_wins_with_black():
    """A game won with Black counts, one drawn or forfeited does not."""
    assert column(table(VECTOR, "black-wins")) == numbers("0 3 2 0 0 0 0")
