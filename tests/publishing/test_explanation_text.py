"""The bill of an explanation: its printed digits add up."""

from __future__ import annotations

from dataclasses import replace
from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

import banzuke
from banzuke.engine.explained import Explained, ShownChange
from banzuke.engine.reasons import by_status
from banzuke.model.system import Term
from banzuke.publishing.explanation_text import bill, decimals_of, explanation_text, fixed

RULEBOOK = banzuke.load_rulebook("warlight")
POINTS = st.floats(-1000, 1000).map(lambda value: round(value, 9))


def told(before, values, after=None, **more):
    """An explanation with these terms."""
    terms = tuple(Term(f"term {number}", value, "points") for number, value in enumerate(values))
    change = 0.0
    for value in values:
        change += value
    facts = {"kind": "event", "which": "Cup", "rated": True, "why": "", "pool": "", "inputs": ()}
    end = (before or 0.0) + change if after is None else after
    facts["shown"] = ShownChange(before, end, ())
    return Explained(
        player="Ada",
        name="Ada",
        before=before,
        terms=terms,
        change=change,
        after=end,
        **facts | more,
    )


@given(POINTS, st.lists(POINTS, max_size=8), st.integers(0, 6))
def test_every_digit_adds_up(before, values, decimals):
    """Printed before, terms and after are one sum; each term is within one unit of its value."""
    lines = bill(told(before, values), decimals)
    printed = [Decimal(fixed(line.added or 0, decimals)) for line in lines[1 : 1 + len(values)]]
    first = Decimal(fixed(lines[0].sum, decimals))
    assert first + sum(printed) == Decimal(fixed(lines[-1].sum, decimals))
    assert Decimal(fixed(lines[-2].added, decimals)) == sum(printed)
    for value, line in zip(values, lines[1:], strict=False):
        assert abs(line.added - value * 10**decimals) <= 1 + 1e-6


@pytest.mark.parametrize(
    ("units", "decimals", "signed", "text"),
    [
        (0, 0, True, "0"),
        (5, 0, True, "+5"),
        (-5, 0, True, "-5"),
        (5, 2, False, "0.05"),
        (-5, 2, True, "-0.05"),
        (123456, 4, True, "+12.3456"),
    ],
)
def test_fixed(units, decimals, signed, text):
    """Whole numbers of the last decimal are written as decimal numbers."""
    assert fixed(units, decimals, signed=signed) == text


def test_whole_numbers_need_no_decimals():
    """Where all is whole no decimals are shown, else at least four."""
    assert decimals_of(told(1000.0, [5.0, -3.0]), RULEBOOK) == 0
    assert decimals_of(told(1000.0, [5.5]), RULEBOOK) == 4


def test_what_happened_meanwhile_is_a_line():
    """Where other games lie between, the sum still leads to the rating after."""
    lines = bill(told(1000.0, [5.0], after=1010.0), 0)
    assert [line.name for line in lines] == [
        "before",
        "term 0",
        "change",
        "other games and adjustments meanwhile",
        "after",
    ]
    assert (lines[3].added, lines[4].sum) == (5, 1010)


def test_unrated_games_say_why():
    """No term, and the reason."""
    text = explanation_text(told(1200.0, [], rated=False, why=by_status("bye")), RULEBOOK, 80)
    assert "Not rated: bye\n" in text
    assert text.startswith("Ada, Cup: ")


def test_long_reasons_are_wrapped():
    """What is told of games that are not rated keeps to the width of the terminal."""
    for is_rated in (True, False):
        one = replace(
            told(1200.0, []), rated=is_rated, why="the game against Bo is not rated; " * 9
        )
        text = explanation_text(one, RULEBOOK, 80)
        assert " ".join(text.split()).count("is not rated") == 9
        assert max(map(len, text.splitlines())) <= 80


def test_games_and_pools_are_named():
    """A game is called one, and a pool stands with the player."""
    text = explanation_text(told(1200.0, [1.0], kind="game", which="7", pool="blitz"), RULEBOOK, 80)
    assert text.startswith("Ada (blitz), game 7: ")


def test_no_rating_is_none():
    """Who has no rating before, or still none, has none, and not 0."""
    rulebook = banzuke.load_rulebook("fide-standard")
    first = explanation_text(told(None, [1700.0]), rulebook, 80)
    assert [line.split()[-1] for line in first.splitlines() if line.startswith("before")] == [
        "none"
    ]
    still = explanation_text(
        replace(told(None, [], rated=False, why="no rating yet"), after=None), rulebook, 80
    )
    assert still.count("none") == 3


def test_a_rating_of_zero_is_one():
    """A first rating of 0 is told as a rating."""
    rulebook = banzuke.load_rulebook("bradley-terry")
    first = explanation_text(told(None, [0.0]), rulebook, 80)
    assert [line.split()[-1] for line in first.splitlines() if line.startswith("after")] != ["none"]
    assert first.count("none") == 1
