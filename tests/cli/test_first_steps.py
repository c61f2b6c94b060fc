"""A ledger's first steps: each page that is empty says what to do next, and that can be done."""

from __future__ import annotations

import html
import re
import shlex
from collections.abc import Callable
from pathlib import Path

import pytest

from banzuke.workflows.ledger import Ledger
from banzuke.workflows.site import Site

RESULTS = """date,event,player_1,player_2,score_1,score_2
2024-03-14,Gothenburg,Lotta,Kalle,34,30
2024-03-14,Gothenburg,Nils,Kalle,20,44
"""


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty ledger, in a folder with a file of results."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "results.csv").write_text(RESULTS, "utf-8")
    Ledger.create(tmp_path / "club.db").close()
    return tmp_path / "club.db"


def commands(place: Path, address: str) -> list[list[str]]:
    """The commands that a page tells."""
    with Site(place, live=True) as site:
        page = site.answer(f"{address}.html").content.decode()
    told = re.findall(r'<p class="formula command">(.*?)</p>', page, flags=re.DOTALL)
    return [shlex.split(html.unescape(one)) for part in told for one in part.split("<br>")]


def test_every_step_leads_to_the_next(run: Callable, place: Path):
    """What the first page and those after it tell to do works as it stands, up to publishing."""
    for address, after in (
        ("index", "lists/main"),
        ("lists/index", "lists/main/published/1"),
        ("circuits/index", "circuits/grand-prix"),
    ):
        steps = commands(place, address)
        assert steps, address
        for step in steps:
            assert step[0] == "banzuke"
            agreed = ["--yes"] if step[1] in ("import", "publish") else []
            done = run(*step[1:], "--ledger", place, *agreed)
            assert done.exit_code == 0, (step, done.stderr)
        with Site(place, live=True) as site:
            assert site.answer(f"{after}.html").content
    assert commands(place, "index") == commands(place, "lists/index") == []


@pytest.mark.parametrize("address", ["battle/index", "players/index", "events/index", "lists/main"])
def test_pages_without_results_tell_to_import(run: Callable, place: Path, address: str):
    """Without results every page that shows them tells how they come there."""
    assert run("lists", "set", "main", "--rules", "elo", "--ledger", place).exit_code == 0
    assert commands(place, address) == [["banzuke", "import", "results.csv"]]
    assert run("import", "results.csv", "--ledger", place, "--yes").exit_code == 0
    assert commands(place, address) == []


def test_a_list_is_published_by_its_own_key(run: Callable, place: Path):
    """Whatever the key is made of: as it is typed, not as it stands in addresses."""
    run("import", "results.csv", "--ledger", place, "--yes")
    assert run("lists", "set", "Our list", "--rules", "elo", "--ledger", place).exit_code == 0
    assert commands(place, "lists/index") == [["banzuke", "publish", "Our list"]]


def test_a_list_that_cannot_be_made_says_why(run: Callable, place: Path):
    """A list that is refused is called by its title, the player by name, and none is set up."""
    run("import", "results.csv", "--ledger", place, "--yes")
    rules = "--rules", "dash-baduk", "--set", "title=Our list"
    assert run("lists", "set", "main", *rules, "--ledger", place).exit_code == 0
    with Site(place, live=True) as site:
        keys = set(site.snapshot.people)
        for address in ("index", "lists/index"):
            page = html.unescape(site.answer(f"{address}.html").content.decode())
            said = re.search(r"The list Our list cannot be made.*rank: “(\w+)”", page)
            assert said is not None
            assert said[1] in ("Lotta", "Kalle", "Nils")
            assert not any(f"'{key}'" in page for key in keys)
    assert commands(place, "index") == commands(place, "lists/index") == []
