"""What a change does to every rating list: whose numbers move, and how far."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any, overload

import numpy as np
import polars as pl
from sqlalchemy import Connection

from banzuke.engine.rulebook import Display
from banzuke.ledger.lists import ListRecord, all_lists
from banzuke.ledger.people import REMOVED
from banzuke.ledger.revisions import state_of
from banzuke.model.errors import DataRefused
from banzuke.publishing.checkpoints import Checkpoints
from banzuke.publishing.differences import Difference
from banzuke.publishing.published_lists import LOOKED_UP, listing_of, rate_list

#: What tells the rows of a list apart, and what marks a column of the later one.
KEY = ["player", "pool"]
AFTER = " after"
RATING_AFTER = f"rating{AFTER}"

#: What is looked up when a list is shown moves by itself; by the name people are told of.
NO_NUMBERS = frozenset(LOOKED_UP)


class Moves(Sequence[Difference]):
    """Whose rating differs between two lists, each told when it is asked for: they are many.

    table : columns player, name, rating and RATING_AFTER, a row a player
    """

    def __init__(self, table: pl.DataFrame) -> None:
        self._table = table

    def __len__(self) -> int:
        return len(self._table)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Moves) and self._table.equals(other._table)

    __hash__ = None  # type: ignore[assignment]  # as of every sequence that compares

    @overload
    def __getitem__(self, at: int) -> Difference: ...
    @overload
    def __getitem__(self, at: slice) -> tuple[Difference, ...]: ...
    def __getitem__(self, at: int | slice) -> Difference | tuple[Difference, ...]:
        if isinstance(at, slice):
            return tuple(_difference(*row) for row in self._table[at].iter_rows())
        return _difference(*self._table.row(range(len(self))[at]))


@dataclass(frozen=True)
class Effect:
    """What a change does to one list.

    moved : how many players have another rating, rank or place on the list
    differences : of ratings, the largest first; whoever comes or goes before them
    refused : why the list could not be rated any more, "" if it can
    display : how the list shows its numbers
    """

    list: str
    title: str
    moved: int
    differences: Sequence[Difference]
    refused: str = ""
    display: Display = field(default_factory=Display)


@dataclass(frozen=True)
class Shown:
    """A change as it is shown before it is made: what it does, in figures, and to each list."""

    told: Mapping[str, Any]
    effects: tuple[Effect, ...]


class ListsBefore:
    """Lists as they are before a change, kept so that the next one need not rate them again."""

    def __init__(self) -> None:
        self._kept: dict[str, tuple[ListRecord, tuple[str, int, str], pl.DataFrame]] = {}

    def of(
        self, connection: Connection, record: ListRecord, checkpoints: Checkpoints | None
    ) -> pl.DataFrame:
        """A list as it is now; raises DataRefused where it cannot be rated."""
        state = state_of(connection)
        kept = self._kept.get(record.key)
        if kept is not None and kept[:2] == (record, state):
            return kept[2]
        found, _ = _listed(connection, record, checkpoints)
        self._kept[record.key] = (record, state, found)
        return found


def effects_of(
    connection: Connection,
    make: Callable[[], object],
    checkpoints: Checkpoints | None = None,
    lists: ListsBefore | None = None,
) -> tuple[Effect, ...]:
    """What ``make`` does to every list; it is called between the two looks at them.

    Of what it does nothing is kept in ``checkpoints``, since it may be taken back.
    A list that cannot be rated as it is has nobody on it: the change may be what mends it.
    """
    before, known = {}, lists or ListsBefore()
    for record in all_lists(connection):
        with suppress(DataRefused):
            before[record.key] = known.of(connection, record, checkpoints)
    make()
    looking = None if checkpoints is None else checkpoints.only_looking()
    return tuple(
        _effect(connection, record, before.get(record.key), looking)
        for record in all_lists(connection)
    )


def _listed(
    connection: Connection, record: ListRecord, checkpoints: Checkpoints | None
) -> tuple[pl.DataFrame, Display]:
    """Who is on a list, with the numbers, and how these are shown."""
    rated = rate_list(connection, record, checkpoints=checkpoints)
    return listing_of(connection, record, rated).listed, rated.rulebook.display


def _effect(
    connection: Connection,
    record: ListRecord,
    before: pl.DataFrame | None,
    checkpoints: Checkpoints | None,
) -> Effect:
    try:
        after, display = _listed(connection, record, checkpoints)
    except DataRefused as refused:
        return Effect(record.key, record.title, 0, (), str(refused.problems[0]))
    before = after.clear() if before is None else before
    both = before.join(after, on=KEY, how="full", suffix=AFTER, coalesce=True, nulls_equal=True)
    numbers = [
        name
        for name in after.columns
        if name in before.columns and name not in KEY and name not in NO_NUMBERS
    ]
    moved = both.filter(pl.any_horizontal(pl.col(n).ne_missing(pl.col(n + AFTER)) for n in numbers))
    rated = moved.filter(pl.col("rating").ne_missing(pl.col(RATING_AFTER)))
    size = (pl.col(RATING_AFTER) - pl.col("rating")).abs().fill_null(np.inf)
    table = rated.sort(-size, maintain_order=True).select(
        "player",
        pl.coalesce(f"name{AFTER}", "name", pl.lit(REMOVED)).alias("name"),
        "rating",
        RATING_AFTER,
    )
    count = moved["player"].n_unique()
    return Effect(record.key, record.title, count, Moves(table), display=display)


def _difference(player: str, name: str, before: float | None, after: float | None) -> Difference:
    if before is None or after is None:
        told = {True: "no", False: "yes"}
        return Difference(player, "on the list", told[before is None], told[after is None], name)
    return Difference(player, "rating", before, after, name)
