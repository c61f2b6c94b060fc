"""What results say of their events, and where they contradict themselves."""

from __future__ import annotations

import numpy as np
import polars as pl
from numpy.typing import NDArray
from sqlalchemy import Connection

from banzuke.ledger.own_rules import OwnRules
from banzuke.model.columns import EVENT_TEXTS
from banzuke.model.days import NO_TIME
from banzuke.model.errors import UnknownName
from banzuke.model.problems import Problem
from banzuke.model.results import Results

Ints = NDArray[np.int64]


def facts_of_events(
    results: Results, connection: Connection | None = None
) -> tuple[dict[str, dict[str, str]], list[Problem]]:
    """What results say of each event, by name; and what is wrong with it.

    That is where rows do not agree, and where no scoring system is called like that.

    connection : to the ledger, where it may keep scoring systems of its own
    """
    found: dict[str, dict[str, str]] = {}
    problems: list[Problem] = []
    for fact, values in _columns(results).items():
        if values is None:
            continue
        said = pl.DataFrame({"event": results.games.event, "value": values}).with_row_index("game")
        said = said.filter(pl.col("event") >= 0).drop_nulls()
        first = said.unique(["event", "value"], keep="first", maintain_order=True)
        if fact == "scoring":
            problems += _unknown_scorings(results, first, connection)
        seen: dict[int, str] = {}
        for game, event, value in first.iter_rows():
            name = results.events[event]
            if seen.setdefault(event, value) != value:
                what = f"event {name!r} has {value} here, but {seen[event]} in another row"
                place = results.place(game)
                problems.append(Problem(what, "one value an event", *place, column=f"event_{fact}"))
            found.setdefault(name, {})[fact] = seen[event]
    return found, problems


def _columns(results: Results) -> dict[str, pl.Series | None]:
    """What is said of the event of each game, as texts; nothing where no game has an event."""
    games = results.games
    if games.event is None:
        return {}
    return {
        "end": None if games.end is None else _ends(games.end, results.stamped),
        "players": _whole(games.players),
        "rounds": _whole(games.rounds),
        "category": _categories(results),
        **{fact: getattr(games, f"event_{fact}") for fact in EVENT_TEXTS},
    }


def _categories(results: Results) -> pl.Series | None:
    codes, named = results.games.category, results.categories
    if codes is None:
        return None
    texts = pl.Series([*named, None], dtype=pl.String)
    return texts.gather(np.where(codes < 0, len(named), codes))


def _unknown_scorings(
    results: Results, said: pl.DataFrame, connection: Connection | None
) -> list[Problem]:
    """A problem for each event that names a scoring system that there is not.

    said : games, events and what they name
    """
    own = OwnRules({}) if connection is None else OwnRules.of(connection)
    return [
        Problem(wrong, "the key of one", *results.place(game), column="event_scoring")
        for game, value in said.select("game", "value").iter_rows()
        if (wrong := _unknown_scoring(own, value))
    ]


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
