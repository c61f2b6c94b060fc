"""The events that count for a list, and the circuits that they belong to."""

from __future__ import annotations

from collections.abc import Callable

from banzuke.publishing.site.kinds import page_at
from banzuke.publishing.site.snapshot import Snapshot
from banzuke.workflows.ledger import Ledger

GAMES = """
    date       event      round player_1 player_2 score_1 score_2 rated
    2024-03-14 Gothenburg 1     Lotta    Kalle    34      30      .
    2024-04-15 Lund       1     Lotta    Nils     33      31      .
    2024-05-15 Malmo      1     Lotta    Nils     33      31      no
"""


def test_circuits_of_included_events(
    club: Callable[..., Ledger], snapshot_of: Callable[..., Snapshot]
):
    """A circuit is told with how many of its events count; one of which none counts is not."""
    with club(GAMES, "othello-sweden") as ledger:
        ledger.set_circuit("tour", {"title": "The tour"}, events=["Lund", "Malmo"])
        ledger.set_circuit("friends", {"title": "Friends"}, events=["Malmo"])
        snapshot = snapshot_of(ledger)
    page = page_at(snapshot, "lists/othello-sweden/events")[1]
    assert [row["name"] for row in page.document["events"]] == ["Lund", "Gothenburg"]
    (tour,) = page.document["circuits"]
    assert (tour["title"], tour["counted"], tour["events"]) == ("The tour", 1, 2)
    assert page_at(snapshot, tour["page"])[1].title == "The tour"
