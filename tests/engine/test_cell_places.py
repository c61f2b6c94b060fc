"""Explanations name the value that held: of the pool, since the day from which it holds."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from banzuke.engine.explaining import explain
from banzuke.engine.rulebook import Rulebook, load_rulebook, rulebook_keys
from banzuke.publishing.site import addresses
from banzuke.workflows.ledger import Ledger
from banzuke.workflows.one_game import rated_game
from banzuke.workflows.rating import rate
from banzuke.workflows.site import Site
from builders import table

RULES = """
format = 1
title = "Ours"
game = "Chess"
system = "elo"

[parameters]
k = 20
scale = 400

[pools.blitz]
k = 10

[[amendment]]
from = 2024-02-01
parameters = {k = 24, scale = 500}

[[amendment]]
from = 2024-03-01
pools = {blitz = {k = 12}}
"""

GAMES = """
    date       pool  event player_1 player_2 score_1 score_2
    2024-01-15 slow  A     Lotta    Kalle    1       0
    2024-01-15 blitz B     Lotta    Kalle    1       0
    2024-02-15 slow  C     Lotta    Kalle    1       0
    2024-02-15 blitz D     Lotta    Kalle    1       0
    2024-03-15 slow  E     Lotta    Kalle    1       0
    2024-03-15 blitz F     Lotta    Kalle    1       0
"""

PLACES = {
    "A": {"k", "scale"},
    "B": {"pools.blitz.k", "scale"},
    "C": {"k:2024-02-01", "scale:2024-02-01"},
    "D": {"pools.blitz.k", "scale:2024-02-01"},
    "E": {"k:2024-02-01", "scale:2024-02-01"},
    "F": {"pools.blitz.k:2024-03-01", "scale:2024-02-01"},
}


@pytest.fixture
def ours(tmp_path: Path) -> Rulebook:
    """Rules with pools and amendments."""
    (tmp_path / "ours.toml").write_text(RULES, "utf-8")
    return load_rulebook(tmp_path / "ours.toml")


@pytest.mark.parametrize("event", PLACES)
def test_the_value_that_held_is_named(ours: Rulebook, event: str):
    """A pool's own value is above all others, a later one above an earlier one."""
    rated = rate(table(GAMES), ours)
    told = rated.explain("Lotta", event=event)
    cells = {term.cell for term in (*told.terms, *told.inputs)}
    assert cells - {""} == PLACES[event]


def test_every_named_value_is_on_the_page(ours: Rulebook, tmp_path: Path):
    """Each link of an explanation to the rules leads to an element that is there."""
    with Ledger.create(tmp_path / "club.db") as ledger:
        ledger.import_frame(table(GAMES), "games.csv")
        ledger.set_list("ours", ours, {"title": "Ours"})
    with Site(tmp_path / "club.db", live=False) as site:
        rules = site.answer(f"{addresses.system('ours')}.html").content.decode()
        there = set(re.findall(r'id="([^"]+)"', rules))
        (key,) = (k for k, one in site.snapshot.people.items() if one.name == "Lotta")
        found = set()
        for event in site.snapshot.events:
            page = site.answer(f"{addresses.change('ours', key, event)}.html").content.decode()
            found |= set(re.findall(r'href="[^"#]*systems/ours.html#([^"]+)"', page))
    assert found == {addresses.cell(place) for places in PLACES.values() for place in places}
    assert found <= there


@pytest.mark.parametrize("key", rulebook_keys())
def test_explanations_point_to_the_rules(key: str):
    """In the worked examples of every rulebook some number says where it was read."""
    rulebook = load_rulebook(key)
    cells: set[str] = set()
    for example in rulebook.examples:
        rated = rated_game(rulebook, **example.game())
        for name in rated.names:
            told = explain(rated, name)
            cells |= {term.cell for term in (*told.terms, *told.inputs)}
    assert cells - {""}
