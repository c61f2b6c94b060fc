"""Places in events: those that are reckoned all at once are those of the standings."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import polars as pl

from banzuke.publishing.site.places import Places
from banzuke.workflows.ledger import Ledger
from banzuke.workflows.site import Site
from builders import table

BYES = """
    date       event  round player_1 player_2 score_1 score_2 status
    2024-03-14 Byes   1     Lotta    Kalle    34      30      played
    2024-03-14 Byes   1     Nils     .        .       .       bye
    2024-03-15 Byes   2     Nils     Lotta    40      24      played
    2024-03-15 Byes   2     Kalle    .        .       .       bye
"""


def _games(seed: int) -> pl.DataFrame:
    """Events of a few rounds between players of one field, drawn at random."""
    rng = np.random.default_rng(seed)
    rows = [
        {
            "event": f"Event {event}",
            "date": f"2024-{event % 12 + 1:02d}-01",
            "round": str(number),
            "player_1": f"P{one:02d}",
            "player_2": f"P{other:02d}",
            "result": str(rng.choice(["1-0", "0-1", "1/2-1/2"])),
        }
        for event in range(20)
        for number in range(1, 4)
        for one, other in rng.permutation(24)[: 2 * rng.integers(1, 9)].reshape(-1, 2).tolist()
    ]
    return pl.DataFrame(rows)


def test_all_at_once_or_one_by_one(tmp_path: Path):
    """Every player's place in every event is the one of the event's standings."""
    with Ledger.create(tmp_path / "club.db") as ledger:
        ledger.import_frame(_games(5), "games.csv")
        ledger.import_frame(table(BYES), "byes.csv")
    with Site(tmp_path / "club.db", live=False) as site:
        snapshot = site.snapshot
    places = Places(snapshot)
    told = 0
    for key in snapshot.events:
        wanted = places.of_event(key)
        for player in snapshot.people:
            assert places.of_player(key, player) == wanted.get(player)
        told += len(wanted)
    assert told > 100
