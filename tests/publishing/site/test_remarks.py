"""What systems remark on and complain about: on the pages of lists, in the language of the page."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from sqlalchemy import text

from banzuke.engine.rulebook import load_rulebook
from banzuke.ledger.people import REMOVED
from banzuke.publishing.site.words import translations
from banzuke.workflows.ledger import Ledger
from banzuke.workflows.site import Site
from builders import table
from markup import Markup

#: Two groups that never met; of one somebody has only lost.
APART = """
    date       event  player_1 player_2 result
    2024-03-14 Spring Lotta    Kalle    1-0
    2024-03-14 Spring Kalle    Lotta    1-0
    2024-03-14 Spring Nils     Olof     1-0
    2024-03-15 Spring Olof     Nils     1-0
    2024-03-15 Spring Lotta    Unlucky  1-0
"""

APART_IN_SWEDISH = "grupper av spelare som ingen kedja av poäng förbinder åt båda håll"
APART_IN_ENGLISH = "groups of players whom no chain of points links both ways"


@pytest.fixture(scope="module")
def ledger_path(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A ledger with a published list of which there is something to remark."""
    path = tmp_path_factory.mktemp("site") / "club.db"
    with Ledger.create(path) as ledger:
        ledger.import_frame(table(APART), "games.csv")
        ledger.set_list("main", "bradley-terry", {})
        ledger.publish("main")
    return path


@pytest.fixture(scope="module")
def site(ledger_path: Path) -> Iterator[Site]:
    """Its site."""
    with Site(ledger_path, live=True) as served:
        yield served


def page(site: Site, address: str) -> Markup:
    """A page in Swedish."""
    name = f"sv/{address}.html"
    return Markup(name, site.answer(name, {}).content)


def in_english(said: str) -> list[str]:
    """What of a text stands in English although there is Swedish for it."""
    swedish, found = translations("sv"), []
    for message in swedish._catalog:
        one = message[0] if isinstance(message, tuple) else message
        if not one or swedish.gettext(one) == one:
            continue
        parts = re.split(r"%\(\w+\)s|\{\w+(?:![ars])?(?::[^}]*)?\}", one)
        found += [part for part in parts if part.count(" ") > 2 and part.strip() in said]
    return found


@pytest.mark.parametrize("address", ["lists/main", "lists/main/published/1"])
def test_remarks_stand_on_the_list_in_its_language(site: Site, address: str):
    """What the system says beside the numbers is Swedish, with names; JSON has it in English."""
    said = page(site, address)
    swedish = " ".join(said.said_in("sv"))
    assert APART_IN_SWEDISH in swedish
    assert re.search("Ingen ändlig rating, [^.]*: Unlucky", swedish)
    assert in_english(swedish) == []
    told = json.loads(site.answer(f"{address}.json", {}).content)
    assert [one for one in told["remarks"] if APART_IN_ENGLISH in one]
    assert [one for one in told["remarks"] if one.endswith(": Unlucky")]


def test_a_ledger_tells_its_remarks_too(ledger_path: Path):
    """Whoever looks at a list on paper reads what whoever looks at the page reads."""
    with Ledger(ledger_path) as ledger:
        for said in (ledger.current("main"), ledger.show(1)):
            assert any(one.endswith(": Unlucky") for one in said["remarks"])
        assert ledger.verify_one(1).holds


def test_a_published_list_names_nobody_who_was_removed(tmp_path: Path):
    """What was remarked on somebody stays, the name does not."""
    path = tmp_path / "club.db"
    with Ledger.create(path) as ledger:
        ledger.import_frame(table(APART), "games.csv")
        ledger.set_list("main", "bradley-terry", {})
        ledger.publish("main")
        ledger.anonymise("Unlucky")
        assert any(one.endswith(f": {REMOVED}") for one in ledger.show(1)["remarks"])
    with Site(path, live=True) as site:
        said = page(site, "lists/main/published/1").text
        assert "Unlucky" not in said
        assert f": {translations('sv').gettext(REMOVED)}" in said


def test_a_kept_text_that_nobody_can_translate_is_marked(ledger_path: Path, tmp_path: Path):
    """What a list keeps as plain text, or by a message of another version, stays readable."""
    path = tmp_path / "club.db"
    path.write_bytes(ledger_path.read_bytes())
    with Ledger(path) as ledger, ledger.database.engine.begin() as connection:
        kept = json.loads(connection.scalar(text("select content from publications")))
        kept["remarks"] = ["an old text", {"message": "{n} old things", "values": {"n": 3}}]
        connection.execute(
            text("update publications set content = :kept"), {"kept": json.dumps(kept).encode()}
        )
    with Site(path, live=True) as site:
        said = list(page(site, "lists/main/published/1").said_in("en"))
        assert {"an old text", "3 old things"} <= set(said)


@pytest.mark.parametrize(
    ("rules", "games", "why"),
    [
        (
            "othello-sweden",
            "date player_1 player_2 score_1 score_2\n2024-03-14 Lotta Kalle 34 20",
            "34-20 blir 54 tillsammans",
        ),
        (
            "glicko2",
            "player_1 player_2 result\nLotta Kalle 1-0",
            "glicko2 räknar per månad, men resultaten har inga datum (en kolumn date)",
        ),
        (
            "glicko2",
            "date game player place\n2024-03-14 1 A 1\n2024-03-14 1 B 2\n2024-03-14 1 C 3",
            "räknar partier med två sidor (en duell per parti)",
        ),
    ],
    ids=["a complaint of the system", "no dates", "many sides"],
)
def test_why_a_list_cannot_be_made_is_told_in_the_language(
    tmp_path: Path, rules: str, games: str, why: str
):
    """A complaint of a system, or of what it cannot rate, where the list is missing."""
    path = tmp_path / "club.db"
    with Ledger.create(path) as ledger:
        ledger.import_frame(table(games), "games.csv")
        ledger.set_list("main", load_rulebook(rules), {})
    with Site(path, live=True) as site:
        for address in ("index", "lists/index"):
            said = " ".join(page(site, address).said_in("sv"))
            assert why in said
            assert in_english(said) == []
