"""The one total order in which results are rated, whatever the order in which they came.

By the event's end where the period is the event, else by the game's time; then event, round,
board and game, compared naturally (9 before 10). What is still tied follows its row.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from typing import NamedTuple

import numpy as np
import polars as pl
from numpy.typing import NDArray

from banzuke.model.cells import Coded
from banzuke.model.results import Results

Ints = NDArray[np.int64]

EARLIEST = np.iinfo(np.int64).min


class Ordered(NamedTuple):
    """Games in rating order.

    order : int64[g], the game at each position; None if they already lie in order
    tied : bool[g], by position: not told apart from the game before but by its row
    """

    order: Ints | None
    tied: NDArray[np.bool_]


def natural_key(text: str) -> tuple[tuple[bool, int, str], ...]:
    """A key that sorts texts as people do: ``Round 9`` before ``Round 10``."""
    parts = re.findall(r"\d+|\D+", text)
    return tuple(
        (not part.isdecimal(), int(part) if part.isdecimal() else 0, part) for part in parts
    )


def natural_ranks(texts: pl.Series) -> Ints:
    """Numbers that order texts naturally; empty cells come first."""
    whole = texts.cast(pl.Int64, strict=False)
    if whole.null_count() == texts.null_count():
        return whole.fill_null(EARLIEST).to_numpy()
    distinct = texts.drop_nulls().unique()
    parts = distinct.str.extract_groups(r"^(\D*)(\d{1,18})$").struct.unnest()
    head, tail = parts.get_columns()
    if tail.null_count() == 0:
        number = tail.cast(pl.Int64)
        table = pl.DataFrame({"text": distinct, "head": head, "tail": number}).sort(
            "head", "tail", "text"
        )
        ordered = table["text"]
    else:
        ordered = pl.Series(sorted(distinct.to_list(), key=natural_key), dtype=pl.String)
    ranks = pl.DataFrame({"text": ordered}).with_row_index("rank", offset=1)
    joined = pl.DataFrame({"text": texts}).join(ranks, on="text", how="left", maintain_order="left")
    return joined["rank"].cast(pl.Int64).fill_null(0).to_numpy()


def natural_code_ranks(coded: Coded) -> Ints:
    """``natural_ranks`` of coded texts."""
    order = sorted(range(len(coded.names)), key=lambda code: natural_key(coded.names[code]))
    ranks = np.zeros(len(coded.names) + 1, dtype=np.int64)
    ranks[order] = np.arange(1, len(order) + 1)
    return ranks[coded.codes]


def event_days(results: Results, day: str = "last") -> Ints | None:
    """The time that dates each game's event: its declared end, else its latest (or first) time.

    A game of no event is dated by itself. None where nothing is dated.
    """
    games = results.games
    if games.time is None and games.end is None:
        return None
    own = games.time if games.time is not None else np.full(len(results), EARLIEST)
    if games.event is None:
        return (
            own
            if games.end is None or day == "first"
            else np.where(games.end == EARLIEST, own, games.end)
        )
    edge = np.maximum if day == "last" else np.minimum
    of_event = np.full(len(results.events) + 1, EARLIEST if day == "last" else -EARLIEST - 1)
    edge.at(of_event, games.event, own)
    days = np.where(games.event < 0, own, of_event[games.event])
    if games.end is not None and day == "last":
        days = np.where(games.end == EARLIEST, days, games.end)
    return days


def total_order(results: Results, by_event: bool, day: str = "last") -> Ordered:
    """The order of all games. ``by_event``: whether the period is the event."""
    games = results.games
    keys: list[Callable[[], Ints | None]] = [
        lambda: event_days(results, day) if by_event else games.time,
        lambda: (
            None if games.event is None else natural_code_ranks(Coded(games.event, results.events))
        ),
        lambda: games.time if by_event else None,
        lambda: None if games.round is None else natural_ranks(games.round),
        lambda: None if games.board is None else natural_ranks(games.board),
        lambda: None if games.key is None else natural_ranks(games.key),
    ]
    return order_by(len(results), (key() for key in keys))


def order_by(count: int, keys: Iterable[Ints | None]) -> Ordered:
    """Sort by keys, the most important first; a key is not asked for once nothing is tied."""
    tied = np.zeros(count, dtype=np.bool_)
    tied[1:] = True
    used: list[Ints] = []
    order: Ints | None = None
    for key in keys:
        if not tied.any():
            break
        if key is None:
            continue
        used.append(key)
        here = key if order is None else key[order]
        falls = tied[1:] & (here[1:] < here[:-1])
        if falls.any():
            order = np.lexsort(used[::-1])
            tied[1:] = True
            for earlier in used:
                sorted_key = earlier[order]
                tied[1:] &= sorted_key[1:] == sorted_key[:-1]
        else:
            tied[1:] &= here[1:] == here[:-1]
    return Ordered(order, tied)
