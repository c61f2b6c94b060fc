"""The figures of a ledger, held against a second reckoning."""

from __future__ import annotations

from collections.abc import Callable

from banzuke.publishing.site.kinds import page_at
from banzuke.publishing.site.snapshot import Snapshot
from banzuke.workflows.ledger import Ledger

GAMES = """
    date       event      round player_1 player_2 score_1 score_2
    2021-12-31 Gothenburg 1     Lotta    Kalle    34      30
    2022-01-01 Lund       1     Nils     Kalle    20      44
    2022-01-01 Lund       2     Kalle    Lotta    32      32
    2024-03-15 Malmo      1     Lotta    Nils     33      31
    2024-03-15 Malmo      2     Lotta    Nils     33      31
"""


def test_years_are_counted(club: Callable[..., Ledger], snapshot_of: Callable[..., Snapshot]):
    """Each year has its games, events and different players, also one without any."""
    with club(GAMES, "elo") as ledger:
        document = page_at(snapshot_of(ledger), "statistics")[1].document
    told = [tuple(row[name] for name in row) for row in document["years"]]
    assert told == [(2021, 1, 1, 2), (2022, 2, 1, 3), (2023, 0, 0, 0), (2024, 2, 1, 2)]


def test_the_least_expected_wins_come_first(
    club: Callable[..., Ledger], snapshot_of: Callable[..., Snapshot]
):
    """Of many wins against the odds those are told that were expected least."""
    rows = [
        f"    2024-01-{day:02} .  .  {one} {other} 1 0"
        for day, (one, other) in enumerate([("A", "B"), ("A", "C"), ("B", "C"), ("C", "B")] * 7, 1)
    ]
    text = (
        "\n".join(["\n    date       event round player_1 player_2 score_1 score_2", *rows]) + "\n"
    )
    with club(text, "elo") as ledger:
        snapshot = snapshot_of(ledger)
    (told,) = page_at(snapshot, "statistics")[1].document["rulebooks"]
    histories = snapshot.lists["elo"].histories
    wins = [
        row["expected"]
        for key in snapshot.people
        for row in histories.of_player(key).iter_rows(named=True)
        if row["score"] == 1.0 and row["expected"] < 0.5
    ]
    assert len(wins) > 5
    assert [row["expected"] for row in told["upsets"]] == sorted(wins)[:5]
