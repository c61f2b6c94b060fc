"""Explanations of changes: every game a line, digits that add up, why something is not rated."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from banzuke.engine.rulebook import Rulebook, load_rulebook
from banzuke.model.errors import NoSuchPage
from banzuke.publishing.site.change_pages import address_of_row
from banzuke.publishing.site.kinds import page_at, page_kinds
from banzuke.publishing.site.page import Page
from banzuke.publishing.site.snapshot import Snapshot
from banzuke.workflows.ledger import Ledger
from banzuke.workflows.site import Site
from builders import day, rules, table

OTHELLO = """
    date       event      round player_1 player_2 score_1 score_2 status
    2024-03-14 Gothenburg 1     Lotta    Kalle    34      30      played
    2024-03-14 Gothenburg 2     Lotta    Nils     20      44      played
    2024-03-14 Gothenburg 3     Kalle    Nils     32      32      played
    2024-03-14 Gothenburg 3     Lotta    .        .       .       bye
    2024-03-14 Gothenburg 3     Olof     .        .       .       bye
    2024-04-02 .          .     Lotta    Kalle    33      31      played
"""


@pytest.fixture
def made(tmp_path: Path) -> Callable[..., Snapshot]:
    """A ledger of the games of a table, with a list by each of some rulebooks, as a snapshot."""

    def make(text: str, *rulebooks: str | Rulebook) -> Snapshot:
        with Ledger.create(tmp_path / "club.db") as ledger:
            ledger.import_frame(table(text), "games.csv")
            for rules in map(load_rulebook, rulebooks):
                ledger.set_list(rules.key, rules, {"title": rules.title})
        with Site(tmp_path / "club.db", live=False) as site:
            return site.snapshot

    return make


def _key(snapshot: Snapshot, name: str) -> str:
    return next(key for key, person in snapshot.people.items() if person.name == name)


def _page(snapshot: Snapshot, listed: str, name: str, which: str = "") -> Page:
    which = which or next(iter(snapshot.events))
    return page_at(snapshot, f"changes/{listed}/{_key(snapshot, name)}/{which}")[1]


def _bill(page: Page) -> Any:
    (bill,) = page.document["explained"]
    return bill


def test_a_line_a_game_with_a_running_sum(made: Callable[..., Snapshot]):
    """Every game has its opponent, result, points and the sum so far; they add up to the change."""
    bill = _bill(_page(made(OTHELLO, "othello-sweden"), "othello-sweden", "Lotta"))
    assert [game["met"][0]["name"] for game in bill["games"]] == ["Kalle", "Nils"]
    assert [game["outcome"] for game in bill["games"]] == ["won", "lost"]
    assert [game["change_text"] for game in bill["games"]] == ["+12", "-16"]
    assert [game["sum_text"] for game in bill["games"]] == ["+12", "-4"]
    assert bill["formula"] == "1000 + 12 - 16 = 996"
    assert bill["why"] == "1 game is not rated: bye"


def test_ratings_are_those_before(made: Callable[..., Snapshot]):
    """The opponents' ratings are those that the points were found by, and not those of today."""
    snapshot = made(OTHELLO, "othello-sweden")
    games = _bill(_page(snapshot, "othello-sweden", "Lotta"))["games"]
    assert [game["met"][0]["rating_text"] for game in games] == ["1000", "1000"]


def test_why_nothing_was_rated(made: Callable[..., Snapshot]):
    """Who only had a bye reads that it is not rated."""
    bill = _bill(_page(made(OTHELLO, "othello-sweden"), "othello-sweden", "Olof"))
    assert not bill["rated"]
    assert bill["why"] == "bye: not rated"
    assert bill["formula"] is None


def test_other_lists_that_rated_the_event(made: Callable[..., Snapshot]):
    """What other lists made of the same event is told with the change, and can be followed."""
    snapshot = made(OTHELLO, "othello-sweden", "elo")
    (other,) = _page(snapshot, "othello-sweden", "Lotta").document["elsewhere"]
    assert other["list"] == "elo"
    assert page_at(snapshot, other["page"])[1].document["change_text"] == other["change_text"]


def test_fractions_add_up_as_they_are_written(made: Callable[..., Snapshot]):
    """Of ratings with fractions the digits on the page add up to the digits of the total."""
    bill = _bill(_page(made(OTHELLO, "elo"), "elo", "Lotta"))
    written = [int(game["change_text"].replace(".", "")) for game in bill["games"]]
    assert sum(written) == int(bill["change_text"].replace(".", ""))
    before, after = (int(bill[name].replace(".", "")) for name in ("before_text", "after_text"))
    assert before + sum(written) == after


def test_the_value_shown_has_its_own_bill(made: Callable[..., Snapshot]):
    """Where a list shows rating less deviation, what each of the two did adds up."""
    shown = _bill(_page(made(OTHELLO, "trueskill"), "trueskill", "Lotta"))["shown"]
    parts = [int(part["text"].replace(".", "")) for part in shown["parts"]]
    before, after = (int(shown[name].replace(".", "")) for name in ("before_text", "after_text"))
    assert len(parts) == 2
    assert before + sum(parts) == after


def test_a_game_without_an_event(made: Callable[..., Snapshot]):
    """It has a page of its own, found from its row, where the rulebook rates by game."""
    snapshot = made(OTHELLO, "elo")
    kind = next(kind for kind in page_kinds() if kind.template == "change.html")
    lotta = _key(snapshot, "Lotta")
    known = snapshot.events
    alone = [one for one in kind.addresses(snapshot) if one.rsplit("/", 1)[1] not in known]
    assert len(alone) == 2
    (address,) = [one for one in alone if lotta in one]
    assert _bill(page_at(snapshot, address)[1])["games"][0]["met"][0]["name"] == "Kalle"


def test_an_adjustment_by_decree(made: Callable[..., Snapshot]):
    """It has a page of its own, with what was done and from which rule, found from its row."""
    season = {"on": day("2024-03-20"), "title": "season", "toward": 1500.0, "share": 0.5}
    snapshot = made(OTHELLO, rules(base="elo", adjustment=[season]))
    lotta, shown = _key(snapshot, "Lotta"), snapshot.lists["elo"]
    history = shown.history_of(lotta)
    (row,) = history.filter(history["event"] == "season").to_dicts()
    page = page_at(snapshot, address_of_row(snapshot, shown, lotta, row))[1]
    assert page.document["adjustment"] == "season 2024-03-20"
    (term,) = _bill(page)["terms"]
    assert term["name"].startswith("50 % of the way from")
    assert _bill(page)["change"] == row["change"]
    assert _bill(page)["formula"].endswith(f"= {_bill(page)['after_text']}")


def test_all_pages_at_once_are_those_built_one_by_one(made: Callable[..., Snapshot]):
    """One way through all results gives the same pages, at the addresses that are told."""
    season = {"on": day("2024-03-20"), "title": "season", "toward": 1500.0, "share": 0.5}
    adjusted = rules(base="elo", adjustment=[season])
    snapshot = made(OTHELLO, "othello-sweden", adjusted, "glicko2", "trueskill")
    kind = next(kind for kind in page_kinds() if kind.template == "change.html")
    pages = dict(kind.pages(snapshot))
    assert sorted(pages) == sorted(kind.addresses(snapshot))
    for address, page in pages.items():
        assert page_at(snapshot, address)[1].document == page.document


def test_an_event_of_several_pools(made: Callable[..., Snapshot]):
    """What moved two ratings of a player is one page with a bill each, however it is made."""
    text = """
        date       event pool   player_1 player_2 result
        2024-01-02 X     hearts A        B        1-0
        2024-01-03 X     spades B        A        1-0
        2024-01-04 Y     spades B        A        1-0
        2024-01-05 .     hearts B        A        1-0
        2024-01-06 .     spades B        A        1-0
    """
    snapshot = made(text, "warlight")
    kind = next(kind for kind in page_kinds() if kind.template == "change.html")
    pages = dict(kind.pages(snapshot))
    assert sorted(pages) == sorted(kind.addresses(snapshot))
    for address, page in pages.items():
        assert page_at(snapshot, address)[1].document == page.document
    pools = [[bill["pool"] for bill in page.document["explained"]] for page in pages.values()]
    assert sorted(pools) == [*[["hearts"]] * 2, *[["hearts", "spades"]] * 2, *[["spades"]] * 4]


def test_no_page_of_an_event_that_was_not_rated(made: Callable[..., Snapshot]):
    """Somebody who did not play there has nothing to be explained."""
    snapshot = made(OTHELLO, "othello-sweden")
    for player, which in (("nobody", next(iter(snapshot.events))), (_key(snapshot, "Nils"), "x")):
        with pytest.raises(NoSuchPage):
            page_at(snapshot, f"changes/othello-sweden/{player}/{which}")
