"""What a change does to every rating list: whose numbers move, and how far."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

import numpy as np
import polars as pl
from sqlalchemy import Connection

from banzuke.ledger.lists import ListRecord, all_lists
from banzuke.ledger.people import REMOVED, names_by_key
from banzuke.ledger.revisions import newest_revision
from banzuke.model.errors import DataRefused
from banzuke.publishing.checkpoints import Checkpoints
from banzuke.publishing.differences import Difference
from banzuke.publishing.published_lists import LOOKED_UP, listing_of, rate_list

#: What tells the rows of a list apart, and what marks a column of the later one.
KEY = ["player", "pool"]
AFTER = " after"
RATING_AFTER = f"rating{AFTER}"


@dataclass(frozen=True)
class Effect:
    """What a change does to one list.

    moved : how many players have another rating, rank or place on the list
    differences : of ratings, the largest first
    refused : why the list could not be rated any more, "" if it can
    """

    list: str
    title: str
    moved: int
    differences: tuple[Difference, ...]
    refused: str = ""


@dataclass(frozen=True)
class Shown:
    """A change as it is shown before it is made: what it does, in figures, and to each list."""

    told: Mapping[str, Any]
    effects: tuple[Effect, ...]


class ListsBefore:
    """Lists as they are before a change, kept so that the next one need not rate them again."""

    def __init__(self) -> None:
        self._kept: dict[str, tuple[ListRecord, int, pl.DataFrame]] = {}

    def of(
        self, connection: Connection, record: ListRecord, checkpoints: Checkpoints | None
    ) -> pl.DataFrame:
        """A list as it is now; raises DataRefused where it cannot be rated."""
        newest = newest_revision(connection)
        kept = self._kept.get(record.key)
        if kept is not None and kept[:2] == (record, newest):
            return kept[2]
        found = _listed(connection, record, checkpoints)
        self._kept[record.key] = (record, newest, found)
        return found


def effects_of(
    connection: Connection,
    make: Callable[[], object],
    checkpoints: Checkpoints | None = None,
    lists: ListsBefore | None = None,
) -> tuple[Effect, ...]:
    """What ``make`` does to every list; it is called between the two looks at them.

    A list that cannot be rated as it is has nobody on it: the change may be what mends it.
    """
    before, known = {}, lists or ListsBefore()
    for record in all_lists(connection):
        with suppress(DataRefused):
            before[record.key] = known.of(connection, record, checkpoints)
    make()
    return tuple(
        _effect(connection, record, before.get(record.key), checkpoints)
        for record in all_lists(connection)
    )


def _listed(
    connection: Connection, record: ListRecord, checkpoints: Checkpoints | None
) -> pl.DataFrame:
    """Who is on a list, with the numbers; without what is only looked up."""
    rated = rate_list(connection, record, checkpoints=checkpoints)
    listed = listing_of(connection, record, rated).listed
    return listed.drop(LOOKED_UP, strict=False)


def _effect(
    connection: Connection,
    record: ListRecord,
    before: pl.DataFrame | None,
    checkpoints: Checkpoints | None,
) -> Effect:
    try:
        after = _listed(connection, record, checkpoints)
    except DataRefused as refused:
        return Effect(record.key, record.title, 0, (), str(refused.problems[0]))
    before = after.clear() if before is None else before
    numbers = [name for name in after.columns if name not in KEY and name in before.columns]
    both = before.join(after, on=KEY, how="full", suffix=AFTER, coalesce=True, nulls_equal=True)
    moved = both.filter(pl.any_horizontal(pl.col(n).ne_missing(pl.col(n + AFTER)) for n in numbers))
    rated = moved.filter(pl.col("rating").ne_missing(pl.col(RATING_AFTER)))
    # The largest first; whoever comes or goes before them.
    size = (pl.col(RATING_AFTER) - pl.col("rating")).abs().fill_null(np.inf)
    rated = rated.select("player", "rating", RATING_AFTER).sort(-size, maintain_order=True)
    called = names_by_key(connection, rated["player"].to_list()) if len(rated) else {}
    found = tuple(
        _difference(player, one, other, called.get(player, REMOVED))
        for player, one, other in rated.iter_rows()
    )
    return Effect(record.key, record.title, moved["player"].n_unique(), found)


def _difference(player: str, before: float | None, after: float | None, name: str) -> Difference:
    if before is None or after is None:
        told = {True: "no", False: "yes"}
        return Difference(player, "on the list", told[before is None], told[after is None], name)
    return Difference(player, "rating", before, after, name)
