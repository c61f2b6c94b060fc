"""Which names are alike, and which only look so."""

from __future__ import annotations

import pytest

from banzuke.model.likeness import MOST_COMPARED, MOST_SPELT, keys_of, nearly_alike, spelt_alike


@pytest.mark.parametrize(
    ("one", "two"),
    [
        ("Anna Berg", "anna berg"),
        ("Müller", "MULLER"),
        ("Jan-Peter Maß", "Jan Peter Mass"),
        ("O'Neil", "O’Neil"),
        ("Łukasz", "Lukasz"),
        ("Smith, J.", "Smith J"),
    ],
)
def test_one_name_in_two_spellings(one, two):
    """Capitals, accents and what stands between words do not tell people apart."""
    assert spelt_alike(keys_of(["Zoe", one, two])) == [(1, 2)]


def test_all_spellings_are_told_with_the_first():
    """Three spellings are two pairs."""
    assert spelt_alike(keys_of(["ANNA", "Bo", "anna", "Anna"])) == [(0, 2), (0, 3)]


def test_names_of_signs_differ():
    """Signs that are part of a name tell it apart, and what is no letter at all is nobody's."""
    assert spelt_alike(keys_of(["C", "C++", "C#", "-", "."])) == []


@pytest.mark.parametrize(
    ("one", "two"),
    [
        ("Anna Berg", "Anna Borg"),
        ("Anna Bergman", "Anna Bergmann"),
        ("Anna Berg", "Berg, Anna"),
        ("Peter Hanson", "Peter Hasnon"),
        ("Peter Hansen", "Pter Hansen"),
    ],
)
def test_a_slip_of_the_pen(one, two):
    """One letter in another way, or words exchanged."""
    assert nearly_alike(keys_of(["Zoe Zet", one, two])) == [(1, 2)]


@pytest.mark.parametrize(
    ("one", "two"),
    [
        ("Anna", "Anne"),
        ("Player 11", "Player 12"),
        ("Smith John A", "Smith John B"),
        ("Anna Berg", "Anna Bylund"),
        ("Anna Maria Berg", "Anna Marei Borg"),
        ("abcdefXgh ij", "abcdefghYi j"),
    ],
)
def test_what_only_looks_alike(one, two):
    """Short names, numbered ones, initials and two slips at once are people of their own."""
    assert nearly_alike(keys_of([one, two])) == []


def test_too_many_names_are_not_compared():
    """Beyond a number of names nothing is compared, so that rating takes no longer."""
    assert nearly_alike(keys_of(["Anna Berg", "Anna Borg"] * (MOST_COMPARED // 2 + 1))) == []
    assert spelt_alike(keys_of(["A"] * (MOST_SPELT + 1))) == []


def test_exchanged_words_are_found_among_many_names():
    """Where there are too many names for slips of a letter, exchanged words are still found."""
    many = [f"Name{at} Word{at}" for at in range(MOST_COMPARED)]
    found = nearly_alike(keys_of(["Müller, Anna", "Anna Borg", *many, "Anna Muller", "Anna Berg"]))
    assert found == [(0, MOST_COMPARED + 2)]
