"""Every tie-break of the shelf: it says who it is, and any field will do."""

from __future__ import annotations

import re
from fractions import Fraction
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from banzuke.model.errors import UnknownName
from banzuke.scoring.games import Game, RoundKind, Seat
from banzuke.scoring.standings import Entrants, standings
from banzuke.scoring.tie_breaks import shelf, tie_break, wrong_tie_break
from banzuke.scoring.tournament import TournamentRule
from crosstables import games_from

KEYS = sorted(shelf())


@pytest.mark.parametrize("key", KEYS)
def test_card(key):
    """A card has a key, a title, the rule in words, a source, and one of both functions."""
    card = shelf()[key]
    assert re.fullmatch(r"[a-z0-9-]+", card.key)
    assert card.title
    assert card.summary.endswith(".")
    assert card.source
    assert (card.values is None) != (card.among is None)


def test_codes_are_of_one_tie_break_each():
    """No two tie-breaks have the same letters."""
    codes = [card.code for card in shelf().values() if card.code]
    codes += [letters for card in shelf().values() for letters in card.variants]
    codes = [code.casefold() for code in codes]
    assert len(codes) == len(set(codes))


@pytest.mark.parametrize(
    ("said", "what"),
    [
        ("buchhols", "no tie-break is called 'buchhols'"),
        ({"key": "buchholz", "cuts": 1}, "cuts is not known here"),
        ({"key": "buchholz", "cut": -1}, "-1 is not allowed"),
        ({"cut": 1}, "the tie-break has no key"),
        (1, "this names no tie-break"),
        ("WIN/C1", "cut is not known here"),
        ("BH/X1", "no tie-break is called 'BH/X1'"),
    ],
)
def test_what_names_no_tie_break(said, what):
    """What is wrong in the choice of a tie-break is told."""
    assert [fault.what for fault in wrong_tie_break(said)] == [what]


@pytest.mark.parametrize(
    ("letters", "said"),
    [
        ("BH", {"key": "buchholz"}),
        ("BH/C1", {"key": "buchholz", "cut": 1}),
        ("bh/M2", {"key": "buchholz", "median": 2}),
        ("DE/P", {"key": "direct-encounter", "fixed_pairings": True}),
        ("EMGSB/C1/P", {"key": "extended-sonneborn-berger", "cut": 1, "fixed_pairings": True}),
        ("EGMSB", {"key": "extended-sonneborn-berger", "opponents": "game", "own": "match"}),
        ("EDET", {"key": "team-encounter", "boards": "top"}),
        ("BBE", {"key": "board-results", "order": "bottom"}),
        ("MPvGP", {"key": "other-team-score"}),
        ("sos/C1", {"key": "sos", "cut": 1}),
    ],
)
def test_letters_of_arbiters(letters, said):
    """Letters and what is cut are read as arbiters write them."""
    assert tie_break(letters) == tie_break(said)
    assert wrong_tie_break(letters) == []


def test_unknown_tie_break_offers_near_names():
    """A key with a slip of the pen is refused, and the right one offered."""
    with pytest.raises(UnknownName, match="did you mean buchholz"):
        tie_break("buchhols")


@st.composite
def duels(draw):
    """A tournament of duels with byes and forfeits, of which some rounds are missed."""
    count = draw(st.integers(2, 6))
    games = []
    for number in range(draw(st.integers(1, 4))):
        order = draw(st.permutations([str(name) for name in range(1, count + 1)]))
        for one, two in zip(order[::2], order[1::2], strict=False):
            places = draw(st.sampled_from([(1, 2), (2, 1), (1, 1), (2, 2)]))
            kind = draw(
                st.sampled_from(
                    [RoundKind.PLAYED, RoundKind.PLAYED, RoundKind.FORFEIT, RoundKind.HALF_BYE]
                )
            )
            if kind is RoundKind.HALF_BYE:
                games += [Game((Seat(name),), str(number), kind=kind) for name in (one, two)]
                continue
            score = draw(st.integers(0, 64))
            seats = (
                Seat(one, places[0], Fraction(score), first=True),
                Seat(two, places[1], Fraction(64 - score), first=False),
            )
            games.append(Game(seats, str(number), kind=kind))
    return games


@given(duels(), st.permutations(KEYS), st.randoms(use_true_random=False))
def test_any_tournament_will_do(games, keys, random):
    """Every tie-break takes every tournament, and the order of the games does not matter."""
    rule = TournamentRule(points="results", tie_breaks=tuple(keys))
    known = Entrants(ratings={str(name): 2000 + name for name in range(1, 7)})
    told = standings(games, rule, known)
    for row in told.rows:
        assert all(value is None or isinstance(value, Fraction) for value in row.tie_breaks)
    shuffled = [Game(game.seats[::-1], game.round, kind=game.kind) for game in games]
    random.shuffle(shuffled)
    assert standings(shuffled, rule, known) == told


@pytest.mark.parametrize("key", KEYS)
def test_order_follows_the_values(key):
    """Of two with the same total, the one with the better value is before the other."""
    text = """
    1 2w1 3w0 4b1 5w=
    2 1b0 4w1 5b1 6b=
    3 4b- 1b1 6w0 H
    4 3w+ 2b0 1w0 U
    5 6w1 U   2w0 1b=
    6 5b0 Z   3b1 2w=
    """
    rule = TournamentRule(points="results", tie_breaks=(key,))
    ratings = {str(name): 2000 + 37 * name for name in range(1, 7)}
    rows = standings(games_from(text), rule, Entrants(ratings=ratings)).rows
    sign = 1 if shelf()[key].lowest_is_best else -1
    for above, below in pairwise(rows):
        if above.total == below.total and None not in (*above.tie_breaks, *below.tie_breaks):
            assert sign * above.tie_breaks[0] <= sign * below.tie_breaks[0]
            assert (above.place == below.place) == (above.tie_breaks == below.tie_breaks)
