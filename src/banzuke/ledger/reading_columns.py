"""Columns of games and entries as a ledger keeps them, made into those of results."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

import numpy as np
import polars as pl
from numpy.typing import NDArray

from banzuke.ledger.versions import OPTIONAL_ENTRY_COLUMNS, OPTIONAL_GAME_COLUMNS, Versions
from banzuke.model.results import Entries


def _of_kind(columns: Mapping[str, Any], kind: Any) -> tuple[str, ...]:
    return tuple(name for name, of in columns.items() if of == kind)


#: Columns of games and of entries that are read as they are kept.
FLOATS = _of_kind(OPTIONAL_GAME_COLUMNS, pl.Float64)
TEXTS = _of_kind(OPTIONAL_GAME_COLUMNS, pl.String)
ENTRY_FLOATS = _of_kind(OPTIONAL_ENTRY_COLUMNS, pl.Float64)
ENTRY_TEXTS = _of_kind(OPTIONAL_ENTRY_COLUMNS, pl.String)


class Codes(NamedTuple):
    """Who has entries.

    names : their keys in order; codes : uint32, one an entry
    """

    names: list[str]
    codes: NDArray[np.uint32]


def codes_of_people(persons: pl.Series, whom: Mapping[int, str]) -> Codes:
    """People as codes, in the order of their keys; whoever was merged is who he is."""
    numbers = persons.to_numpy()
    has_entry = np.zeros(int(numbers.max(initial=0)) + 1, dtype=np.bool_)
    has_entry[numbers] = True
    there = np.flatnonzero(has_entry).tolist()
    names = sorted({whom[person] for person in there})
    rank = {key: code for code, key in enumerate(names)}
    table = np.zeros(len(has_entry), dtype=np.uint32)
    table[there] = [rank[whom[person]] for person in there]
    return Codes(names, table[numbers])


def vocabulary(
    games: pl.DataFrame, column: str, called: Mapping[int, str]
) -> tuple[NDArray[np.int32] | None, list[str]]:
    """Codes of a column's numbers, -1 for none, and the names in order that they stand for."""
    if column not in games.columns:
        return None, []
    numbers = games[column]
    there = numbers.drop_nulls().unique().to_list()
    names = sorted({called[number] for number in there})
    rank = {name: code for code, name in enumerate(names)}
    table = np.full(max(there, default=0) + 2, -1, dtype=np.int32)
    for number in there:
        table[number] = rank[called[number]]
    return table[numbers.fill_null(len(table) - 1).to_numpy()], names


def columns_of_games(games: pl.DataFrame) -> dict[str, Any]:
    """The columns of numbers and texts that games have."""
    numbers = {name: _float(games, name) for name in FLOATS}
    return {**numbers, **{name: _text(games, name) for name in TEXTS}}


def _float(table: pl.DataFrame, name: str) -> NDArray[np.float64] | None:
    """A column of numbers, NaN where empty."""
    if name not in table.columns:
        return None
    return table[name].fill_null(np.nan).to_numpy()


def _text(table: pl.DataFrame, name: str) -> pl.Series | None:
    """A column of texts."""
    return table[name] if name in table.columns else None


def entries_of(versions: Versions, codes: NDArray[np.uint32]) -> Entries:
    """Entries as results have them."""
    entries = versions.entries
    rows = None
    if "row" in entries.columns:
        of_games = versions.games["row"].gather(versions.game_of_entry())
        rows = entries["row"].zip_with(entries["row"].is_not_null(), of_games).to_numpy()
    told: dict[str, Any] = {name: _float(entries, name) for name in ENTRY_FLOATS}
    told |= {name: _text(entries, name) for name in ENTRY_TEXTS}
    return Entries(
        player=codes,
        side=entries["side"].to_numpy(),
        place=entries["place"].to_numpy(),
        row=rows,
        **told,
    )
