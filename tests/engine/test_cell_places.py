"""Explanations name the value that held: of the pool, since the day from which it holds."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from banzuke.engine.explaining import explain
from banzuke.engine.rulebook import Example, Rulebook, load_rulebook, rulebook_keys
from banzuke.model.errors import BanzukeError
from banzuke.publishing.site import addresses
from banzuke.publishing.site.rulebook_said import of_any_game
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


#: Parameters that a term does not name, because it names the one beside which they act.
TOLD_WITH = {
    "base": "scale",
    "newcomer_games": "newcomer_factor",
    "margin_step": "margin_factors",
    "margin_ease_per_point": "margin_ease",
    "last_share": "first_share",
    "after_top": "top",
    # What is drawn makes its pull weaker, which is told by what the game says.
    "draw_probability": "beta",
    # K for whom no step fits.
    "k": "k_steps",
}


def told_of(rulebook: Rulebook, example: Example) -> tuple[list[float], set[str]]:
    """The numbers that make the changes of an example, and the parameters that they name."""
    rated = rated_game(of_any_game(rulebook), **example.game())
    told = [explain(rated, name) for name in rated.names]
    cells = {term.cell for one in told for term in (*one.terms, *one.inputs)} - {""}
    numbers = [term.value for one in told for term in one.terms]
    return numbers, {cell.partition(":")[0] for cell in cells}


@pytest.mark.parametrize("key", rulebook_keys())
def test_what_moves_a_change_is_named(key: str):
    """In the worked examples every number of the rulebook that moves a change is pointed to.

    Numbers that are 0, or what the system has by itself for who has no value, are left out.
    """
    rulebook = load_rulebook(key)
    fields = type(rulebook.parameters).model_fields
    named: set[str] = set()
    moving: set[str] = set()
    for example in rulebook.examples:
        before, cells = told_of(rulebook, example)
        named |= cells
        for name in fields.keys() - moving:
            value = getattr(rulebook.parameters, name)
            if isinstance(value, bool) or not isinstance(value, int | float) or not value:
                continue
            if name.startswith("start_") or (value == 1.0 and fields[name].default == 1.0):
                continue
            other = value * 1.07 if isinstance(value, float) else value + 1
            try:
                after, _ = told_of(load_rulebook(rulebook, {name: other}), example)
            except BanzukeError:
                continue
            if after != before:
                moving.add(name)
    assert named
    assert {name for name in moving if TOLD_WITH.get(name, name) not in named} - named == set()
