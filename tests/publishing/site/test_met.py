"""What is written for a script that compares any two players where no server answers."""

from __future__ import annotations

import json
import re
from collections.abc import Callable

import polars as pl

from banzuke.publishing.site import addresses
from banzuke.publishing.site.kinds import all_addresses, page_at
from banzuke.publishing.site.met import letters_told, met_scripts
from banzuke.publishing.site.snapshot import Snapshot
from banzuke.workflows.ledger import Ledger

GAMES = """
    date       event      round player_1 player_2 score_1 score_2
    2024-03-14 Gothenburg 1     Lotta    Kalle    34      30
    2024-03-14 Gothenburg 2     Nils     Kalle    20      44
    2024-03-14 Gothenburg 3     Kalle    Lotta    32      32
    2024-03-15 Lund       1     Lotta    Nils     33      31
    2024-04-02 .          .     Olof     Pelle    33      31
"""


def told(snapshot: Snapshot) -> dict[str, dict[str, object]]:
    """What the files say of each player, by name."""
    found = {}
    for content in met_scripts(snapshot).values():
        said = re.fullmatch(r"\(.*\)\[\"met-\w+\"\]=(.*);\n", content.decode())
        assert said is not None
        found.update(json.loads(said[1])["players"])
    return {snapshot.name(key): one for key, one in found.items()}


def games_of(one: dict[str, object]) -> dict[int, tuple[int, int]]:
    """Place and side of a player by game."""
    numbers, at, found = list(one["games"]), 0, {}  # type: ignore[call-overload]  # a list
    for ahead, place, side in zip(numbers[::3], numbers[1::3], numbers[2::3], strict=True):
        at += ahead
        found[at] = (place, side)
    return found


def test_two_files_say_who_met(club: Callable[..., Ledger], snapshot_of: Callable[..., Snapshot]):
    """Games that two have in common, and their places, are those on the page of both."""
    with club(GAMES, "othello-sweden") as ledger:
        snapshot = snapshot_of(ledger)
    by_name = told(snapshot)
    keys = {person.name: key for key, person in snapshot.people.items()}
    for one, other in (("Lotta", "Kalle"), ("Lotta", "Nils"), ("Nils", "Kalle")):
        mine, theirs = games_of(by_name[one]), games_of(by_name[other])
        page = page_at(snapshot, addresses.battle(keys[one], keys[other]))[1].document
        assert len(mine.keys() & theirs.keys()) == page["meetings"]["games"]
        drawn = sum(mine[game][0] == theirs[game][0] for game in mine.keys() & theirs.keys())
        assert drawn == page["meetings"]["drawn"]
    assert not games_of(by_name["Lotta"]).keys() & games_of(by_name["Pelle"]).keys()


def test_they_say_which_pages_there_are(
    club: Callable[..., Ledger], snapshot_of: Callable[..., Snapshot]
):
    """Who is compared with somebody on a page of its own is told, and that page is there."""
    with club(GAMES, "othello-sweden") as ledger:
        snapshot = snapshot_of(ledger)
    pairs = {
        addresses.battle(key, other)
        for key, person in snapshot.people.items()
        for other in told(snapshot)[person.name]["pages"]  # type: ignore[attr-defined]  # a list
    }
    there = {one for one in all_addresses(snapshot) if one.startswith("battle/")}
    assert pairs == there - {addresses.BATTLES}


def test_they_say_where_both_stand(
    club: Callable[..., Ledger], snapshot_of: Callable[..., Snapshot]
):
    """Rank and rating are those of the list."""
    with club(GAMES, "othello-sweden") as ledger:
        snapshot = snapshot_of(ledger)
    by_name = told(snapshot)
    shown = snapshot.lists["othello-sweden"]
    for row in shown.listed.iter_rows(named=True):
        (stands,) = by_name[snapshot.name(row["player"])]["stands"]  # type: ignore[misc]  # rows
        assert stands[2:] == [row["rank"], len(shown.listed), row["shown"]]


def test_the_files_grow_with_the_games(
    club: Callable[..., Ledger], snapshot_of: Callable[..., Snapshot], tmp_path
):
    """Of thousands of players there are several files, and three numbers for each entry."""
    rows = pl.DataFrame(
        {
            "date": ["2026-01-01"] * 600,
            "player_1": [f"A{at}" for at in range(600)],
            "player_2": [f"B{at}" for at in range(600)],
            "score_1": [40] * 600,
            "score_2": [24] * 600,
        }
    )
    with Ledger.create(tmp_path / "many.db") as ledger:
        ledger.import_frame(rows, "many.csv")
        snapshot = snapshot_of(ledger)
        assert letters_told(snapshot) == 1
    assert 1 < len(met_scripts(snapshot)) <= 32
    assert sum(len(one["games"]) for one in told(snapshot).values()) == 3 * 1200  # type: ignore[arg-type]  # lists
