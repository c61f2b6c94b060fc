"""Searching: misspelt names, numbers, several words, nothing."""

from __future__ import annotations

import pytest

from banzuke.publishing.site.finding import Finder, Thing, index_script

NAMES = [
    "Åse Kvamme",
    "Nils Rydell",
    "Nils P. Ekdahl",
    "Freja Högberg",
    "Ødegård, Solveig",
    "Ann Li",
]
FINDER = Finder(
    [Thing("players", name, f"players/{at}") for at, name in enumerate(NAMES)],
    {"1701": [1], "1702": [3]},
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
    ],
)
def test_a_name_is_found_however_it_is_written(asked, first):
    """Accents, order, beginnings, slips and numbers all lead to the person."""
    assert FINDER.find(asked)[0].name == first


def test_several_numbers_find_everybody():
    """Numbers parted by commas find all whose numbers they are."""
    assert [one.name for one in FINDER.find("1701, 1702")] == ["Nils Rydell", "Freja Högberg"]


@pytest.mark.parametrize("asked", ["", "   ", "zzzz", "…", "nils zzzz", "\x00", "%", "a" * 500])
def test_nothing_is_found(asked):
    """What is in no name finds nothing, and does not fail."""
    assert FINDER.find(asked) == []


def test_the_index_is_a_script_that_no_name_breaks():
    """Names with signs of scripts stay data."""
    hostile = Finder([Thing("players", '</script>"\u2028\\', "players/x")], {})
    said = index_script(hostile).decode()
    assert said.startswith("globalThis.banzukeIndex=[[")
    assert "\u2028" not in said
