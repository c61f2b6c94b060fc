"""Searching: misspelt names, numbers, several words, nothing."""

from __future__ import annotations

import json

import pytest

from banzuke.publishing.site.finding import MOST_ALSO, Also, Finder, Thing, finder_of, index_script

NAMES = [
    "Åse Kvamme",
    "Nils Rydell",
    "Nils P. Ekdahl",
    "Freja Högberg",
    "Ødegård, Solveig",
    "Ann Li",
]
HINTS = {"Freja Högberg": "SWE · Lunds SK · 1998", "Nils Rydell": "NOR · Oslo · 1970"}
FINDER = Finder(
    [
        *(
            Thing("players", name, f"players/{at}", HINTS.get(name, ""))
            for at, name in enumerate(NAMES)
        ),
        Thing("events", "Swedish Open", "events/e1", "2024-03-15"),
        Thing("clubs", "Lunds SK", "lists/main/clubs/lunds-sk", "Open list"),
    ],
    Also({"1701": [1], "1702": [3]}, {3: ["Berg, Freja", "Freja Lindh"]}),
)


@pytest.mark.parametrize(
    ("asked", "first"),
    [
        ("nils rydell", "Nils Rydell"),
        ("Rydell Nils", "Nils Rydell"),
        ("nis ridel", "Nils Rydell"),
        ("ase", "Åse Kvamme"),
        ("hogbreg", "Freja Högberg"),
        ("Ryd", "Nils Rydell"),
        ("1702", "Freja Högberg"),
        ("li", "Ann Li"),
        ("lindh", "Freja Högberg"),
        ("freja brg", "Freja Högberg"),
        ("oslo", "Nils Rydell"),
        ("nils nor", "Nils Rydell"),
        ("freja 1998", "Freja Högberg"),
        ("open 2024", "Swedish Open"),
        ("lunds", "Lunds SK"),
    ],
)
def test_a_name_is_found_however_it_is_written(asked, first):
    """Accents, order, beginnings, slips and numbers all lead to the person."""
    assert FINDER.find(asked)[0].name == first


def test_several_numbers_find_everybody():
    """Numbers parted by commas find all whose numbers they are."""
    assert [one.name for one in FINDER.find("1701, 1702")] == ["Nils Rydell", "Freja Högberg"]


def test_what_stands_beside_a_name_comes_after_names():
    """Who is called so is likelier than who was, and than who is of that club or nation."""
    finder = Finder(
        [
            Thing("players", "Ann Ek", "players/1", "SWE · Lund"),
            Thing("players", "Åke Lund", "players/2", ""),
            Thing("players", "Bo Alm", "players/3", ""),
        ],
        Also({}, {2: ["Bo Lund"]}),
    )
    assert [one.name for one in finder.find("lund")] == ["Åke Lund", "Bo Alm", "Ann Ek"]


@pytest.mark.parametrize("asked", ["1703", "freja 1999", "swf", "open lunds"])
def test_marks_are_found_as_they_are_written(asked):
    """A number, a year or a nation with a slip is another; a club's list is none of its words."""
    assert FINDER.find(asked) == []


@pytest.mark.parametrize("asked", ["", "   ", "zzzz", "…", "nils zzzz", "\x00", "%", "a" * 500])
def test_nothing_is_found(asked):
    """What is in no name finds nothing, and does not fail."""
    assert FINDER.find(asked) == []


def test_the_index_is_a_script_that_no_name_breaks():
    """Names with signs of scripts stay data."""
    hostile = Finder([Thing("players", '</script>"\u2028\\', "players/x")], Also({}, {}))
    said = index_script(hostile).decode()
    assert said.startswith("globalThis.banzukeIndex=[[")
    assert "\u2028" not in said


def test_the_index_is_bounded():
    """Former names and numbers stand in it up to a length, and not where it grows too large."""
    many = Finder(
        [Thing("players", "A", "players/x", "SWE")], Also({"17": [0], "x": [0]}, {0: ["B" * 200]})
    )

    def rows(script: bytes) -> list[list[str]]:
        return json.loads(script.decode().partition("=")[2].rstrip(";\n"))

    plain = ["p", "A", "players/x", "SWE"]
    assert rows(index_script(many)) == [[*plain, "B" * MOST_ALSO]]
    assert rows(index_script(many, largest=100)) == [plain]
    some = Finder(many.things, Also({"17": [0], "x": [0]}, {0: ["Bo Ek"]}))
    assert rows(index_script(some)) == [[*plain, "Bo Ek 17"]]


GAMES = """
    date       event  player_1 player_2 result
    2024-03-14 Spring Lotta    Kalle    1-0
    2024-03-15 Spring Nils     Olof     1-0
"""


def test_people_are_found_by_former_names(club, snapshot_of):
    """Who was renamed or merged is found by every name; of who was removed no name is left."""
    with club(GAMES, "elo") as ledger:
        ledger.correct({"name": "Charlotta", "nation": "SWE"}, person="Lotta")
        ledger.merge("Olof", "Kalle")
        ledger.correct({"name": "Nisse"}, person="Nils")
        ledger.anonymise("Nisse")
        snapshot = snapshot_of(ledger)
    finder = finder_of(snapshot)
    for asked, name in (("lotta", "Charlotta"), ("olof", "Kalle"), ("charlotta swe", "Charlotta")):
        assert [one.name for one in finder.find(asked)] == [name]
    assert finder.find("nils") == finder.find("nisse") == []
    script = index_script(finder).decode()
    assert "Lotta" in script
    assert "Nils" not in script
