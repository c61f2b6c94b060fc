"""Who may be meant by a name: reasons, facts, and whom nobody should take for another."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from banzuke.model.candidates import Candidate, Known, candidates
from banzuke.model.transliteration import ways_to_write


def proposed(name: str, *known: str, **facts: str) -> list[Candidate]:
    """The candidates for a name, of people who have these names and no facts."""
    people = [Known(f"k{number}", (one,)) for number, one in enumerate(known)]
    return candidates({name: facts}, people)[name]


def why(name: str, known: str) -> str:
    """The reason why a name may be somebody's; "" if it may not."""
    found = proposed(name, known)
    return found[0].why[0] if found else ""


@pytest.mark.parametrize(
    ("name", "known", "reason"),
    [
        ("Anna Berg", "Anna Berg", "the same name"),
        ("anna  BERG", "Anna Berg", "the same but for"),
        ("Björn Müller", "Bjorn Mueller", "the same but for"),
        ("Jürgen Groß", "JUERGEN GROSS", "the same but for"),
        ("Søren Ålund", "Soeren Aalund", "the same but for"),
        ("Иван Петров", "Ivan Petrov", "the same but for"),
        ("Γιάννης Παππάς", "Giannis Pappas", "the same but for"),
        ("Jean-Luc O’Neil", "Jean Luc O'Neil", "the same but for"),
        ("Berg, Anna", "Anna Berg", "the same but for"),
        ("OBrien, Sean", "O'Brien, Seán", "the same but for"),
        ("Dan D’ARC", "Dan Darc", "the same but for"),
        ("MÃ¼ller, JÃ¶rg", "Müller, Jörg", "the same but for"),
        ("BERG Anna", "Anna Berg", "the same but for"),
        ("Berg Anna", "Anna Berg", "the same words in another order"),
        ('Anna "Ace" Berg', "Anna Berg", "the same but for"),
        ("Anna (Ace) Berg", "Anna Berg", "the same but for"),
        ("A. Berg", "Anna Berg", "a given name is only an initial"),
        ("Anna Maria Berg", "Anna Berg", "one has more words: maria"),
        ("Anna Lindqvist", "Anna Lindquist", "family names that are alike: lindqvist, lindquist"),
        ("Karl Lindh", "Karl Lind", "family names that are alike"),
        ("Lindh, Karl", "LIND Karl", "family names that are alike"),
        ("Anna Maria Bergh", "Anna Maria Berg", "family names that are alike"),
        ("Åke Fält", "Åke Fälth", "family names that are alike"),
        ("Anna Mller", "Anna Müller", "family names that are alike: mller, muller"),
        ("Anna Müllre", "Anna Müller", "family names that are alike"),
        ("Kristof Berg", "Kristoff Berg", "given names that are alike: kristof, kristoff"),
        ("Berg, Fredirk", "Fredrik Berg", "given names that are alike: fredirk, fredrik"),
    ],
)
def test_reasons(name, known, reason):
    """What two spellings of one name have in common is said, whichever is the known one."""
    assert why(name, known).startswith(reason)
    assert why(known, name).split(":")[0] == why(name, known).split(":")[0]


@pytest.mark.parametrize(
    ("name", "known"),
    [
        ("Anna Berg", "Anne Berg"),
        ("Jan Novák", "Jana Nováková"),
        ("Jon Berg", "John Berg"),
        ("Mario Berg", "Maria Berg"),
        ("Daniel Berg", "Daniela Berg"),
        ("Hanna Berg", "Anna Berg"),
        ("Joannas Berg", "Joannes Cole"),
        ("BERG Anna", "BERG Anne"),
        ("Berg, Anna", "Berg, Anne"),
        ("Berg Anna", "Anne Berg"),
        ("William Berg", "Bill Berg"),
        ("Anna Berg", "Anna Bern"),
        ("Anna Lee", "Anna Lea"),
        ("Karl Lindh", "Karl Lindt"),
        ("Karl Lindh", "Karl Blind"),
        ("Karl Lind", "Karin Lindh"),
        ("K. Lind", "Karl Lindh"),
        ("Karl Eks", "Karl Ek"),
        ("Karl Team1", "Karl Team"),
        ("Annet Berg", "Anne Berg"),
        ("player1", "player2"),
        ("Anna Team12", "Anna Team13"),
        ("Anna Berg", "Bo Cole"),
        ("A. Berg", "Bo Berg"),
        ("Anna", "Anna Berg"),
        ("", "Anna Berg"),
    ],
)
def test_who_is_not_proposed(name, known):
    """Siblings, nicknames, short and numbered names, and who shares no more than a word."""
    assert why(name, known) == ""


def test_short_family_names_that_differ_at_the_end_do_not_drown_the_others():
    """Of all pairs of a given and one of many short family names, those are asked, and no more."""
    given, families = ("Anna", "Karl", "Sven", "Olga"), ("Lind", "Berg", "Holm", "Dahl", "Falk")
    names = [f"{one} {family}{end}" for one in given for family in families for end in ("", "h")]
    people = [Known(name, (name,)) for name in names]
    for name, found in candidates({name: {} for name in names}, people).items():
        wanted = {name, f"{name}h", name.removesuffix("h")} & set(names)
        assert {one.key for one in found} == wanted


def test_given_names_that_others_have_are_two():
    """Of two spellings one must be nobody else's: Victor and Viktor are as likely brothers."""
    assert why("Viktor Berg", "Victor Berg").startswith("given names that are alike")
    both = ("Victor Berg", "Victor Cole", "Viktor Dahl")
    assert proposed("Viktor Berg", *both) == []
    (one,) = proposed("Fredirk Berg", "Fredrik Berg", "Fredrik Cole", "Fredrik Dahl")
    assert one.why == ("given names that are alike: fredirk, fredrik",)


def test_facts_speak_for_and_against():
    """A year of birth, a nation and a club are told; the likeliest comes first."""
    people = [
        Known("old", ("Anna Berg",), {"born": "1950-02-01", "nation": "SWE", "club": "A"}),
        Known("young", ("Anna Berg",), {"born": "1990", "nation": "swe", "club": "B"}),
    ]
    facts = {"born": "1990", "nation": "SWE", "club": "A"}
    young, old = candidates({"Anna Berg": facts}, people)["Anna Berg"]
    assert (young.key, old.key) == ("young", "old")
    assert young.why == ("the same name", "both born 1990", "both nation swe")
    assert young.against == ("club B, not A",)
    assert old.against == ("born 1950-02-01, not 1990",)
    assert young.likely > old.likely


@pytest.mark.parametrize("fact", [{"born": "1951"}, {"sex": "m"}, {"id": "7"}])
def test_who_is_only_alike_needs_facts_that_agree(fact):
    """Names that are alike are not proposed where a birth, a sex or a number differs."""
    known = {"born": "1950", "sex": "f", "id": "8"}
    people = [Known("k", ("Anna Lindquist",), known)]
    assert candidates({"Anna Lindqvist": {}}, people)["Anna Lindqvist"]
    assert candidates({"Anna Lindqvist": fact}, people)["Anna Lindqvist"] == []


def test_any_of_somebodys_names():
    """A name that a file had before is as good as the one that is shown."""
    people = [Known("k", ("Anna Cole", "Anna Berg"))]
    (one,) = candidates({"Berg, Anna": {}}, people)["Berg, Anna"]
    assert (one.name, one.likely) == ("Anna Cole", 98)


def test_so_many_and_no_more():
    """Of many namesakes the first by key."""
    people = [Known(f"k{number}", ("Anna Berg",)) for number in range(9)]
    found = candidates({"Anna Berg": {}}, people, most=2)["Anna Berg"]
    assert [one.key for one in found] == ["k0", "k1"]


@given(st.lists(st.text("aäАнΔ ,.-'\"B", max_size=12), max_size=6), st.text("aäАн ,B", max_size=12))
def test_any_names(known, name):
    """Whatever names are made of, likelihoods lie between 0 and 100 and come in order."""
    people = [Known(str(number), (one,)) for number, one in enumerate(known)]
    found = candidates({name: {}}, people, most=9)[name]
    assert all(0 <= one.likely <= 100 and one.why for one in found)
    assert [one.likely for one in found] == sorted((one.likely for one in found), reverse=True)


def test_ways_to_write_are_few():
    """A long word in another alphabet is not written in millions of ways."""
    assert len(ways_to_write("йюяйюяйюяйюяйюя")) <= 64
    assert ways_to_write("İstanbul") == {"istanbul"}


first_names = st.sampled_from(
    ["Anna", "Anne", "Fredrik", "Fredirk", "F.", "Åsa", "Asa", "Иван", "Ivan"]
)
family = st.sampled_from(
    ["Lindqvist", "Lindquist", "Lind", "Lindh", "Lindt", "Berg", "Petrov", "Петров", "van Berg", ""]
)
people_names = st.builds("{1}, {0}".format, first_names, family) | st.builds(
    "{} {}".format, first_names, family
)


@given(st.lists(people_names, min_size=1, max_size=8), people_names)
def test_nobody_is_overlooked(known, name):
    """Who is found by words are those who would be found by looking at each."""
    people = [Known(str(number), (one,)) for number, one in enumerate(known)]
    found = candidates({name: {}}, people, most=9)
    everybody = {name: list(range(len(people)))}
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr("banzuke.model.candidates.near_people", lambda *_: everybody)
        assert candidates({name: {}}, people, most=9) == found
