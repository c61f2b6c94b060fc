"""Chunks of versions of games: small ones become large, and say the same."""

from __future__ import annotations

from pathlib import Path

import polars as pl
import pytest
from sqlalchemy import func, select

from banzuke.ledger import chunks, tables
from banzuke.ledger.changes import Change
from banzuke.ledger.storing import versions_of
from banzuke.ledger.versions import ENTRY_COLUMNS, GAME_COLUMNS
from banzuke.workflows.ledger import Ledger
from banzuke.workflows.reading import read

#: Games that A won.
TWELVE = [
    {"date": f"2024-03-{day:02}", "player_1": "A", "player_2": "B", "result": "1-0"}
    for day in range(1, 13)
]


def test_a_server_leaves_few_chunks(tmp_path: Path):
    """What it reports one by one lies in few chunks after a while, all of it and in order."""
    reports = 5 * chunks.JOINED
    with Ledger.create(tmp_path / "club.db") as ledger:
        for number in range(reports):
            date = f"2024-03-01T10:{number // 60:02}:{number % 60:02}"
            game = {"date": date, "player_1": "A", "player_2": "B", "result": "1-0"}
            ledger.record([game])
        with ledger.database.reading() as connection:
            count = connection.execute(select(func.count()).select_from(tables.chunks)).scalar_one()
            versions = chunks.read(connection)
    assert count < 3 * chunks.JOINED
    assert versions.games["id"].to_list() == list(range(1, reports + 1))
    assert versions.entries["place"].to_list() == [1, 2] * reports


@pytest.mark.parametrize("games", [1, chunks.FEW_ROWS // 2, chunks.FEW_ROWS, 200])
def test_a_chunk_says_the_same_however_it_is_packed(tmp_path: Path, games: int):
    """Few rows or many: types, values and order come back, of all columns or of some."""
    rows = [
        {"player_1": "A", "player_2": "B", "result": "1-0", "weight": number or None}
        for number in range(games)
    ]
    versions = versions_of(
        read(rows), persons=pl.Series([1, 2]).to_numpy(), events=pl.Series([0]).to_numpy(),
        pools=pl.Series([0]).to_numpy(), source=1, first_game=1, revision=1,
    )  # fmt: skip
    with Ledger.create(tmp_path / "club.db") as ledger:
        with ledger.database.writing() as writer:
            chunks.store(writer.connection, versions)
        with ledger.database.reading() as connection:
            whole, part = chunks.read(connection), chunks.read(connection, columns=["row", "place"])
    assert whole.games.equals(versions.games.select(whole.games.columns))
    assert whole.entries.equals(versions.entries.select(whole.entries.columns))
    assert set(GAME_COLUMNS) <= set(whole.games.columns)
    assert set(ENTRY_COLUMNS) <= set(whole.entries.columns)
    assert part.games.equals(versions.games.select("id", "since", "row", "entries"))
    assert part.entries.equals(versions.entries.select("person", "place"))


@pytest.mark.parametrize("few", [0, chunks.FEW_ENDED])
def test_corrected_games_hold_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, few: int):
    """Of each game only the newest version, however many ended; withdrawn ones are gone."""
    monkeypatch.setattr(chunks, "FEW_ENDED", few)
    with Ledger.create(tmp_path / "club.db") as ledger:
        ledger.record(TWELVE)
        for game, result in ((12, "0-1"), (1, "0-1"), (5, "1/2-1/2"), (5, "0-1")):
            values = {"result of A": result}
            ledger.make(Change("correct game", {"game": game, "values": values}))
        ledger.make(Change("withdraw", {"games": [6, 7]}))
        with ledger.database.reading() as connection:
            versions = chunks.read(connection)
    lost = {1, 5, 12}
    entries = versions.entries.with_columns(
        versions.games["id"].gather(versions.game_of_entry()).alias("id")
    )
    assert sorted(versions.games["id"].to_list()) == [1, 2, 3, 4, 5, 8, 9, 10, 11, 12]
    assert entries["id"].to_list() == [game for game in versions.games["id"] for _ in range(2)]
    winners = entries.filter(pl.col("place") == 1).select("id", "person").rows()
    assert {game for game, person in winners if person == 2} == lost
    assert len(winners) == len(versions)


def test_corrected_games_come_where_they_stood(tmp_path: Path):
    """A few corrections leave the games in order, so that nothing has to be sorted anew."""
    with Ledger.create(tmp_path / "club.db") as ledger:
        ledger.record(TWELVE)
        for game, values in ((4, {"board": "4"}), (2, {"board": "1"}), (2, {"board": "2"})):
            ledger.make(Change("correct game", {"game": game, "values": values}))
        with ledger.database.reading() as connection:
            versions = chunks.read(connection)
    assert versions.games["id"].to_list() == list(range(1, 13))
