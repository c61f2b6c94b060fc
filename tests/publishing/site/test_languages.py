"""Pages in another language: what is translated, what is a name, what is marked as English."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from banzuke.engine.rulebook import load_rulebook
from banzuke.workflows.ledger import Ledger
from banzuke.workflows.site import Site
from builders import table
from markup import Markup

#: People who are called as texts of the pages are.
GAMES = """
    date       event  status player_1 player_2 result
    2024-03-14 games  played points   {0}      1-0
    2024-03-15 games  bye    points   -        1-0
    2024-03-16 later  played points   everybody 1-0
"""


OWN = """
format = 1
extends = "elo"
title = "Egna regler"
text = "Så räknar vi."
[list]
least_games = 2
"""


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """A served site with a list by rules as they come, and one by rules of its own."""
    path = tmp_path_factory.mktemp("site") / "club.db"
    own = path.with_name("mine.toml")
    own.write_text(OWN, encoding="utf-8")
    mine = load_rulebook(own)
    with Ledger.create(path) as ledger:
        ledger.import_frame(table(GAMES), "games.csv")
        ledger.set_list("main", "elo", {})
        ledger.set_list("own", mine, {})
    with Site(path, live=True) as served:
        yield served


def page(site: Site, address: str, **query: str) -> Markup:
    """A page in Swedish."""
    name = f"sv/{address}.html"
    return Markup(name, site.answer(name, query).content)


def key_of(site: Site, name: str) -> str:
    """The key of a player."""
    return next(key for key, one in site.snapshot.people.items() if one.name == name)


def test_an_explanation_translates_words_and_no_names(site: Site):
    """Terms and reasons are Swedish; who is called as a term, or as a code, stays so."""
    event = next(key for key, one in site.snapshot.events.items() if one.name == "games")
    text = page(site, f"changes/main/{key_of(site, 'points')}/{event}").text
    assert "förväntad poäng mot {0}" in text
    assert "1 parti räknas inte: frirond" in text
    assert "points" in text


def test_why_somebody_is_not_listed(site: Site):
    """The reason comes out of a table as plain text, and is told in Swedish all the same."""
    assert "färre än 2 räknade partier" in page(site, "lists/own").text
    assert "färre än 2 räknade partier" in page(site, f"players/{key_of(site, '{0}')}").text


def test_rules_that_come_with_the_program_are_marked_as_english(site: Site):
    """Their meanings are translated; prose and settings, which are not, say their language."""
    for key in ("elo", "glicko"):
        packaged = page(site, f"systems/{key}")
        assert "expected score" in " ".join(packaged.said_in("en"))
        assert "hur stark spelaren är" in " ".join(packaged.said_in("sv"))
    own = page(site, "systems/mine")
    assert "Så räknar vi." in " ".join(own.said_in("sv"))
    assert "k = 32)" in " ".join(own.said_in("en")), "what is taken over"


def test_a_calculator_answers_in_swedish(site: Site):
    """Players without names are Swedish ones; what is refused is marked as English."""
    asked = {"rating_1": "1500", "rating_2": "1400", "outcome": "1-0"}
    assert "förväntad poäng mot spelare 2" in page(site, "systems/elo", **asked).text
