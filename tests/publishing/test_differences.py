"""Where two lists differ, as a person reads it."""

from __future__ import annotations

from banzuke.engine.rulebook import load_rulebook
from banzuke.publishing.differences import Difference, differences_text

ELO = load_rulebook("elo").display


def text(column: str, before: object, after: object) -> str:
    """One difference of a list by Elo."""
    return differences_text([Difference("k", column, before, after, "Ann")], ELO)


def test_numbers_are_shown_as_the_rulebook_shows_them():
    """Ratings rounded, changes signed, what a system keeps besides with six digits."""
    assert text("rating", 1516.4705882352941, 1484.529411764706) == "Ann: rating 1516 → 1485\n"
    assert text("change", -16.235294117647058, 0.0) == "Ann: change -16 → 0\n"
    assert text("deviation", 81.12345678901234, 80.0) == "Ann: deviation 81.1235 → 80\n"
    assert text("rank", 1, 2) == "Ann: rank 1 → 2\n"
    assert text("on the list", "yes", "no") == "Ann: on the list yes → no\n"
    assert text("born", None, 2001.0) == "Ann: born none → 2001\n"


def test_a_difference_too_small_to_be_shown_is_told():
    """The two numbers read alike; how far they are apart stands behind them."""
    assert text("rating", 1516.1, 1516.2) == "Ann: rating 1516 → 1516 (+0.1)\n"


def test_a_rating_that_reads_as_it_is_shown_is_told_once():
    """Where the list shows something else than the number, as a grade, both are told."""
    rating = Difference("k", "rating", 1516.4, 1484.5, "Ann")
    shown = Difference("k", "shown", "1516", "1485", "Ann")
    grade = Difference("k", "shown", "3 kyu", "4 kyu", "Ann")
    assert differences_text([rating, shown], ELO) == "Ann: rating 1516 → 1485\n"
    assert differences_text([rating, grade], ELO).endswith(", shown 3 kyu → 4 kyu\n")


def test_who_comes_onto_a_list_is_told_in_words():
    """Who had no rating is told why, and all that differs of a player stands in one line."""
    rating = Difference("k", "rating", None, 12.0, "Ann")
    shown = Difference("k", "shown", "", "12", "Ann")
    why = Difference("k", "why", "no rating yet", None, "Ann")
    assert differences_text([rating, shown, why], ELO) == (
        "Ann: rating none → 12, on the list now (no rating yet)\n"
    )
    assert text("why", None, "inactive") == "Ann: not listed (inactive)\n"
