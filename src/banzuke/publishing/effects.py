"""What a change does to every rating list: whose numbers move, and how far."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection

from banzuke.ledger.lists import ListRecord, all_lists
from banzuke.ledger.people import REMOVED, People
from banzuke.publishing.checkpoints import Checkpoints
from banzuke.publishing.published_lists import (
    Difference,
    content_of,
    differences_of,
    listing_of,
    rate_list,
)


@dataclass(frozen=True)
class Effect:
    """What a change does to one list.

    moved : how many players have another rating, rank or place on the list
    differences : of ratings, the largest first; people by name
    """

    list: str
    title: str
    moved: int
    differences: tuple[Difference, ...]


@dataclass(frozen=True)
class Shown:
    """A change as it is shown before it is made: what it does, in figures, and to each list."""

    told: Mapping[str, Any]
    effects: tuple[Effect, ...]


def effects_of(
    connection: Connection, make: Callable[[], object], checkpoints: Checkpoints | None = None
) -> tuple[Effect, ...]:
    """What ``make`` does to every list; it is called between the two looks at them."""
    before = {
        record.key: _content(connection, record, checkpoints) for record in all_lists(connection)
    }
    make()
    shown = People(connection)
    names = {shown.keys[person]: name for person, name in shown.shown().items()}
    return tuple(
        _effect(record, before.get(record.key), _content(connection, record, checkpoints), names)
        for record in all_lists(connection)
    )


def _content(
    connection: Connection, record: ListRecord, checkpoints: Checkpoints | None
) -> dict[str, Any]:
    rated = rate_list(connection, record, checkpoints=checkpoints)
    return content_of(listing_of(connection, record, rated), rated.as_of)


def _effect(
    record: ListRecord,
    before: Mapping[str, Any] | None,
    after: Mapping[str, Any],
    names: Mapping[str, str],
) -> Effect:
    nothing: Mapping[str, Any] = {"players": [], "unlisted": []}
    found = differences_of(before or nothing, after)
    ratings = [one for one in found if one.column in ("rating", "on the list")]
    ratings.sort(key=_size, reverse=True)
    called = tuple(
        Difference(names.get(one.player, REMOVED), one.column, one.before, one.after)
        for one in ratings
    )
    return Effect(record.key, record.title, len({one.player for one in found}), called)


def _size(difference: Difference) -> float:
    """How large a difference is; who comes or goes is told first."""
    if isinstance(difference.before, float) and isinstance(difference.after, float):
        return abs(difference.after - difference.before)
    return float("inf")
