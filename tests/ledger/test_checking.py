"""What is said of a person, an event or a list is checked before it is stored."""

from __future__ import annotations

import pytest

from banzuke.ledger.changes import Change
from banzuke.model.errors import ChangeRefused, UnknownName
from banzuke.workflows.ledger import Ledger


@pytest.fixture
def club(ledger: Ledger) -> Ledger:
    """A list by Elo of one game."""
    ledger.set_list("main", "elo")
    game = {"date": "2026-01-01", "player_1": "Anna Berg", "player_2": "Bo Ek", "result": "1-0"}
    ledger.record([{**game, "event": "Cup"}])
    return ledger


def said(club: Ledger, kind: str, who: dict[str, str], fact: str, value: str) -> None:
    """Correct one fact."""
    club.make(Change(f"correct {kind}", {**who, "values": {fact: value}}))


@pytest.mark.parametrize(
    ("fact", "value"),
    [
        ("players", "abc"),
        ("players", "9" * 400),
        ("rounds", "0"),
        ("end", "2024-W05-3"),
        ("end", "some day"),
        ("name", "  "),
        ("name", "Cup\x1b[2J"),
        ("name", "Cup\ud800"),
        ("name", "C" * 1001),
        ("prize", "100"),
    ],
)
def test_no_fact_of_an_event_stops_the_lists(club: Ledger, fact: str, value: str):
    """What no file may say of an event is refused, and the lists are made as before."""
    with pytest.raises(ChangeRefused):
        said(club, "event", {"event": "Cup"}, fact, value)
    assert len(club.current("main")["players"]) == 2


def test_the_end_of_an_event_is_kept_as_a_day(club: Ledger):
    """A day is stored as files say it, whatever surrounds it."""
    done = club.make(Change("correct event", {"event": "Cup", "values": {"end": " 2026-01-31 "}}))
    assert done.told["changed"] == {"end": {"before": "", "after": "2026-01-31"}}


@pytest.mark.parametrize(
    ("fact", "value"),
    [
        ("rating", "abc"),
        ("rating", "inf"),
        ("games", "-5"),
        ("deviation", "0"),
        ("volatility", "-1"),
        ("name", "   "),
        ("name", "Anna\x00"),
        ("club", "\x1b]0;title\x07"),
        ("player", "other-key"),
    ],
)
def test_no_fact_of_a_person_stops_the_lists(club: Ledger, fact: str, value: str):
    """What no players file may say is refused, and the lists are made as before."""
    with pytest.raises(ChangeRefused):
        said(club, "person", {"person": "Anna Berg"}, fact, value)
    assert len(club.current("main")["players"]) == 2


@pytest.mark.parametrize("key", ["", "  ", "a\x00b", "k" * 1001])
def test_a_list_needs_a_key_that_can_be_shown(club: Ledger, key: str):
    """A list without a key is refused, and the others are there as before."""
    with pytest.raises(ChangeRefused):
        club.set_list(key, "elo")
    assert [record.key for record in club.lists()] == ["main"]


def test_a_list_without_a_title_is_called_by_its_key(club: Ledger):
    """Who takes the title back has the key as title."""
    club.set_list("main", None, {"title": "The list"})
    club.set_list("main", None, {"title": ""})
    assert club.current("main")["title"] == "main"


@pytest.mark.parametrize("number", [2**63, 2**70, -(2**70)])
def test_numbers_that_no_database_holds_are_refused(club: Ledger, number: int):
    """A game or a revision of such a number is told of in words."""
    for change in (
        Change("withdraw", {"games": [number]}),
        Change("correct game", {"game": number, "values": {"round": "1"}}),
        Change("undo", {"number": number}),
    ):
        with pytest.raises(ChangeRefused, match="no such number"):
            club.make(change)


def test_reasons_that_cannot_be_stored_are_refused(club: Ledger):
    """Half a letter in the reason of a change is told of in words."""
    with pytest.raises(ChangeRefused, match="why"):
        club.make(Change("withdraw", {"games": [1]}), who="Ann", why="\udcff")


def test_a_corrected_result_tells_what_stood_there(club: Ledger):
    """The record of a correction has the result before and after."""
    done = club.make(Change("correct game", {"game": 1, "values": {"winner": "Bo Ek"}}))
    said = done.told["changed"]["result"]
    assert (said["before"], said["after"], len(said["sides"])) == ("0-1", "1-0", 2)


@pytest.mark.parametrize("number", [-1, 99, 2**70])
def test_a_revision_that_was_never_made_is_not_taken_for_now(club: Ledger, number: int):
    """Ratings and differences as of an unknown revision are refused, not those of today."""
    with pytest.raises(UnknownName, match="revision"):
        club.rate("elo", revision=number)
    with pytest.raises(UnknownName, match="revision"):
        club.ratings("main", revision=number)
    with pytest.raises(UnknownName, match="revision"):
        club.diff("main", 1, number)
