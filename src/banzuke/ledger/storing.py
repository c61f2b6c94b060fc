"""Validated results as versions of games, ready to be kept."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields
from typing import Any

import numpy as np
import polars as pl
from numpy.typing import NDArray

from banzuke.ledger.versions import OPTIONAL_ENTRY_COLUMNS, OPTIONAL_GAME_COLUMNS, Versions
from banzuke.model.problems import Problem
from banzuke.model.results import Entries, Games, Results

Ints = NDArray[np.int64]


def versions_of(
    results: Results,
    *,
    persons: Ints,
    events: Ints,
    pools: Ints,
    source: int,
    first_game: int,
    revision: int,
) -> Versions:
    """Results as versions of games that ``revision`` stores.

    persons, events, pools : int64, the ledger's number by the results' code
    source : the file's number; first_game : the number of the first game
    """
    count = len(results)
    kept = {
        "id": np.arange(first_game, first_game + count),
        "since": np.full(count, revision, dtype=np.int64),
        "source": np.full(count, source, dtype=np.int32),
    }
    games = {**kept, **_columns_of_games(results, {"event": events, "pool": pools})}
    entries = _columns_of_entries(results, persons)
    return Versions(_table(games, OPTIONAL_GAME_COLUMNS), _table(entries, OPTIONAL_ENTRY_COLUMNS))


def _columns_of_games(results: Results, coded: Mapping[str, Ints]) -> dict[str, Any]:
    """What results say of games.

    coded : columns of codes, and the ledger's numbers by code
    """
    games, count = results.games, len(results)
    said = {field.name: getattr(games, field.name) for field in fields(Games)}
    return {
        "row": games.row,
        "entries": np.diff(results.first),
        "standings": np.full(count, results.shape == "standings"),
        "stamped": np.full(count, results.stamped),
        "status": games.status.astype(np.int8),
        "rated": games.rated.astype(np.int8),
        **{
            name: _numbers(coded[name], values) if name in coded else values
            for name, values in said.items()
            if values is not None and name in OPTIONAL_GAME_COLUMNS
        },
    }


def _columns_of_entries(results: Results, persons: Ints) -> dict[str, Any]:
    """What results say of each player of each game."""
    entries = results.entries
    said = {field.name: getattr(entries, field.name) for field in fields(Entries)}
    return {
        "person": persons[entries.player].astype(np.int32),
        "side": entries.side,
        "place": entries.place,
        **{
            name: values
            for name, values in said.items()
            if values is not None and name in OPTIONAL_ENTRY_COLUMNS
        },
    }


def _numbers(numbers: Ints, codes: NDArray[np.int32]) -> pl.Series:
    """The numbers that codes stand for, null for -1."""
    found = pl.Series(np.append(numbers, -1)[codes])
    if not (codes < 0).any():
        return found
    return pl.select(pl.when(pl.Series(codes) >= 0).then(found)).to_series()


def _table(columns: Mapping[str, Any], kinds: Mapping[str, Any]) -> pl.DataFrame:
    """Columns as a table: one by one, since Polars takes longer to make them all of a few rows.

    kinds : the types of some, in which NaN stands for nothing
    """
    made = [pl.Series(name, of, nan_to_null=name in kinds) for name, of in columns.items()]
    return pl.DataFrame([one.cast(kinds.get(one.name, one.dtype)) for one in made])


def twice_in_a_game(
    versions: Versions, who: Mapping[int, int], persons: Mapping[str, int], file: str
) -> list[Problem]:
    """A problem for each person who takes part twice in one game, under two names perhaps.

    who : {person: who that is}, of merged people; persons : {name: person}, of all in the games
    """
    called: dict[int, str] = {}
    for name, number in persons.items():
        called.setdefault(who.get(number, number), name)
    if len(called) == len(persons):
        return []  # every name is another person, and results have no name twice in a game
    person = versions.entries["person"].replace(dict(who))
    table = pl.DataFrame({"at": versions.game_of_entry(), "person": person})
    again = table.filter(table.is_duplicated()).unique(maintain_order=True)
    rows = versions.games["row"]
    return [
        Problem(
            f"{called[whom]} takes part twice, under two names",
            "each person once in a game",
            file,
            rows[at],
        )
        for at, whom in again.iter_rows()
    ]
