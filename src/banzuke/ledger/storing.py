"""Validated results as versions of games, ready to be kept."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields
from typing import Any

import numpy as np
import polars as pl
from numpy.typing import NDArray
from sqlalchemy import Connection

from banzuke.ledger.own_rules import OwnRules
from banzuke.ledger.versions import OPTIONAL_ENTRY_COLUMNS, OPTIONAL_GAME_COLUMNS, Versions
from banzuke.model.columns import EVENT_FACTS, EVENT_TEXTS
from banzuke.model.days import NO_TIME
from banzuke.model.errors import UnknownName
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
    games, entries = results.games, results.entries
    count = len(results)
    table: dict[str, Any] = {
        "id": np.arange(first_game, first_game + count),
        "since": np.full(count, revision, dtype=np.int64),
        "source": np.full(count, source, dtype=np.int32),
        "row": games.row,
        "entries": np.diff(results.first),
        "standings": np.full(count, results.shape == "standings"),
        "stamped": np.full(count, results.stamped),
        "status": games.status.astype(np.int8),
        "rated": games.rated.astype(np.int8),
    }
    coded = {"event": events, "pool": pools}
    for field in fields(Games):
        values = getattr(games, field.name)
        name = field.name
        if values is None or name in table or name in EVENT_FACTS:
            continue
        if name in coded:
            table[name] = _numbers(coded[name], values)
        elif name in OPTIONAL_GAME_COLUMNS:
            table[name] = values
    of_entries: dict[str, Any] = {
        "person": persons[entries.player].astype(np.int32),
        "side": entries.side,
        "place": entries.place,
    }
    for field in fields(Entries):
        values = getattr(entries, field.name)
        if values is not None and field.name in OPTIONAL_ENTRY_COLUMNS:
            of_entries[field.name] = values
    return Versions(
        _table(table, OPTIONAL_GAME_COLUMNS), _table(of_entries, OPTIONAL_ENTRY_COLUMNS)
    )


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


def facts_of_events(
    results: Results, connection: Connection | None = None
) -> tuple[dict[str, dict[str, str]], list[Problem]]:
    """What results say of each event, by name; and what is wrong with it.

    connection : to the ledger, where it may keep scoring systems of its own

    That is where rows do not agree, and where no scoring system is called like that.
    """
    games = results.games
    if games.event is None:
        return {}, []
    found: dict[str, dict[str, str]] = {}
    problems = []
    own = OwnRules({})
    if connection is not None and games.event_scoring is not None:
        own = OwnRules.of(connection)
    category = games.category
    columns: dict[str, pl.Series | None] = {
        "end": None if games.end is None else _ends(games.end, results.stamped),
        "players": _whole(games.players),
        "rounds": _whole(games.rounds),
        "category": None
        if category is None
        else pl.Series([*results.categories, None], dtype=pl.String).gather(
            np.where(category < 0, len(results.categories), category)
        ),
        **{fact: getattr(games, f"event_{fact}") for fact in EVENT_TEXTS},
    }
    for fact, values in columns.items():
        if values is None:
            continue
        said = pl.DataFrame({"event": games.event, "value": values}).with_row_index("game")
        said = said.filter(pl.col("event") >= 0).drop_nulls()
        first = said.unique(["event", "value"], keep="first", maintain_order=True)
        seen: dict[int, str] = {}
        for game, event, value in first.iter_rows():
            name = results.events[event]
            if fact == "scoring" and (wrong := _unknown_scoring(own, value)):
                place = results.place(game)
                problems.append(Problem(wrong, "the key of one", *place, column="event_scoring"))
            if seen.setdefault(event, value) != value:
                what = f"event {name!r} has {value} here, but {seen[event]} in another row"
                place = results.place(game)
                problems.append(Problem(what, "one value an event", *place, column=f"event_{fact}"))
            found.setdefault(name, {})[fact] = seen[event]
    return found, problems


def _unknown_scoring(own: OwnRules, named: str) -> str:
    """Why a text names no scoring system, "" if it names one."""
    try:
        own.refuse_unknown("scoring", named)
    except UnknownName as fault:
        return str(fault)
    return ""


def _ends(ends: Ints, stamped: bool) -> pl.Series:
    known = pl.Series(ends != NO_TIME)
    stamps = pl.Series(np.where(ends == NO_TIME, 0, ends)).cast(pl.Datetime("us"))
    texts = (stamps if stamped else stamps.cast(pl.Date)).cast(pl.String)
    return pl.select(pl.when(known).then(texts)).to_series()


def _whole(values: NDArray[np.float64] | None) -> pl.Series | None:
    if values is None:
        return None
    texts = [None if np.isnan(v) else f"{v:g}" for v in values.tolist()] if len(values) else []
    return pl.Series(texts, dtype=pl.String)


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
