"""Tournaments with a pot: the worked board, a solo, and that nothing is lost."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from banzuke.scoring.games import Game, Seat
from banzuke.scoring.scoring import load_scoring
from banzuke.scoring.standings import standings
from banzuke.scoring.tournament import TournamentRule

POT = {"combine": "pot", "purse": 100, "ante": 0.1, "member_share": 0.05, "voted_out_share": 0.01}


def board(centres: list[int], ended: int = 1907, **facts: object) -> Game:
    """A board of seven; who has no centre was out in 1904."""
    return Game(
        tuple(
            Seat(
                f"P{at}",
                1 + sum(other > own for other in centres),
                Fraction(own),
                role=f"R{at}",
                eliminated=None if own else 1904,
                in_draw=facts.get("in_draw", {}).get(at),
            )
            for at, own in enumerate(centres)
        ),
        "1",
        ended=ended,
    )


def totals(games: list[Game]) -> list[str]:
    """The totals of the seven, to three decimals."""
    table = standings(games, load_scoring("wackycon-1"))
    return [f"{float(table.row(f'P{at}').total):.3f}" for at in range(7)]


def test_worked_board():
    """All on 100, the six survivors in the draw: the new scores of the worked board."""
    found = totals([board([9, 7, 7, 4, 4, 3, 0])])
    assert found == ["110.252", "103.438", "103.438", "97.840", "97.840", "96.380", "90.811"]


def test_solo_takes_the_pot():
    """Who wins alone has the antes of all."""
    assert totals([board([18, 7, 5, 4, 0, 0, 0])]) == ["160.000", *["90.000"] * 6]


def test_who_votes_himself_out_has_less():
    """A survivor outside the draw has a hundredth of the pot, and the rest grows."""
    table = standings(
        [board([12, 10, 12, 0, 0, 0, 0], in_draw={0: True, 1: False, 2: True})],
        load_scoring("wackycon-1"),
    )
    row = table.row("P1")
    assert row.start == 100
    assert row.total == 100 + row.results[0].counted
    inside = standings([board([12, 10, 12, 0, 0, 0, 0])], load_scoring("wackycon-1")).row("P1")
    assert inside.total > row.total


@given(st.lists(st.permutations([9, 8, 7, 5, 3, 2, 0]), min_size=1, max_size=4))
def test_nothing_is_lost(rounds):
    """The scores of all always make what they began with."""
    games = [
        Game(
            tuple(
                Seat(f"P{at}", 1, Fraction(own), points=Fraction(own))
                for at, own in enumerate(centres)
            ),
            str(number),
        )
        for number, centres in enumerate(rounds)
    ]
    table = standings(games, TournamentRule(points="scores", **POT))
    assert sum(row.total for row in table.rows) == 700


@pytest.mark.parametrize("said", [{"ante": 0.1}, {"combine": "pot"}])
def test_a_pot_needs_its_numbers(said):
    """An ante without a pot, and a pot without an ante, make no sense."""
    with pytest.raises(ValueError, match="pot"):
        TournamentRule(**said)
