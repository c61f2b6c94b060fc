"""Chunks of versions of games: small ones become large, and say the same."""

from __future__ import annotations

from pathlib import Path

import polars as pl
import pytest
from sqlalchemy import func, select

from banzuke.ledger import chunks, tables
from banzuke.ledger.storing import versions_of
from banzuke.ledger.versions import ENTRY_COLUMNS, GAME_COLUMNS
from banzuke.workflows.ledger import Ledger
from banzuke.workflows.reading import read


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
            whole, people = chunks.read(connection), chunks.read(connection, columns=["person"])
    assert whole.games.equals(versions.games.select(whole.games.columns))
    assert whole.entries.equals(versions.entries.select(whole.entries.columns))
    assert set(GAME_COLUMNS) <= set(whole.games.columns)
    assert set(ENTRY_COLUMNS) <= set(whole.entries.columns)
    assert people.entries.equals(versions.entries.select("person"))
