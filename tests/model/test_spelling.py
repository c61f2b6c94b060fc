"""Names as people write them."""

from __future__ import annotations

import pytest

from banzuke.model.errors import UnknownName, WrongUse
from banzuke.model.spelling import meant

KNOWN = ["P1", "P2", "Björn Ek", "bjorn ek", "Żaneta", "5", "Müller, Anna"]
FULL = {"P1": "Ada Roe", "P2": "Ada Roe", "5": "Bo Li"}


@pytest.mark.parametrize(
    ("said", "found"),
    [
        ("P1", "P1"),
        ("p1", "P1"),
        ("Bjo\u0308rn  Ek ", "Björn Ek"),
        ("bjorn ek", "bjorn ek"),
        ("zaneta", "Żaneta"),
        ("Bo Li", "5"),
        ("bo  LI", "5"),
        (5, "5"),
        ("li bo", "5"),
        ("Muller Anna", "Müller, Anna"),
        ("anna  müller", "Müller, Anna"),
    ],
)
def test_one_is_meant(said, found):
    """Exact names first, then full ones, other capitals, accents and spaces, words exchanged."""
    assert meant("player", said, KNOWN, FULL) == found


@pytest.mark.parametrize("said", ["Ada Roe", "ada roe", "BJÖRN EK", "Roe, Ada", "Ek, Björn"])
def test_several_can_be_meant(said):
    """Who is not told apart has to be named otherwise."""
    with pytest.raises(WrongUse, match="several players may be meant"):
        meant("player", said, KNOWN, FULL)


@pytest.mark.parametrize(
    ("said", "near"), [("BO LIE", "Bo Li"), ("Zanet", "Żaneta"), ("roe", "Ada Roe"), ("", "known")]
)
def test_unknown_names_are_answered_with_near_ones(said, near):
    """Near ones are found whatever the capitals, and by a surname alone."""
    with pytest.raises(UnknownName) as refused:
        meant("player", said, KNOWN, FULL)
    assert near in str(refused.value)


@pytest.mark.parametrize("said", [None, 1.5, True, ["P1"]])
def test_what_is_no_name(said):
    """A value that is no text is refused in words."""
    with pytest.raises(WrongUse, match="named by a text"):
        meant("player", said, KNOWN)


def test_names_with_commas_are_told_apart():
    """A list of names that hold commas has semicolons between them."""
    with pytest.raises(UnknownName, match=r"known: Berg, Anna; Ek, Bo$"):
        meant("player", "xyz", ["Ek, Bo", "Berg, Anna"])
    with pytest.raises(UnknownName, match="did you mean Berg, Anna or Berg, Hanna"):
        meant("player", "Berg, Anne", ["Berg, Anna", "Berg, Hanna"])


def test_what_has_no_name_is_not_offered():
    """Results without pools have one that is called nothing."""
    with pytest.raises(UnknownName, match=r"'blitz'; there is none$"):
        meant("pool", "blitz", [""])
    with pytest.raises(UnknownName, match=r"known: go$"):
        meant("pool", "blitz", ["", "go"])


def test_people_are_offered_by_their_names():
    """Not by the keys that a ledger gives them; a key that is nearly right is offered, too."""
    full = {"8ksd72sp7n": "Berg, Anna", "ffjatapmfq": "Ek, Bo"}
    with pytest.raises(UnknownName, match=r"known: Berg, Anna; Ek, Bo$"):
        meant("player", "Zacharias", list(full), full)
    with pytest.raises(UnknownName, match=r"did you mean 8ksd72sp7n\?"):
        meant("player", "8ksd72sp7m", list(full), full)
