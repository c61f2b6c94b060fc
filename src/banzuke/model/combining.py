"""The results of several files as one."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import fields, replace
from typing import Any

import numpy as np
import polars as pl
from numpy.typing import NDArray

from banzuke.model.days import NO_TIME
from banzuke.model.errors import ResultsRefused
from banzuke.model.problems import Problem
from banzuke.model.results import Entries, Games, Results
from banzuke.model.same_events import told_apart


def combine(parts: Sequence[Results]) -> Results:
    """The results of several files as one; names are coded anew, files keep their order."""
    if len(parts) == 1:
        return parts[0]
    standings = [part.shape == "standings" for part in parts]
    if any(standings) and not all(standings):
        games = parts[standings.index(False)].sources[0]
        what = "this file holds games, but another holds standings"
        raise ResultsRefused([Problem(what, "files of one kind at a time", games)])
    dated = [part.games.time is not None for part in parts]
    if any(dated) and not all(dated):
        undated = parts[dated.index(False)].sources[0]
        what = "there is no column date, but other files have one"
        raise ResultsRefused([Problem(what, "dates in every file", undated, column="date")])
    parts = told_apart(parts)
    vocabularies = {
        name: sorted(set().union(*(getattr(part, name) for part in parts)))
        for name in ("players", "events", "pools", "categories")
    }
    if any(part.games.reached is not None for part in parts):
        parts = [_with_reached(part) for part in parts]
    recoded = [_recode(part, vocabularies, number) for number, part in enumerate(parts)]
    _refuse_torn_games(recoded, vocabularies["events"])
    sizes = [np.diff(part.first) for part in parts]
    first = np.concatenate([[0], np.cumsum(np.concatenate(sizes))]).astype(np.uint32)
    in_time = sorted(parts, key=lambda part: (_begin(part), part.sources))
    return Results(
        shape=parts[0].shape if len({part.shape for part in parts}) == 1 else "",
        sources=tuple(part.sources[0] for part in parts),
        **vocabularies,
        first=first,
        games=Games(**_joined(Games, [part.games for part in recoded])),
        entries=Entries(**_joined(Entries, [_with_rows(part) for part in recoded])),
        stamped=any(part.stamped for part in parts),
        zone=parts[0].zone,
        warnings=tuple(warning for part in parts for warning in part.warnings),
        told=tuple(told for part in in_time for told in part.told),
        usual=tuple(usual for part in parts for usual in part.usual),
    )


def _begin(part: Results) -> int:
    """When the first game of a file was played, by its own date or the end of its event."""
    moments = part.games.time if part.games.time is not None else part.games.end
    return 0 if moments is None or not len(moments) else int(moments.min())


def _refuse_torn_games(parts: Sequence[Results], events: list[str]) -> None:
    """A game (in standings, an event) whose rows lie in two files would be rated as two."""
    seen: dict[tuple[Any, ...], int] = {}
    problems = []
    for place, part in enumerate(parts):
        if part.shape == "duels":
            continue
        count, games = len(part), part.games
        codes = [-1] * count if games.event is None else games.event.tolist()
        rounds = [None] * count if games.round is None else games.round.to_list()
        keys = [None] * count if games.key is None else games.key.to_list()
        if part.shape == "standings":
            rounds = keys = [None] * count
        for number, name in enumerate(zip(codes, rounds, keys, strict=True)):
            first = seen.setdefault(name, place)
            if first != place:
                event, round_, key = name
                words = [
                    f"event {events[event]!r}" if event >= 0 else "",
                    f"round {round_}" if round_ else "",
                    f"game {key}" if key else "",
                ]
                whole = ", ".join(word for word in words if word)
                what = f"{whole} is in {parts[first].sources[0]}, too"
                row = int(games.row[number])
                right = "each event or game in one file"
                problems.append(Problem(what, right, part.sources[0], row))
    if problems:
        raise ResultsRefused(problems)


def _with_reached(part: Results) -> Results:
    if part.games.reached is not None:
        return part
    return replace(part, games=replace(part.games, reached=part.games.time))


def _with_rows(part: Results) -> Entries:
    if part.entries.row is not None:
        return part.entries
    counts = np.diff(part.first).astype(np.int64)
    return replace(part.entries, row=np.repeat(part.games.row, counts))


def _recode(part: Results, vocabularies: dict[str, list[str]], number: int) -> Results:
    def table(name: str) -> NDArray[np.int32]:
        index = {text: code for code, text in enumerate(vocabularies[name])}
        return np.array([index[text] for text in getattr(part, name)] + [-1], dtype=np.int32)

    games = part.games
    coded = {"event": "events", "pool": "pools", "category": "categories"}
    changed: dict[str, Any] = {
        name: table(plural)[codes]
        for name, plural in coded.items()
        if (codes := getattr(games, name)) is not None
    }
    changed["source"] = np.full(len(games.row), number, dtype=np.int32)
    player = table("players")[part.entries.player].astype(np.uint32)
    # Names keep their order in a larger vocabulary, so entries stay sorted within their games.
    return replace(
        part, games=replace(games, **changed), entries=replace(part.entries, player=player)
    )


def _joined(kind: type, parts: Iterable[Any]) -> dict[str, Any]:
    """Each column of several Games or Entries in a row; one that a part lacks is filled."""
    parts = list(parts)
    lengths = [len(part.status if kind is Games else part.player) for part in parts]
    joined: dict[str, Any] = {}
    for field in fields(kind):
        columns = [getattr(part, field.name) for part in parts]
        present = [column for column in columns if column is not None]
        if not present:
            continue
        if isinstance(present[0], pl.Series):
            filled = [
                pl.Series([None] * n, dtype=pl.String) if column is None else column
                for column, n in zip(columns, lengths, strict=True)
            ]
            joined[field.name] = pl.concat(filled)
            continue
        empty = np.nan if present[0].dtype == np.float64 else -1
        if field.name == "end":
            empty = NO_TIME  # as an empty cell of the column is read
        joined[field.name] = np.concatenate(
            [
                np.full(n, empty, dtype=present[0].dtype) if column is None else column
                for column, n in zip(columns, lengths, strict=True)
            ]
        )
    return joined
